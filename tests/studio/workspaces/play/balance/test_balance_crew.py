"""Who plays many games, with which temper, and in which file they are kept: by real keys."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine.balance import cluster
from engine.balance.balance_report import as_json
from engine.balance.cluster import Cluster, start_local_cluster
from engine.balance.cluster_worker import ProgramVersions
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.balance.balance_window import BalanceWindow
from studio.workspaces.play.balance.series_form import SeriesForm
from studio.workspaces.play.balance.workers_form import FAR, HERE, LOCAL, InvalidSchedulerAddress
from tests.studio.main_window.conftest import Scripted, choose_by_mouse
from tests.studio.workspaces.play.balance.conftest import (
    GAMES,
    LONG,
    SEED,
    SMALL,
    WAIT,
    Here,
    play_in_process,
)

LEFT = Qt.MouseButton.LeftButton


def start(found: BalanceWindow, qtbot: QtBot) -> None:
    """Press Start, and wait until all games have ended."""
    QTest.mouseClick(found.start, LEFT)
    qtbot.waitUntil(lambda: not found.is_running, timeout=WAIT)


def by_keys(box: QComboBox, wanted: str) -> None:
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    while box.currentData() != wanted:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() > before, wanted


def typed(field: Any, words: str) -> None:
    QTest.mouseClick(field, LEFT)
    field.selectAll()
    QTest.keyClicks(field, words)


@pytest.fixture
def here(balance: Callable[..., BalanceWindow], monkeypatch: pytest.MonkeyPatch) -> BalanceWindow:
    """A window whose games are played without processes of their own."""
    play_in_process(monkeypatch)
    return balance()


# --- tempers --------------------------------------------------------------------------------------


def test_a_player_that_thinks_has_the_temper_beside_it(here: BalanceWindow, qtbot: QtBot) -> None:
    form = here.form
    assert not form.tempers["red"].isEnabled()
    choose_by_mouse(form.seats["red"], "regular")
    assert form.tempers["red"].isEnabled()
    choose_by_mouse(form.tempers["red"], "bold")
    typed(form.games, "2")
    start(here, qtbot)
    assert here.balance is not None
    assert here.balance.series.players == {"red": "regular:bold", "blue": "greedy"}
    assert "bold" in here.findings.result.words.text()
    choose_by_mouse(form.seats["red"], "greedy")
    assert form.inquiry(here.tab.document.scenario).series.players["red"] == "greedy"


def test_players_are_compared_with_their_tempers(
    here: BalanceWindow, window: MainWindow, qtbot: QtBot
) -> None:
    comparison = here.form.comparison
    by_keys(comparison.what, "strengths")
    for name in comparison.chosen_players:
        tick(here, name)
    for name in ("regular", "regular:bold"):
        tick(here, name)
    typed(here.form.games, "2")
    start(here, qtbot)
    assert here.comparison is not None
    assert list(here.comparison.names) == ["regular", "regular:bold"]
    again = SeriesForm(window.localize)
    qtbot.addWidget(again)
    again.show_scenario(here.tab.document.scenario, "en")
    again.recall(here.form.remembered("", "a.yaml"), "a.yaml")
    assert again.comparison.strengths == ("regular", "regular:bold")


def tick(found: BalanceWindow, name: str) -> None:
    """Open the list of players to be compared, and click one."""
    listed = found.form.comparison.listed
    (entry,) = (each for each in listed.actions() if each.data() == name)
    listed.popup(found.mapToGlobal(found.rect().topLeft()))
    QTest.mouseClick(listed, LEFT, pos=listed.actionGeometry(entry).center())


def test_tempers_who_plays_and_the_file_are_remembered(
    here: BalanceWindow, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    form, scenario = here.form, here.tab.document.scenario
    by_keys(form.seats["blue"], "veteran")
    by_keys(form.tempers["blue"], "cautious")
    by_keys(form.crew.by, FAR)
    typed(form.crew.address, "tcp://desk:8786")
    typed(form.crew.file, str(tmp_path / "b.jsonl"))
    words = form.remembered("", "b.yaml")
    again = SeriesForm(window.localize)
    qtbot.addWidget(again)
    again.show_scenario(scenario, "en")
    again.recall(words, "b.yaml")
    assert again.inquiry(scenario).series.players["blue"] == "veteran:cautious"
    assert again.crew.chosen(2) == Cluster("tcp://desk:8786")
    assert again.crew.kept_in == tmp_path / "b.jsonl"
    again.recall(words, "a.yaml")
    assert again.crew.kept_in is None, "a file has the games of one scenario"
    for broken in ('{"wishes": 2, "files": 3, "by": 7, "seats": ["nobody"]}', '{"files": [1]}'):
        again.recall(broken, "a.yaml")
    assert again.crew.played_by == HERE


# --- a file ---------------------------------------------------------------------------------------


def test_games_are_kept_in_a_file_and_go_on_from_it(
    here: BalanceWindow, prompts: Scripted, qtbot: QtBot, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    prompts.file = tmp_path / "games.jsonl"
    QTest.mouseClick(here.form.crew.browse, LEFT)
    assert here.form.crew.file.text() == str(prompts.file)
    typed(here.form.games, "5")
    start(here, qtbot)
    assert len(prompts.file.read_text(encoding="utf-8").splitlines()) == 6, "a heading and 5 games"
    played: list[int] = []

    class Counting(Here):
        def play(self, *asked: Any, **named: Any) -> Iterator[Any]:
            for job, record in super().play(*asked, **named):
                played.append(job.number)
                yield job, record

    play_in_process(monkeypatch, Counting())
    typed(here.form.games, str(GAMES))
    start(here, qtbot)
    assert played == [*range(6, GAMES + 1)]
    assert here.balance is not None
    assert here.balance.games == GAMES
    assert prompts.told == []


def test_a_file_of_another_scenario_is_told_in_the_form_and_left_alone(
    here: BalanceWindow, balance: Callable[..., BalanceWindow], prompts: Scripted, qtbot: QtBot,
    tmp_path: Path,
) -> None:  # fmt: skip
    file = tmp_path / "games.jsonl"
    typed(here.form.crew.file, str(file))
    typed(here.form.games, "1")
    start(here, qtbot)
    before = file.read_bytes()
    other = balance(LONG, 1)
    typed(other.form.crew.file, str(file))
    start(other, qtbot)
    assert other.form.fault.isVisible()
    assert "games.jsonl" in other.form.fault.text()
    assert "scenario" in other.form.fault.text()
    assert file.read_bytes() == before
    assert prompts.told == []
    typed(other.form.crew.file, str(tmp_path / "others.jsonl"))
    start(other, qtbot)
    assert not other.form.fault.isVisible(), "what was wrong is no more"
    assert other.balance is not None


def test_a_file_that_cannot_be_written_is_told_in_the_form(
    here: BalanceWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    typed(here.form.crew.file, str(tmp_path / "no-folder" / "games.jsonl"))
    start(here, qtbot)
    assert "games.jsonl" in here.form.fault.text()
    assert here.balance is None


def test_a_long_file_name_does_not_widen_the_window(
    here: BalanceWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """Its words go to the next line within the name, and are told as they are."""
    wide, name = here.width(), str(tmp_path / ("x" * 300))
    typed(here.form.crew.file, name)
    start(here, qtbot)
    assert name in here.form.fault.text()
    QTest.qWait(50)
    assert here.width() == wide
    assert here.form.fault.width() <= wide


def test_a_scenario_is_no_file_of_games_in_words_of_the_window(
    here: BalanceWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / SMALL.name
    file.write_bytes(before := SMALL.read_bytes())
    typed(here.form.crew.file, str(file))
    start(here, qtbot)
    assert f"{file} is not a file of saved games" in here.form.fault.text()
    assert "--" not in here.form.fault.text()
    assert file.read_bytes() == before


# --- a cluster ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers in processes of their own."""
    pytest.importorskip("distributed")
    with start_local_cluster(2) as found:
        yield found.scheduler_address


