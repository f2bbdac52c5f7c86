"""Compiling kernels with Numba, and keeping what was compiled (see `engine.cache`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import sigutils, typeinfer
from numba.extending import intrinsic

from schafkopf.engine.cache import cache_folder, first_use

__all__ = ["cache_folder", "first_use", "intrinsic", "kernel"]


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Decorator: compile a function for this signature at once, from the cache if it is there.

    The interpreter's lock is released while it runs. The signature is explicit because recursive functions that were
    compiled for whatever came first cannot be loaded from the cache.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        folder = cache_folder()
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = "" if folder is None else str(folder)
        try:
            made: Any = numba.njit(cache=folder is not None, nogil=True, error_model="numpy")(function)
        finally:
            config.CACHE_DIR = before
        declared, _ = sigutils.normalize_signature(signature)
        fold = made.fold_argument_types

        def as_declared(args: Any, kws: Any) -> Any:
            # A recursive call with a literal would be compiled as a second version for just that literal, and code that
            # needs the other version cannot be loaded from the cache. Arguments are converted to the signature instead.
            shape, found = fold(args, kws)
            return shape, declared if len(found) == len(declared) else found

        made.fold_argument_types = as_declared
        with typeinfer.register_dispatcher(made):
            made.compile(signature)
        made.disable_compile()
        return made

    return compiled
