"""`sandtable [FILE …]`: the studio."""

from __future__ import annotations

from pathlib import Path

import click

from engine.texts import text
from studio.commands.speaking import FILE, says_what_failed
from studio.endings import at_once


@click.command("open", hidden=True)
@click.argument("files", nargs=-1, type=FILE)
@click.option("--safe-mode", is_flag=True, help=text("commands.open-safe-mode"))
@says_what_failed
def command(files: tuple[Path, ...], safe_mode: bool) -> None:
    from studio import app

    with at_once():
        code = app.run(files, safe_mode=safe_mode)
    if code:
        raise SystemExit(code)
