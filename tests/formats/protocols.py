"""The protocols kept for tests, and how many hands each holds."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"
FILES = {
    "Schafkopfprotokoll_vom_04.08.24.txt": 4,
    "Schafkopfprotokoll_vom_14.12.22.txt": 40,
    "Schafkopfprotokoll_vom_16.05.20.txt": 32,
    "protokoll_04.10.23_02.txt": 99,
    "protokoll_04.10.23_03.txt": 99,
    "protokoll_05.10.23_01.txt": 99,
    "protokoll_05.10.23_02.txt": 99,
    "protokoll_05.10.23_03.txt": 99,
}
