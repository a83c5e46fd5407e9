"""Games on a cluster: a scheduler and three workers on loopback, one of which is killed."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import install_commands
from engine.balance import balance_report, cluster
from engine.balance.balance_report import as_csv
from engine.balance.balance_summary import BalanceSummary
from engine.balance.cluster import Cluster, ClusterError, WorkerVersionError, start_local_cluster
from engine.balance.cluster_worker import (
    ProgramVersions,
    RemoteFailure,
    RemoteSeries,
    play_remote_game,
)
from engine.balance.series import Series, open_game, play_series_game
from engine.balance.worker_pool import GameJob, LocalWorkerPool, SeriesFailedError
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.texts import text

pytest.importorskip("distributed")

FIRST_SHOTS = ROOT / "samples/tank/scenarios/first-shots.scenario.yaml"
GAMES = 24


@pytest.fixture(scope="module")
def series() -> Series:
    return Series(load_playable(FIRST_SHOTS), {"red": "greedy", "blue": "random"}, GAMES, seed=3)


@pytest.fixture(scope="module")
def crew() -> Iterator[Any]:
    """A scheduler with three workers in processes of their own."""
    with start_local_cluster(3) as found:
        yield found


def jobs(games: int) -> Iterator[GameJob]:
    return (GameJob(0, number) for number in range(1, games + 1))


def table(series: Series, records: list[Any]) -> bytes:
    """Everything that is told of a series."""
    balance = BalanceSummary.of(series, records)
    return (as_csv(balance) + json.dumps(balance_report.as_json(balance, "en"))).encode()


def test_a_worker_that_is_killed_costs_no_game_and_repeats_none(series: Series, crew: Any) -> None:
    found: list[Any] = []
    for job, record in Cluster(crew.scheduler_address).play([series], jobs(GAMES)):
        found.append((job.number, record))
        if len(found) == GAMES // 3:
            os.kill(crew.workers[1].pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    assert sorted(number for number, _ in found) == list(range(1, GAMES + 1))
    at_home = [record for _, record in LocalWorkerPool(1).play([series], jobs(GAMES))]
    assert table(series, [record for _, record in found]) == table(series, at_home)


def test_a_series_on_a_cluster_can_be_stopped(series: Series, crew: Any) -> None:
    found: list[Any] = []
    many = replace(series, games=100_000)
    for each in Cluster(crew.scheduler_address).play(
        [many], jobs(many.games), is_cancelled=lambda: len(found) >= 3
    ):
        found.append(each)
    assert len(found) == 3


def test_a_worker_with_other_rules_is_told(
    series: Series, crew: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker has the rules of this program; whoever asks has others."""
    ours = ProgramVersions.here(["tank"])
    theirs = ours._replace(rules=(("tank", ours.rules[0][1] + 1),))
    monkeypatch.setattr(ProgramVersions, "here", classmethod(lambda cls, games: theirs))
    there, here = ours.rules[0][1], theirs.rules[0][1]
    said = text("cluster.other-rules", game="tank", there=there, here=here)
    with pytest.raises(WorkerVersionError, match=re.escape(said)):
        list(Cluster(crew.scheduler_address).play([series], jobs(GAMES)))


def test_what_fails_on_a_worker_is_told_with_the_game_and_its_seed(
    series: Series, crew: Any
) -> None:
    wrong = replace(series, players={"red": "greedy", "blue": "geedy"})
    with pytest.raises(SeriesFailedError, match=r"game \d+ \(seed \d+\).*'geedy'"):
        list(Cluster(crew.scheduler_address).play([wrong], jobs(2)))


def test_a_scheduler_nobody_hears_of_is_told(
    series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with socket.socket() as taken:  # a port at which nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no scheduler answers at {address}"):
            list(Cluster(address).play([series], jobs(1)))


def test_a_scheduler_that_takes_the_line_and_says_nothing_is_told(
    series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(
            ClusterError, match=f"{address}: {text('cluster.silent', 'en', seconds=1)}"
        ):
            list(Cluster(address).play([series], jobs(1)))


@pytest.mark.parametrize("address", ["", "local", "local:0", "local:many", "http://a:1", "a:b"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(ClusterError, match=r"tcp://.*local:N"):
        Cluster(address)


@pytest.mark.parametrize("address", ["local:3", "tcp://10.0.0.7:8786", "tls://[::1]:99", "desk:1"])
def test_an_address_is_a_scheduler_s_or_a_number_of_processes(address: str) -> None:
    assert str(Cluster(address)) == address


def test_a_missing_library_is_told_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        ClusterError, match=re.escape(install_commands.extra_install_command("cluster"))
    ):
        cluster.load_dask()


# --- in the worker --------------------------------------------------------------------------------


def test_a_worker_says_which_version_it_has(series: Series) -> None:
    ours = ProgramVersions.here(["tank"])
    for other in (ours._replace(program="9"), ours._replace(sources="0")):
        packed = pickle.dumps(RemoteSeries(other, {}, [series]))
        assert play_remote_game(packed, 0, 1).found == ours


def test_what_a_worker_has_otherwise_is_said(series: Series) -> None:
    ours = ProgramVersions.here(["tank"])
    program = cluster._difference(ours._replace(program="9.9"), [series])
    assert program == (text("cluster.other-program", there="9.9", here=ours.program))
    sources = cluster._difference(ours._replace(sources="0"), [series])
    assert sources == text("cluster.other-sources", there=ours.program)


def test_a_worker_plays_the_game_of_that_number(series: Series) -> None:
    packed = RemoteSeries.packed([series])
    assert play_remote_game(packed, 0, 7).found == play_series_game(series, 7, open_game(series))
    wrong = RemoteSeries.packed([replace(series, players={"red": "x", "blue": "y"})])
    failed = play_remote_game(wrong, 0, 1).found
    assert isinstance(failed, RemoteFailure)
    assert "'x'" in failed.why


def test_a_worker_with_other_weights_of_a_temper_says_so(series: Series) -> None:
    bold = replace(series, players={"red": "novice:bold", "blue": "random"})
    far = pickle.loads(RemoteSeries.packed([bold]))
    assert '"tank novice:bold"' in far.weights
    found = play_remote_game(pickle.dumps(far._replace(weights="{}")), 0, 1).found
    assert isinstance(found, RemoteFailure)
    assert found.why == text("cluster.other-tempers")


# --- who does not ask for it ----------------------------------------------------------------------


@pytest.mark.long
def test_a_command_without_a_cluster_does_not_load_one(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom studio.cli import main\ntry:\n    main(sys.argv[1:])\nfinally:\n"
        "    print('LOADED', *{'dask', 'distributed'} & {*sys.modules}, file=sys.stderr)"
    )
    words = ["balance", str(tmp_path / "none.scenario.yaml"), "--games", "1"]
    ran = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert "none.scenario.yaml" in ran.stderr
    assert ran.stderr.strip().splitlines()[-1] == "LOADED"
