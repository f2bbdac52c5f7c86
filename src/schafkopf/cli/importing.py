"""`schafkopf import`: other programs' files -> records."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path

from schafkopf.cli.streams import opened, plain_output
from schafkopf.formats.netschafkopf import import_protocol


def run(file: str, *, as_json: bool, output: Path | None) -> int:
    """Write one record a line; hands that are not ours are reported. Returns the exit code."""
    failed = False
    with plain_output(), opened(file) as stream, ExitStack() as stack:
        target = sys.stdout
        if output is not None:
            try:
                target = stack.enter_context(output.open("w", encoding="utf-8"))
            except OSError as error:
                print(f"schafkopf: {output}: {error.strerror}", file=sys.stderr)
                return 2
        for hand in import_protocol(stream.read()):
            if hand.record is not None:
                print(json.dumps(hand.record, ensure_ascii=False), file=target)
                continue
            failed = True
            fault = hand.error or {}
            if as_json:
                line = {"line": hand.line, "hand": hand.number, "ok": False, "error": fault}
                print(json.dumps(line, ensure_ascii=False))
            else:
                number = "?" if hand.number is None else hand.number
                print(f"{file}: hand {number}: {fault.get('code')}: {fault.get('message')}", file=sys.stderr)
    return int(failed)
