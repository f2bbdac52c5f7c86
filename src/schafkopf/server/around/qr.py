"""Codes for phones to scan."""

from __future__ import annotations

from io import BytesIO

import segno

from schafkopf.server.errors import Refused

LONGEST = 512


def qr_svg(text: str) -> bytes:
    """A QR code as a picture of its own, black on white with the quiet margin that scanners need.

    Raises Refused (request/too-large) for more than a link.
    """
    if not 0 < len(text.encode()) <= LONGEST:
        raise Refused("request/too-large", f"more than {LONGEST} bytes", where="text")
    picture = BytesIO()
    # A phone across the table reads fewer, larger squares better than many with more repair.
    segno.make(text, error="m", micro=False, boost_error=False).save(
        picture, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return picture.getvalue()
