"""`sandtable export vassal SCENARIO OUT.vmod`: a module to play a scenario with in VASSAL."""

from __future__ import annotations

from pathlib import Path

import click

from engine.texts import preferred_language, text
from studio.commands.overwriting import overwrite_option, require_free
from studio.commands.reporting import check_folder, say_progress
from studio.commands.speaking import (
    FILE,
    OUT,
    Amount,
    json_option,
    language_option,
    says_what_failed,
)
from studio.commands.tell_losses import tell_written
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
@says_what_failed
def command(
    file: Path, out: Path, hex_px: float, language: str | None, overwrite: bool, as_json: bool
) -> None:
    from studio.commands.map_rules import sheet_of
    from studio.drawing import system

    check_folder(out)
    require_free([out], overwrite=overwrite)
    map_, scenario = sheet_of(file)
    application = system.application()  # kept while drawing: fonts belong to it
    from studio.drawing.module import write

    spoken = language or preferred_language()
    losses = write(map_, scenario, file.parent, out, hex_px, spoken, say_progress(out))
    problems = imperfect(file, spoken)
    del application
    note = text("interchange.vassal-note")
    tell_written([out], losses, [note], problems, as_json=as_json)
