"""Compiling kernels with Numba, and keeping what was compiled (see `engine.cache`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.extending import intrinsic

from schafkopf.engine.cache import cache_folder, first_use

__all__ = ["cache_folder", "first_use", "intrinsic", "kernel"]


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Decorator: compile a function for this signature at once, from the cache if it is there.

    The interpreter's lock is released while it runs. The signature is explicit because recursive functions that were
    compiled for whatever came first cannot be loaded from the cache; for the same reason no recursive call may have a
    literal among its arguments.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        folder = cache_folder()
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = "" if folder is None else str(folder)
        try:
            return numba.njit(signature, cache=folder is not None, nogil=True, error_model="numpy")(function)
        finally:
            config.CACHE_DIR = before

    return compiled
