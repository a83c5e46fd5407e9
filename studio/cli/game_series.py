"""Many games as a command plays them: by whom, with progress on standard error, until Ctrl-C."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import click

from engine import kernel_warmup
from engine.balance.balance_summary import BalanceSummary
from engine.balance.cluster import Cluster, ConnectedCluster
from engine.balance.series import GameRecord, Series
from engine.balance.series_executor import SeriesExecutor, StoppingRule
from engine.balance.series_file import SeriesFile
from engine.balance.worker_pool import LocalWorkerPool, WorkerPool
from engine.narration.number_format import format_decimal
from engine.problems import SandtableError
from engine.processes import count_cores
from engine.scenario.scenario import Scenario
from engine.texts import text
from studio.cli.output_files import check_folder_exists
from studio.signal_handling import allow_interrupts

MIN_POINTS, MAX_POINTS = 0.5, 50.0
Ended = TypeVar("Ended")


class SeriesInterrupted(SandtableError):
    """Ctrl-C: the series is not finished, and nothing is reported."""


def create_worker_pool(workers: int | None, cluster: str | None, games: int) -> WorkerPool:
    """The crew for this many games: processes here, or a cluster."""
    if cluster is None:
        return LocalWorkerPool(min(workers or count_cores(), games))
    if workers is not None:
        raise click.UsageError(text("balance.workers-or-cluster"))
    from engine.balance.cluster import load_dask

    load_dask()  # before long work
    return Cluster(cluster)


def worker_pool_name(crew: WorkerPool) -> str:
    """Return the name of the workers that played."""
    if isinstance(crew, Cluster | ConnectedCluster):
        return text("balance.by-cluster", None, address=crew)
    return text("balance.by-processes", None, count=crew)


def create_series_runner(
    scenario: Scenario, crew: WorkerPool, reach: float, resume: Path | None
) -> SeriesExecutor:
    """Return the runner of a scenario's series, which reuses games in its file."""
    if resume:
        check_folder_exists(resume)
    return SeriesExecutor(crew, reach, SeriesFile(resume, scenario) if resume else None)


def wanted_precision(until: str | None) -> float:
    """Return the wanted precision as a share; 0 without a limit."""
    if until is None:
        return 0.0
    try:
        points = float(until.lstrip("±+").rstrip("%"))
    except ValueError:
        points = 0.0
    if not MIN_POINTS <= points <= MAX_POINTS:
        raise click.UsageError(text("balance.until-points", None, found=until))
    return points / 100


def play_series(
    series: Series,
    by: SeriesExecutor,
    also: Callable[[GameRecord], None] = lambda record: None,
    name: str = "",
) -> BalanceSummary:
    """Play a series until it is sure enough; `also` gets each game, in order of their numbers."""
    began, before, watch = time.monotonic(), by.count_saved(series), StoppingRule(series, by.reach)
    if before:
        click.echo(text("balance.taken-up", None, done=before, games=series.games), err=True)
    with suppress(KeyboardInterrupt), allow_interrupts() as is_stopped:
        records = show_game_progress(by.records(series, is_stopped), 0, series.games, name)
        for record in watch.follow(records):
            also(record)
    if watch.sums.games < series.games and not watch.enough:
        values = {"done": watch.sums.games, "games": series.games}
        raise SeriesInterrupted(text(f"balance.{'kept' if by.kept else 'stopped'}", None, **values))
    kernel_warmup.record_warm(series.scenario.game)
    seconds = format_decimal(f"{time.monotonic() - began:.1f}")
    took = {"games": str(watch.sums.games), "seconds": seconds, "crew": worker_pool_name(by.crew)}
    click.echo(text("balance.took", None, **took), err=True)
    if by.reach and not watch.enough:
        click.echo(text("balance.until-not", None, games=watch.sums.games), err=True)
    return watch.balance()


def show_game_progress(
    games: Iterator[Ended], done: int, size: int, name: str = ""
) -> Iterator[Ended]:
    """Games as they come, counted on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=size, completed=done)
        for number, game in enumerate(games, done + 1):
            said = text("balance.progress", None, done=number, games=size)
            progress.update(task, completed=number, description=f"{name} {said}".strip())
            yield game
