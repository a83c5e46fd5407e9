"""`sandtable balance SCENARIO`: many games between automatic players, and what they say."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.balance.series import Record, Series, open_game
from engine.balance.summary import Balance
from engine.balance.telling import as_csv, as_json, provenance, sentences
from engine.balance.workers import cores, run
from engine.checks.scenario import playable
from engine.files import source_text
from engine.problems import SandtableError
from engine.texts import LANGUAGES, preferred_language, text
from studio.commands.play import parse_words, seats
from studio.commands.reporting import check_folder, report_format, write_page
from studio.commands.speaking import (
    FILE,
    announce_compiling,
    answer,
    json_option,
    says_what_failed,
)
from studio.drawing import system
from studio.endings import stoppable

if TYPE_CHECKING:
    from studio.drawing.formats import PageFormat

USUAL_GAMES, MOST_GAMES, MOST_WORKERS = 200, 1_000_000, 512


class Stopped(SandtableError):
    """Ctrl-C: the series is not finished, and nothing is told of it."""


@click.command("balance", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="SCENARIO")
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=USUAL_GAMES,
    show_default=True,
    help=text("balance.option-games"),
)
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), help=text("balance.option-workers")
)
@click.option("--seed", type=int, default=0, show_default=True, help=text("balance.option-seed"))
@click.option("--red", metavar="PLAYER", help=text("commands.play-first"))
@click.option("--blue", metavar="PLAYER", help=text("commands.play-second"))
@click.option("--report", type=FILE, help=text("balance.option-report"))
@click.option("--csv", "table", type=FILE, help=text("balance.option-csv"))
@click.option("--language", type=click.Choice(LANGUAGES), help=text("drawing.option-language"))
@json_option
@says_what_failed
def command(
    words: tuple[str, ...],
    games: int,
    workers: int | None,
    seed: int,
    red: str | None,
    blue: str | None,
    report: Path | None,
    table: Path | None,
    language: str | None,
    as_json: bool,
) -> None:
    format_ = report_format(report) if report else None
    if table:
        check_folder(table)
    path, options = parse_words(words)
    given = {name: who for name, who in (("red", red), ("blue", blue)) if who}
    scenario = playable(path)
    series = Series(scenario, seats(scenario, {**given, **options}), games, seed)
    application = system.application() if report else None  # fonts belong to it
    announce_compiling()
    open_game(series)  # what cannot be played is said at once, and kernels are compiled once
    balance = _play(series, min(workers or cores(), games))
    written = _write(balance, table, report, format_, language or preferred_language())
    del application
    _tell(balance, language, written, as_json)


def _play(series: Series, workers: int) -> Balance:
    """Play the series; progress and time on standard error."""
    began, records = time.monotonic(), list[Record]()
    with suppress(KeyboardInterrupt), stoppable() as is_stopped:
        for record in _watched(run(series, workers, is_stopped), series.games):
            records.append(record)
    if len(records) < series.games:
        values = {"done": len(records), "games": series.games}
        raise Stopped(text("balance.stopped", None, **values))
    seconds = f"{time.monotonic() - began:.1f}"
    said = text("balance.took", None, games=series.games, seconds=seconds, workers=workers)
    click.echo(said, err=True)
    return Balance.of(series, records)


def _watched(records: Iterator[Record], games: int) -> Iterator[Record]:
    """The records as they come, counted on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield from records
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games)
        for done, record in enumerate(records, 1):
            said = text("balance.progress", None, done=done, games=games)
            progress.update(task, completed=done, description=said)
            yield record


def _write(
    balance: Balance,
    table: Path | None,
    report: Path | None,
    format_: PageFormat | None,
    language: str,
) -> list[Path]:
    """Write what was asked for; the files."""
    if table:
        source_text.write(table, as_csv(balance))
    if report and format_:
        from studio.balance.balance_page import balance_page

        write_page(balance_page(balance, language), report, format_)
    return [file for file in (table, report) if file]


def _tell(balance: Balance, language: str | None, written: list[Path], is_json: bool) -> None:
    if is_json:
        answer(as_json(balance, language))
        return
    for sentence in sentences(balance, language):
        click.echo(sentence)
    click.echo(provenance(balance, language))
    for file in written:
        click.echo(text("scenario.saved", language, file=file))
