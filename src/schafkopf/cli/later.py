"""Groups of commands that are made when one of them is asked for: each costs time to make, and most calls need none."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

from typer.core import TyperGroup


def later(module: str) -> type[TyperGroup]:
    """A group with the commands of the Typer `app` in this module."""

    class Later(TyperGroup):
        @cached_property
        def _made(self) -> Any:
            from typer.main import get_command

            return get_command(import_module(module).app)

        def list_commands(self, ctx: Any) -> list[str]:
            """The names of the commands, in the order of the help."""
            names: list[str] = self._made.list_commands(ctx)
            return names

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            """A command by its name."""
            return self._made.get_command(ctx, cmd_name)

    return Later
