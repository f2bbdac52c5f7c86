"""Work arrays, one for each thread that searches, used again afterwards."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from schafkopf.engine.kernels.layout import Numbers
from schafkopf.engine.kernels.order import new_work

_DESKS: list[Numbers] = []
_LOCK = threading.Lock()


@contextmanager
def desk() -> Iterator[Numbers]:
    """A work array for one thread, used again afterwards."""
    with _LOCK:
        work = _DESKS.pop() if _DESKS else None
    if work is None:
        work = new_work()
    try:
        yield work
    finally:
        with _LOCK:
            _DESKS.append(work)
