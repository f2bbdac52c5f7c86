"""QR codes as pictures."""

from __future__ import annotations

import io

import segno


def svg(text: str) -> str:
    """A QR code as SVG with the quiet margin that readers want. Raises ValueError if it holds no such text."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False, boost_error=False)
    code.save(out, kind="svg", xmldecl=False, border=4)
    return out.getvalue().decode()
