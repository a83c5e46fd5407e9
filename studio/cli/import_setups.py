"""`sandtable import mms|vassal SOURCE OUT.scenario.yaml`: set-ups and modules as scenarios."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.checks.check import check
from engine.games import default_game
from engine.problems import Severity
from engine.texts import text
from studio.cli.common_options import FILE, OUT, json_option, report_errors_of_command
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    refuse_existing,
    report_written,
)

if TYPE_CHECKING:
    from engine.interchange.megamek_setups import MegamekSetup


@click.command("mms")
@click.argument("source", type=FILE)
@click.argument("out", metavar="SCENARIO", type=OUT)
@click.option("--board", type=FILE, help=text("interchange.option-board"))
@overwrite_option
@json_option
@report_errors_of_command
def command(source: Path, out: Path, board: Path | None, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.megamek_setups import read

    _bring_in(
        out, lambda: read(source, default_game(), board), overwrite=overwrite, as_json=as_json
    )


@click.command("vassal")
@click.argument("source", type=FILE)
@click.argument("out", metavar="SCENARIO", type=OUT)
@click.option("--board", default="", help=text("interchange.option-vassal-board"))
@overwrite_option
@json_option
@report_errors_of_command
def vassal(source: Path, out: Path, board: str, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.vassal_reader import read

    _bring_in(
        out, lambda: read(source, default_game(), board), overwrite=overwrite, as_json=as_json
    )


def _bring_in(
    out: Path, read: Callable[[], MegamekSetup], *, overwrite: bool, as_json: bool
) -> None:
    """Write what was read as a scenario with its map, and report what is still wrong with it."""
    from engine.interchange.imported_scenario_writer import files_to_write, map_beside, write

    check_folder_exists(out)
    refuse_existing([out, map_beside(out)], overwrite=overwrite)
    found = read()
    written = files_to_write(found, out)
    refuse_existing(written, overwrite=overwrite)
    write(found, out)
    wrong = [problem.sentence() for problem in check(out) if problem.severity is Severity.ERROR]
    report_written(written, found.losses, [*found.notes, *wrong], as_json=as_json)
