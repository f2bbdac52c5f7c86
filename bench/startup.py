"""Seconds from the shell to `schafkopf --help`: wall time of ten starts, median. Aim: under 0.3."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time


def main() -> None:
    """Print the measurement."""
    seconds = []
    for _ in range(10):
        before = time.perf_counter()
        subprocess.run([sys.executable, "-m", "schafkopf", "--help"], check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - before)
    print(f"startup: {statistics.median(seconds):.2f} s to --help (median of {len(seconds)}, worst {max(seconds):.2f})")


if __name__ == "__main__":
    main()
