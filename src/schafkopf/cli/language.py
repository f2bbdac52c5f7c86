"""Which language to speak."""

from __future__ import annotations

import os

import typer

from schafkopf.text.catalog import LANGUAGES, negotiate


def chosen(lang: str | None) -> str:
    """The language asked for, else the system's. Raises typer.BadParameter for one we do not have."""
    if lang is not None:
        if lang not in LANGUAGES:
            raise typer.BadParameter(f"{lang!r} is not one of {', '.join(LANGUAGES)}")
        return lang
    return negotiate(os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG"))
