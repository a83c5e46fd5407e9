"""Existing files are overwritten only where the user says so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from engine.files import source_text
from engine.problems import SandtableError
from engine.texts import text

overwrite_option = click.option(
    "--overwrite", is_flag=True, help=text("interchange.option-overwrite")
)


def refuse_existing(targets: Iterable[Path], *, overwrite: bool) -> None:
    """Refuse to overwrite any existing file, unless that is wanted."""
    taken = next((file for file in targets if source_text.is_there(file)), None)
    if taken is not None and not overwrite:
        raise SandtableError(text("interchange.is-there", None, file=taken))
