"""Counting and finding bits in one instruction."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from schafkopf.engine.compiled import intrinsic, kernel


def _unary(name: str, *, flagged: bool) -> Any:
    """An LLVM intrinsic on 64 bits. flagged: it takes a second argument, that zero is a valid operand."""

    def typed(typingctx: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            operands = [word, ir.IntType(1)] if flagged else [word]
            function = builder.module.declare_intrinsic(name, [word], ir.FunctionType(word, operands))
            return builder.call(function, [args[0], ir.Constant(ir.IntType(1), 0)] if flagged else [args[0]])

        return types.int64(types.int64), generate

    return intrinsic(typed)


_count = _unary("llvm.ctpop", flagged=False)
_leading = _unary("llvm.ctlz", flagged=True)
_trailing = _unary("llvm.cttz", flagged=True)


@kernel("i8(i8)")
def count(mask: int) -> int:
    """How many bits are set."""
    return _count(mask)


@kernel("i8(i8)")
def highest(mask: int) -> int:
    """The place of the highest bit; -1 for 0."""
    return 63 - _leading(mask)


@kernel("i8(i8)")
def lowest(mask: int) -> int:
    """The place of the lowest bit; 64 for 0."""
    return _trailing(mask)
