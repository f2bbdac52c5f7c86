"""Complete records replayed per second by the reference: parse, every step checked, priced, reported as JSON.

One core, CPU time, the 567 records of the imported protocols; the best of three rounds. Aim: 1,000 per second.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from schafkopf.formats.netschafkopf import import_protocol
from schafkopf.game.record import parse_record, report

DATA = Path(__file__).parent.parent / "tests" / "formats" / "data"


def records() -> list[str]:
    """The records as lines."""
    hands = (hand for file in sorted(DATA.glob("*.txt")) for hand in import_protocol(file.read_bytes()))
    return [json.dumps(hand.record) for hand in hands if hand.record is not None]


def main() -> None:
    """Print the measurement."""
    lines = records()
    rates = []
    for _ in range(3):
        before = time.process_time()
        for line in lines:
            json.dumps(report(parse_record(line).replay()))
        rates.append(len(lines) / (time.process_time() - before))
    print(f"replay: {max(rates):.0f} records per second ({len(lines)} records, best of {len(rates)})")


if __name__ == "__main__":
    main()
