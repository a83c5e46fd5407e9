"""`sandtable export cutting TABLE OUT.svg`: a table for laser cutters and terrain makers."""

from __future__ import annotations

from pathlib import Path

import click

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
from studio.commands.tables import load_with_scenario
from studio.commands.tell_losses import report_written

SIDE = Amount(50, 5000)


@click.command("cutting")
@click.argument("file", metavar="TABLE|SCENARIO", type=FILE)
@click.argument("out", metavar="OUT.svg", type=OUT)
@click.option("--pieces", is_flag=True, help=text("interchange.option-pieces"))
@click.option("--sheet", "size", type=(SIDE, SIDE), default=(600.0, 400.0), show_default=True,
              help=text("interchange.option-cut-sheet"))  # fmt: skip
@click.option("--inch-mm", type=Amount(0.5, 25.4), default=25.4, show_default=True,
              help=text("interchange.option-cut-inch"))  # fmt: skip
@language_option(text("drawing.option-language"))
@overwrite_option
@json_option
@reports_errors
def command(
    file: Path, out: Path, pieces: bool, size: tuple[float, float], inch_mm: float,
    language: str | None, overwrite: bool, as_json: bool,
) -> None:  # fmt: skip
    from engine.interchange import cutting

    table, *_ = load_with_scenario(file)
    spoken = language or preferred_language()
    check_folder_exists(out)
    count = 1
    if pieces:
        count = len(cutting.lay_pieces(cutting.pieces(table, inch_mm, size), size))
    refuse_existing(cutting.sheet_files(out, count), overwrite=overwrite)
    if pieces:
        files = cutting.write_pieces(table, out, inch_mm, size)
    else:
        files = cutting.write_plan(table, out, inch_mm, spoken)
    report_written(files, [], [], as_json=as_json)
