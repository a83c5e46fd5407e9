"""`sandtable [FILE …]`: the studio."""

from __future__ import annotations

from pathlib import Path

import click

from engine.texts import text
from studio.cli.common_options import FILE, report_errors_of_command
from studio.signal_handling import exit_on_signal


@click.command("open", hidden=True)
@click.argument("files", nargs=-1, type=FILE)
@click.option("--safe-mode", is_flag=True, help=text("commands.open-safe-mode"))
@report_errors_of_command
def command(files: tuple[Path, ...], safe_mode: bool) -> None:
    from studio import app

    with exit_on_signal():
        code = app.run(files, safe_mode=safe_mode)
    if code:
        raise SystemExit(code)
