"""`sandtable export vassal SCENARIO OUT.vmod`: a module to play a scenario with in VASSAL."""

from __future__ import annotations

from pathlib import Path

import click

from engine.texts import preferred_language, text
from studio.commands.overwriting import overwrite_option, refuse_existing
from studio.commands.reporting import check_folder_exists, say_progress
from studio.commands.speaking import (
    FILE,
    OUT,
    Amount,
    json_option,
    language_option,
    reports_errors,
)
from studio.commands.tell_losses import report_written
from studio.decks.room_for_words import imperfect

HEX_PX = 80.0


@click.command("vassal")
@click.argument("file", metavar="MAP|SCENARIO", type=FILE)
@click.argument("out", type=OUT)
@click.option("--hex-px", type=Amount(24, 400), default=HEX_PX, show_default=True,
              help=text("drawing.option-hex-px"))  # fmt: skip
@language_option(text("drawing.option-language"))
@overwrite_option
@json_option
@reports_errors
def command(
    file: Path, out: Path, hex_px: float, language: str | None, overwrite: bool, as_json: bool
) -> None:
    from studio.commands.map_rules import load_sheet
    from studio.drawing import system

    check_folder_exists(out)
    refuse_existing([out], overwrite=overwrite)
    map_, scenario = load_sheet(file)
    application = system.ensure_application()  # kept while drawing: fonts belong to it
    from studio.drawing.module import write_vassal_module

    spoken = language or preferred_language()
    losses = write_vassal_module(
        map_, scenario, file.parent, out, hex_px, spoken, say_progress(out)
    )
    problems = imperfect(file, spoken)
    del application
    note = text("interchange.vassal-note")
    report_written([out], losses, [note], problems, as_json=as_json)
