"""Typesetting in a process of its own: it takes hundreds of megabytes, which are given back when that process ends.

`python -m schafkopf.server.books.printing` reads a line of JSON and then a tournament's backup, and writes the PDF.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

from schafkopf import paper
from schafkopf.club.tournament import exports
from schafkopf.club.tournament.state import State
from schafkopf.server.errors import Refused

_PATIENCE_S = 60.0


async def printed(what: paper.What, state: State, language: str, number: int | None, links: paper.Links) -> bytes:
    """A document. Raises Refused (server/unavailable) if it takes too long."""
    head = json.dumps({"what": what, "language": language, "number": number, "links": list(links.items())})
    backup = await asyncio.to_thread(exports.backup, state)
    command = [sys.executable, "-m", __name__]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        content, said = await asyncio.to_thread(process.communicate, head.encode() + b"\n" + backup, _PATIENCE_S)
    except subprocess.TimeoutExpired:
        raise Refused("server/unavailable", "typesetting takes too long") from None
    finally:
        if process.poll() is None:
            process.kill()
    if process.returncode:
        # Its last line says what kind of error it was; the rest may say things that are nobody's business.
        last = said.decode(errors="replace").strip().rpartition("\n")[2]
        raise RuntimeError(f"typesetting ended with {process.returncode}: {last.partition(':')[0]}")
    return content


def main() -> None:
    """Print one document: see the module."""
    head, _, backup = sys.stdin.buffer.read().partition(b"\n")
    asked = json.loads(head)
    state = exports.restore(backup)
    links = dict(asked["links"])
    sys.stdout.buffer.write(paper.document(asked["what"], state, asked["language"], asked["number"], links))


if __name__ == "__main__":
    main()
