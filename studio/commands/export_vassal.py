"""`sandtable export vassal SCENARIO OUT.vmod`: a module to play a scenario with in VASSAL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine import files
from engine.texts import LANGUAGES, preferred_language, text
from studio.commands.reporting import check_folder
from studio.commands.speaking import FILE, Amount, json_option, says_what_failed
from studio.commands.tell_losses import tell_written

if TYPE_CHECKING:
    from engine.interchange.brought import Loss
    from engine.map import Map
    from engine.scenario import Scenario

HEX_PX = 80.0


@click.command("vassal")
@click.argument("file", metavar="MAP|SCENARIO", type=FILE)
@click.argument("out", type=FILE)
@click.option("--hex-px", type=Amount(24, 400), default=HEX_PX, show_default=True,
              help=text("drawing.option-hex-px"))  # fmt: skip
@click.option("--language", type=click.Choice(LANGUAGES), help=text("drawing.option-language"))
@json_option
@says_what_failed
def command(file: Path, out: Path, hex_px: float, language: str | None, as_json: bool) -> None:
    from studio.commands.render import sheet_of

    check_folder(out)
    map_, scenario = sheet_of(file)
    losses = write(map_, scenario, file.parent, out, hex_px, language or preferred_language())
    note = text("interchange.vassal-note")
    tell_written([out], losses, [note], as_json=as_json)


def write(
    map_: Map, scenario: Scenario | None, folder: Path, out: Path, hex_px: float, language: str
) -> list[Loss]:
    """Draw a scenario, or a map alone, and write it as a module."""
    from engine.interchange.brought import Losses
    from engine.interchange.vassal import written
    from studio.drawing import system

    application = system.application()  # kept while drawing: fonts belong to it
    from studio.drawing.module import module_of

    losses = Losses()
    module = module_of(map_, scenario, folder, hex_px, language, losses)
    files.write(out, written(module, losses))
    del application
    return losses.listed()
