"""What the client is compiled from, made from the server's own sources: API types and texts.

    PYTHONPATH=src python web/tools/generate.py [--strict]

Needs msgspec and nothing else from outside the standard library, so that it also runs where the package is built.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import api
import messages
import money

OUT = Path(__file__).resolve().parent.parent / "src" / "generated"


def main(args: list[str]) -> int:
    strict = "--strict" in args or os.environ.get("SCHAFKOPF_STRICT") == "1"
    files = {"openapi.json": api.description(), "money-cases.json": money.cases()}
    texts = {language: {**areas, "money": money.texts(language)} for language, areas in messages.read().items()}
    found = messages.modules(texts)
    files |= {f"messages/{name}": text for name, text in found.files.items()}
    for fault in found.faults:
        print(f"{'error' if strict else 'warning'}: {fault}", file=sys.stderr)
    if strict and found.faults:
        return 1
    for name, text in files.items():
        write(OUT / name, text)
    return 0


def write(path: Path, text: str) -> None:
    """Write a file if it differs, in one step: whoever reads it meanwhile sees the old one or the new one."""
    if path.exists() and path.read_text("utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text, "utf-8")
    draft.replace(path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
