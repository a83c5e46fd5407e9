"""How many games a second one, two and four workers of a cluster on this machine play.

python -m tests.bench cluster
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from engine.balance.cluster import Cluster
from engine.balance.series import Series
from engine.balance.worker_pool import GameJob, LocalWorkerPool, WorkerPool
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.processes import count_cores
from tests.bench.rows import Row, pace_row
from tests.bench.sizes import sized

SCENARIO = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
GAMES = sized(200, 20)
WORKERS = sized((1, 2, 4), (1,))


def rows() -> Iterator[Row]:
    """Yield the pace of one, two and four workers, by the clock."""
    scenario = load_playable(SCENARIO)
    series = Series(scenario, {side.id: "greedy" for side in scenario.sides}, GAMES)
    at_home = _games_a_second(series, LocalWorkerPool())
    said = f"{count_cores()} cores; processes without a cluster: {at_home:.1f} a second"
    for count in WORKERS:
        pace = _games_a_second(series, Cluster(f"local:{count}"))
        yield pace_row(f"games of {count} workers on loopback", pace, beside=said)


def _games_a_second(series: Series, crew: WorkerPool) -> float:
    """The pace from the first game that has ended to the last: without starting the processes."""
    jobs = (GameJob(0, number) for number in range(1, series.games + 1))
    games = iter(crew.play([series], jobs))
    next(games)
    began = time.perf_counter()
    return sum(1 for _ in games) / (time.perf_counter() - began)
