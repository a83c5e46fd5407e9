"""`sandtable import mms SOURCE.mms OUT.scenario.yaml`: a set-up of MegaMek as a scenario."""

from __future__ import annotations

from pathlib import Path

import click

from engine.checks.check import check
from engine.games import installed
from engine.problems import Severity
from engine.texts import text
from studio.commands.overwriting import overwrite_option, require_free
from studio.commands.reporting import check_folder
from studio.commands.speaking import FILE, OUT, json_option, says_what_failed
from studio.commands.tell_losses import tell_written


@click.command("mms")
@click.argument("source", type=FILE)
@click.argument("out", metavar="SCENARIO", type=OUT)
@click.option("--board", type=FILE, help=text("interchange.option-board"))
@overwrite_option
@json_option
@says_what_failed
def command(source: Path, out: Path, board: Path | None, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.setup_writing import map_beside, write
    from engine.interchange.setups import read

    check_folder(out)
    written = [out, map_beside(out)]
    require_free(written, overwrite=overwrite)
    found = read(source, installed()[0], board)
    write(found, out)
    wrong = [problem.sentence() for problem in check(out) if problem.severity is Severity.ERROR]
    tell_written(written, found.losses, [*found.notes, *wrong], as_json=as_json)
