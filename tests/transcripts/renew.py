"""Print the playthroughs anew: `python -m tests.transcripts.renew`.

With `--deals` the deals are searched for anew as well.
"""

from __future__ import annotations

import sys
from pathlib import Path

from schafkopf.game import parse_record, print_record

from .printer import transcript
from .search import found, stories

DATA = Path(__file__).parent / "data"


def main(arguments: list[str]) -> None:
    """Write the texts; names of playthroughs among the arguments restrict it to them."""
    names = [argument for argument in arguments if not argument.startswith("-")]
    for name in names or stories():
        file = DATA / f"{name}.jsonl"
        if "--deals" in arguments or not file.exists():
            file.write_text(print_record(found(name)) + "\n", encoding="utf-8")
        text = transcript(parse_record(file.read_text(encoding="utf-8")))
        (DATA / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
