"""Seconds from the shell to an answer: `--help`, and `solve` with and without compiled kernels.

Wall time. Aims: `--help` under 0.3 s, a later start of `solve` under 2 s, the first one under 30 s.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_RECORD = (Path(__file__).parent.parent / "tests" / "problems" / "rufspiel.jsonl").read_bytes().splitlines()[0]


def seconds(arguments: list[str], given: bytes = b"", **changes: str) -> float:
    """One start."""
    before = time.perf_counter()
    command = [sys.executable, "-m", "schafkopf", *arguments]
    subprocess.run(command, check=True, capture_output=True, input=given, env={**os.environ, **changes})
    return time.perf_counter() - before


def main() -> None:
    """Print the measurements."""
    found = [seconds(["--help"]) for _ in range(10)]
    print(f"startup: {statistics.median(found):.2f} s to --help (median of {len(found)}, worst {max(found):.2f})")
    with tempfile.TemporaryDirectory() as folder:
        solve = ["solve", "-", "--json"]
        first = seconds(solve, _RECORD, NUMBA_CACHE_DIR=folder)
        later = [seconds(solve, _RECORD, NUMBA_CACHE_DIR=folder) for _ in range(5)]
    print(f"startup: {first:.1f} s to the first `solve`, which compiles the kernels")
    print(f"startup: {statistics.median(later):.2f} s to a later one (median of {len(later)}, worst {max(later):.2f})")


if __name__ == "__main__":
    main()
