"""`sandtable balance SCENARIO`: many games between automatic players, and what they say."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.balance.series import Record, Series, open_game
from engine.balance.stopping import Watch
from engine.balance.strengths import document as strengths_as_json
from engine.balance.strengths import sentences as sentences_of_strengths
from engine.balance.summary import Balance
from engine.balance.telling import as_csv, as_json, provenance, sentences
from engine.balance.workers import cores, run
from engine.checks.scenario import playable
from engine.files import source_text
from engine.languages import LANGUAGES
from engine.problems import SandtableError
from engine.texts import preferred_language, text
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
MOST_UNTIL = 20_000  # games, where intervals are to be so narrow and no number is given
LEAST_POINTS, MOST_POINTS = 0.5, 50.0


class SeriesStopped(SandtableError):
    """Ctrl-C: the series is not finished, and nothing is told of it."""


@click.command("balance", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="SCENARIO")
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    show_default=str(USUAL_GAMES),
    help=text("balance.option-games"),
)
@click.option("--strengths", metavar="A,B,…", help=text("balance.option-strengths"))
@click.option("--until", metavar="±POINTS", help=text("balance.option-until"))
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), help=text("balance.option-workers")
)
@click.option("--seed", type=int, default=0, show_default=True, help=text("balance.option-seed"))
@click.option("--red", metavar="PLAYER", help=text("commands.play-first"))
@click.option("--blue", metavar="PLAYER", help=text("commands.play-second"))
@click.option("--report", type=FILE, help=text("balance.option-report"))
@click.option("--csv", "table", type=FILE, help=text("balance.option-csv"))
@click.option(
    "--language", type=click.Choice(tuple(LANGUAGES)), help=text("drawing.option-language")
)
@json_option
@says_what_failed
def command(
    words: tuple[str, ...],
    games: int | None,
    until: str | None,
    strengths: str | None,
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
    reach = _reach(until)
    most = games or (MOST_UNTIL if reach else USUAL_GAMES)
    if strengths:
        if given or options or report or table:
            raise click.UsageError(text("balance.strengths-alone"))
        base = Series(scenario, {}, most, seed)
        _tell_strengths(_by_strength(base, strengths, workers, reach), language, as_json)
        return
    series = Series(scenario, seats(scenario, {**given, **options}), most, seed)
    application = system.application() if report else None  # fonts belong to it
    announce_compiling()
    open_game(series)  # what cannot be played is said at once, and kernels are compiled once
    balance = _play(series, min(workers or cores(), most), reach)
    written = _write(balance, table, report, format_, language or preferred_language())
    del application
    _tell(balance, language, written, as_json)


def _by_strength(
    base: Series, strengths: str, workers: int | None, reach: float
) -> dict[str, Balance]:
    """A series for each of some players, who sits on all sides of it."""
    sides = [side.id for side in base.scenario.sides]
    names = [name.strip() for name in strengths.split(",")]
    every = {name: replace(base, players=dict.fromkeys(sides, name)) for name in names}
    announce_compiling()
    for series in every.values():
        open_game(series)  # what cannot be played is said at once
    count = min(workers or cores(), base.games)
    return {name: _play(series, count, reach) for name, series in every.items()}


def _tell_strengths(found: dict[str, Balance], language: str | None, is_json: bool) -> None:
    if is_json:
        answer(strengths_as_json(found, language))
        return
    for sentence in sentences_of_strengths(found, language):
        click.echo(sentence)
    click.echo(provenance(next(iter(found.values())), language))


def _reach(until: str | None) -> float:
    """How far the truth may lie from what is seen, as a part; 0 where nobody minds."""
    if until is None:
        return 0.0
    try:
        points = float(until.lstrip("±+").rstrip("%"))
    except ValueError:
        points = 0.0
    if not LEAST_POINTS <= points <= MOST_POINTS:
        raise click.UsageError(text("balance.until-points", None, found=until))
    return points / 100


def _play(series: Series, workers: int, reach: float) -> Balance:
    """Play the series, until it is sure enough; progress and time on standard error."""
    began, done, watch = time.monotonic(), 0, Watch(series, reach)
    with suppress(KeyboardInterrupt), stoppable() as is_stopped:
        records = run(series, workers, is_stopped)
        for _ in _watched(watch.follow(records), series.games):
            done += 1
    if done < series.games and not watch.enough:
        values = {"done": done, "games": series.games}
        raise SeriesStopped(text("balance.stopped", None, **values))
    found, seconds = watch.balance(), f"{time.monotonic() - began:.1f}"
    said = text("balance.took", None, games=found.games, seconds=seconds, workers=workers)
    click.echo(said, err=True)
    if reach and not watch.enough:
        click.echo(text("balance.until-not", None, games=found.games), err=True)
    return found


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
