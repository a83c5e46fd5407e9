"""`sandtable export counters SCENARIO OUT`: sheets of counters as pictures, or each by itself."""

from __future__ import annotations

from pathlib import Path

import click

from engine.files import scenarios, source_text
from engine.texts import preferred_language, text
from studio.commands.overwriting import overwrite_option, refuse_existing
from studio.commands.reporting import check_folder_exists
from studio.commands.speaking import (
    FILE,
    OUT,
    Amount,
    json_option,
    language_option,
    reports_errors,
)
from studio.commands.tell_losses import report_written
from studio.printing.pages import PAPERS
from studio.printing.settings import LEAST_COUNTER, MOST_COUNTER, GamePrintSettings

DOTS = 300.0


@click.command("counters")
@click.argument("file", metavar="SCENARIO", type=FILE)
@click.argument("out", metavar="OUT.png|FOLDER", type=OUT)
@click.option("--counters", metavar="LAYOUT", default="", help=text("printing.option-counters"))
@click.option("--counter-mm", type=Amount(LEAST_COUNTER, MOST_COUNTER), default=16.0,
              show_default=True, help=text("printing.option-counter-mm"))  # fmt: skip
@click.option("--counter-gap", type=Amount(0, 20), default=0.0, show_default=True,
              help=text("printing.option-counter-gap"))  # fmt: skip
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="A4",
              show_default=True, help=text("printing.option-paper"))  # fmt: skip
@click.option("--dots", type=Amount(36, 1200), default=DOTS, show_default=True,
              help=text("printing.option-dots"))  # fmt: skip
@language_option(text("printing.option-language"))
@overwrite_option
@json_option
@reports_errors
def command(
    file: Path,
    out: Path,
    counters: str,
    counter_mm: float,
    counter_gap: float,
    paper: str,
    dots: float,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    from studio.printing.leaf import PrintedPart

    settings = GamePrintSettings({PrintedPart.COUNTERS: ()}, PAPERS[paper], counter_mm=counter_mm,
                            counter_gap=counter_gap, counters=counters)  # fmt: skip
    written = _export(file, out, settings, language or preferred_language(), dots, overwrite)
    report_written(written, [], [], as_json=as_json)


def _export(
    file: Path, out: Path, settings: GamePrintSettings, language: str, dots: float, overwrite: bool
) -> list[Path]:
    """Write the pictures; returns them."""
    from studio.drawing import system

    scenario = scenarios.load(file)
    application = system.ensure_application()  # kept while drawing: fonts belong to it
    from studio.drawing.look import RenderOptions
    from studio.printing import piece_pictures
    from studio.printing.counter_sheets import others, units
    from studio.printing.game_print import GamePrintout, with_counter_layout

    if out.suffix.lower() == ".png":
        check_folder_exists(out)
        print_ = GamePrintout(scenario, RenderOptions(language=language), settings, file.parent)
        refuse_existing(piece_pictures.sheet_files(print_, out), overwrite=overwrite)
        written = piece_pictures.write_sheets(print_, out, dots)
    else:
        shown, size = with_counter_layout(scenario, settings), settings.counter_mm
        groups = [*units(shown, size, language), *others(shown, size, language)]
        refuse_existing(piece_pictures.single_files(groups, out), overwrite=overwrite)
        source_text.make_folder(out)
        written = piece_pictures.write_singles(groups, (size, size), out, dots)
    del application
    return written