def test_a_cluster_at_an_address_plays_the_same_games(
    balance: Callable[..., BalanceWindow], scheduler: str, prompts: Scripted, qtbot: QtBot
) -> None:
    found = balance()
    assert not found.form.crew.address.isVisible()
    by_keys(found.form.crew.by, FAR)
    assert not found.form.workers.isEnabled()
    typed(found.form.crew.address, scheduler)
    start(found, qtbot)
    assert (found.form.fault.text(), prompts.told) == ("", [])
    far = found.balance
    assert far is not None
    by_keys(found.form.crew.by, HERE)
    found._held._games.clear()
    start(found, qtbot)
    assert found.balance is not None
    assert as_json(found.balance) == as_json(far)


def test_games_on_a_cluster_are_given_up_as_at_home(
    balance: Callable[..., BalanceWindow], scheduler: str, qtbot: QtBot
) -> None:
    found = balance(SMALL, 20_000)
    by_keys(found.form.crew.by, FAR)
    typed(found.form.crew.address, scheduler)
    QTest.mouseClick(found.start, LEFT)
    qtbot.waitUntil(lambda: found.run is not None and found.run.done > 2, timeout=WAIT)
    assert "of 20000" in found.told.text()
    QTest.mouseClick(found.cancel, LEFT)
    qtbot.waitUntil(lambda: not found.is_running, timeout=WAIT)
    assert found.balance is not None
    assert 2 < found.balance.games < 20_000


def test_local_workers_of_a_cluster_play(
    balance: Callable[..., BalanceWindow], prompts: Scripted, qtbot: QtBot
) -> None:
    pytest.importorskip("distributed")
    found = balance(SMALL, 4)
    by_keys(found.form.crew.by, LOCAL)
    assert found.form.crew.chosen(3) == Cluster("local:3")
    start(found, qtbot)
    assert (found.form.fault.text(), prompts.told) == ("", [])
    assert found.balance is not None
    assert found.balance.games == 4


def test_a_scheduler_nobody_hears_of_is_told_in_the_form(
    balance: Callable[..., BalanceWindow], prompts: Scripted, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    found = balance()
    by_keys(found.form.crew.by, FAR)
    with socket.socket() as taken:  # a port at which nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        typed(found.form.crew.address, address)
        start(found, qtbot)
    assert f"no scheduler answers at {address}" in found.form.fault.text()
    assert prompts.told == []
    assert found.start.isEnabled()


def test_a_worker_of_another_version_is_told_in_the_form(
    balance: Callable[..., BalanceWindow], scheduler: str, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    ours = ProgramVersions.here(["tank"])
    theirs = ours._replace(rules=(("tank", ours.rules[0][1] + 1),))
    monkeypatch.setattr(ProgramVersions, "here", classmethod(lambda cls, games: theirs))
    found = balance()
    by_keys(found.form.crew.by, FAR)
    typed(found.form.crew.address, scheduler)
    start(found, qtbot)
    assert "of the rules of tank" in found.form.fault.text()


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:99999", "", "desk", "http://desk:1", "local:2"]
)
def test_what_is_no_address_is_told_before_anything_is_played(
    here: BalanceWindow, address: str
) -> None:
    by_keys(here.form.crew.by, FAR)
    typed(here.form.crew.address, address)
    QTest.mouseClick(here.start, LEFT)
    assert not here.is_running
    assert here.form.fault.text() == text("balance.window-no-address", "en", found=address or "–")
    with pytest.raises(InvalidSchedulerAddress):
        here.form.crew.chosen(1)


@pytest.mark.parametrize("is_closed", [True, False])
def test_nobody_waits_for_a_silent_scheduler_any_longer_than_wanted(
    is_closed: bool,
    balance: Callable[..., BalanceWindow],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A scheduler that takes the line and says nothing."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 600.0)
    found = balance()
    by_keys(found.form.crew.by, FAR)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        silent.settimeout(WAIT / 1000)
        typed(found.form.crew.address, f"tcp://127.0.0.1:{silent.getsockname()[1]}")
        QTest.mouseClick(found.start, LEFT)
        run = found.run
        assert run is not None
        line, _ = silent.accept()
        with line:
            assert line.recv(1), "a greeting, to which nothing is said"
            QTest.mouseClick(found.shut if is_closed else found.cancel, LEFT)
            qtbot.waitUntil(lambda: not run.is_running, timeout=WAIT)
            assert run._thread.is_alive(), "it still waits, but the window does not"
            assert found.start.isEnabled()
    qtbot.waitUntil(lambda: not run._thread.is_alive(), timeout=WAIT)


def test_of_two_addresses_one_after_another_nobody_has_to_wait_for_the_first(
    balance: Callable[..., BalanceWindow], prompts: Scripted, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The window says whom it waits for, lets go of it at once, and tells of the second."""
    pytest.importorskip("distributed")
    found = balance()
    by_keys(found.form.crew.by, FAR)
    with socket.socket() as silent, socket.socket() as closed:
        for taken in (silent, closed):
            taken.bind(("127.0.0.1", 0))
        silent.listen()
        here, there = (f"tcp://127.0.0.1:{each.getsockname()[1]}" for each in (silent, closed))
        monkeypatch.setattr(cluster, "PATIENCE", 600.0)
        typed(found.form.crew.address, here)
        QTest.mouseClick(found.start, LEFT)
        waiting = found.run
        assert waiting is not None
        assert found.told.text() == text("balance.window-calling", "en", address=here)
        line, _ = silent.accept()
        with line:
            QTest.mouseClick(found.cancel, LEFT)
            qtbot.waitUntil(lambda: not found.is_running, timeout=WAIT)
            assert waiting._thread.is_alive(), "it still waits, but the window does not"
            monkeypatch.setattr(cluster, "PATIENCE", 0.3)
            typed(found.form.crew.address, there)
            start(found, qtbot)
    assert f"no scheduler answers at {there}" in found.form.fault.text()
    assert here not in found.form.fault.text()
    assert prompts.told == []
    qtbot.waitUntil(lambda: not waiting._thread.is_alive(), timeout=WAIT)


class Page(BaseRequestHandler):
    """A program that speaks HTTP, as a scheduler's dashboard does."""

    def handle(self) -> None:
        self.request.recv(1)
        self.request.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")


def test_the_port_of_another_program_is_told_in_the_form(
    balance: Callable[..., BalanceWindow], prompts: Scripted, qtbot: QtBot
) -> None:
    pytest.importorskip("distributed")
    found = balance()
    by_keys(found.form.crew.by, FAR)
    with ThreadingTCPServer(("127.0.0.1", 0), Page) as page:
        Thread(target=page.serve_forever, daemon=True).start()
        typed(found.form.crew.address, f"tcp://127.0.0.1:{page.server_address[1]}")
        start(found, qtbot)
        page.shutdown()
    assert "not a dask scheduler" in found.form.fault.text()
    assert prompts.told == []


def test_what_is_remembered_is_plain_json(here: BalanceWindow) -> None:
    told = json.loads(here.form.remembered("", "a.yaml"))
    assert told["seats"] == ["greedy", "greedy"]
    assert (told["by"], told["files"], SEED) == (HERE, {}, here.form.seed.value())
