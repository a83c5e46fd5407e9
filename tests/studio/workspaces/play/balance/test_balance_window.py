"""Many games in a window: the numbers of any such series, given up at any time, seen, written."""

from __future__ import annotations

import csv
import json
import multiprocessing
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from engine.balance import decisive_factors
from engine.balance.balance_report import as_json, provenance_text, report_sentences
from engine.balance.balance_summary import BalanceSummary
from engine.balance.decisive_factors import turning_sentences
from engine.balance.series import GameRecord, Series, open_game, play_series_game
from engine.balance.variants import scenario_with_extra_unit
from engine.balance.worker_pool import GameJob
from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from engine.texts import text
from studio.canvas.canvas_content import CanvasContent
from studio.framework.document_tab import MapDocumentTab
from studio.main_window.main_window import MainWindow
from studio.rendering.charts.heat_map import RAMP, HeatScale
from studio.workspaces.play.balance.balance_window import BalanceWindow
from studio.workspaces.play.balance.series_form import SeriesForm
from studio.workspaces.play.game_view.game_on_tab import GameOnTab
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.assertions import require, require_type
from tests.studio.main_window.conftest import Scripted
from tests.studio.workspaces.play.balance.conftest import (
    GAMES,
    LONG,
    SEED,
    SMALL,
    WAIT,
    Here,
    play_in_process,
)

MAP = SHIPPED / "samples" / "tank" / "maps" / "crossroads.map.yaml"
FARM = SHIPPED / "samples" / "valor" / "scenarios" / "orchard-farm.scenario.yaml"


def after_games(found: BalanceWindow, qtbot: QtBot) -> BalanceWindow:
    """A window after its games, Red played at random."""
    found.form.seats["red"].setCurrentIndex(found.form.seats["red"].findData("random"))
    found.begin()
    qtbot.waitUntil(lambda: not found.is_running, timeout=WAIT)
    return found


@pytest.fixture
def finished(
    balance: Callable[..., BalanceWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> BalanceWindow:
    """The window after twelve games, which were played without processes of their own."""
    play_in_process(monkeypatch)
    return after_games(balance(), qtbot)


def played_here(series: Series, *_: object) -> Iterator[GameRecord]:
    first = open_game(series)
    return (play_series_game(series, number, first) for number in range(1, series.games + 1))


def expected(games: int = GAMES) -> BalanceSummary:
    """The same games, played here one after the other."""
    series = Series(load_playable(SMALL), {"red": "random", "blue": "greedy"}, games, SEED)
    return BalanceSummary.of(series, played_here(series))


def workers() -> list[object]:
    """What is left of processes and threads that play."""
    processes = [p for p in multiprocessing.active_children() if p.name == "sandtable balance"]
    return [*processes, *(t for t in threading.enumerate() if t.name == "series")]


def begun(found: BalanceWindow, qtbot: QtBot) -> BalanceWindow:
    """A window in which games are being played."""
    found.begin()
    qtbot.waitUntil(
        lambda: found.run is not None and bool(found.run.series_with_games), timeout=WAIT
    )
    assert found.is_running
    assert workers() != []
    return found


def position(window: MainWindow) -> CanvasContent:
    return require(require_type(window.active_tab, MapDocumentTab).canvas.position)


# --- playing --------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_same_series_elsewhere(
    balance: Callable[..., BalanceWindow], qtbot: QtBot
) -> None:
    finished = after_games(balance(), qtbot)
    assert finished.balance is not None
    assert as_json(finished.balance) == as_json(expected())
    words = finished.findings.result.words.text()
    assert all(sentence in words for sentence in report_sentences(expected(), "en"))
    assert finished.progress.value() == finished.progress.maximum() == GAMES


def test_every_chart_names_the_players_the_games_and_the_seed(finished: BalanceWindow) -> None:
    notes = {made().note for made in finished.findings.charts().values()}
    players = "Red computer (random), Blue computer (greedy)"
    assert notes == {f"{players} · {GAMES} games · seed {SEED}"}


def test_escape_gives_up_and_keeps_the_first_games_of_the_series(
    balance: Callable[..., BalanceWindow], qtbot: QtBot
) -> None:
    found = begun(balance(LONG, 20_000), qtbot)
    QTest.keyClick(found, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not found.is_running, timeout=WAIT)
    qtbot.waitUntil(lambda: workers() == [], timeout=WAIT)
    assert found.isVisible()
    assert found.balance is not None
    games = found.balance.games
    assert found.balance.series.games == games < 20_000
    assert [record.number for record in found.balance.records] == list(range(1, games + 1))
    assert text("balance.window-stopped", "en", done=games, games=20_000) in found.told.text()


@pytest.mark.parametrize("what", ["balance", "tab", "program"])
def test_whatever_is_closed_while_games_are_played_no_process_stays(
    balance: Callable[..., BalanceWindow], window: MainWindow, qtbot: QtBot, what: str
) -> None:
    found = begun(balance(LONG, 20_000), qtbot)
    if what == "balance":
        found.close()
    elif what == "tab":
        window.close_front()
    else:
        window.close()
    assert workers() == []


def test_the_scenario_is_played_as_edited_on_the_map_as_painted(
    balance: Callable[..., BalanceWindow], window: MainWindow, qtbot: QtBot
) -> None:
    window.filing.open_file(MAP)
    painted = window.required_map_editor.document.map
    painted.level[0, 0] += 1
    found = balance(SMALL, 2)
    document = found.tab.document
    document.apply(replace(document.scenario, turns=document.scenario.turns + 3), "More turns")
    found.begin()
    assert found.run is not None
    scenario = found.run.inquiry.series.scenario
    assert scenario.turns == document.scenario.turns
    assert np.array_equal(scenario.map.level, painted.level)
    assert np.array_equal(document.scenario.map.level, painted.level)


def test_a_scenario_that_cannot_be_played_is_explained(
    balance: Callable[..., BalanceWindow], prompts: Scripted
) -> None:
    found = balance()
    document = found.tab.document
    document.apply(replace(document.scenario, units=()), "No units")
    found.begin()
    assert found.run is None
    assert len(prompts.told) == 1
    assert prompts.told[0].startswith(text("playtest.not-playable", "en", reason=""))


def test_what_was_played_before_an_edit_is_marked(finished: BalanceWindow) -> None:
    document = finished.tab.document
    assert not finished.stale.isVisible()
    document.apply(replace(document.scenario, turns=document.scenario.turns + 1), "A turn")
    assert finished.stale.isVisible()
    document.history.undo()
    assert not finished.stale.isVisible()


def test_what_is_asked_again_goes_on_from_the_games_that_have_ended(
    comparing: BalanceWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve games, then sixteen of the same, then one with another seed."""
    played: list[tuple[int, int]] = []

    class Counting(Here):
        def play(
            self,
            series: Sequence[Series],
            jobs: Iterable[GameJob],
            is_cancelled: Callable[[], bool] = lambda: False,
        ) -> Iterator[tuple[GameJob, GameRecord]]:
            for job, record in super().play(series, jobs, is_cancelled):
                played.append((series[job.series].seed, job.number))
                yield job, record

    play_in_process(monkeypatch, Counting())
    form = comparing.form
    form.seats["red"].setCurrentIndex(form.seats["red"].findData("random"))
    asked(comparing, qtbot)
    form.games.setValue(GAMES + 4)
    more = asked(comparing, qtbot).balance
    assert played == [(SEED, number) for number in range(1, GAMES + 5)]
    assert more is not None
    assert as_json(more) == as_json(expected(GAMES + 4))
    form.games.setValue(1)
    form.seed.setValue(SEED + 1)
    asked(comparing, qtbot)
    assert played[GAMES + 4 :] == [(SEED + 1, 1)]


def test_another_run_replaces_what_is_shown(finished: BalanceWindow, qtbot: QtBot) -> None:
    finished.form.seed.setValue(SEED + 1)
    finished.form.games.setValue(3)
    finished.begin()
    qtbot.waitUntil(lambda: not finished.is_running, timeout=WAIT)
    assert finished.balance is not None
    assert (finished.balance.games, finished.balance.series.seed) == (3, SEED + 1)
    finished.findings.setCurrentWidget(finished.findings.games)
    assert len(finished.findings.games.list.games.records) == 3


# --- several series beside each other -------------------------------------------------------------


def asked(found: BalanceWindow, qtbot: QtBot) -> BalanceWindow:
    """What is in the form has been played."""
    QTest.mouseClick(found.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not found.is_running, timeout=WAIT)
    assert found.run is not None
    assert found.run.failure is None
    return found


def chosen_by_keys(found: BalanceWindow, compared: str) -> None:
    """What to compare with, by the keys of its list."""
    found.form.comparison.choose("alone")
    for _ in range(("alone", "strengths", "what-if").index(compared)):
        QTest.keyClick(found.form.comparison.what, Qt.Key.Key_Down)
    assert found.form.comparison.compared == compared


@pytest.fixture
def comparing(
    balance: Callable[..., BalanceWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> BalanceWindow:
    """A window whose games are played without processes of their own."""
    play_in_process(monkeypatch)
    return balance()


def test_what_if_is_answered_with_a_change_that_is_tried_and_can_be_made(
    comparing: BalanceWindow, qtbot: QtBot
) -> None:
    """Two tanks against one favour Red; without the second of them they are even."""
    document = comparing.tab.document
    uneven = scenario_with_extra_unit(document.scenario, "r1")
    document.apply(uneven, "One tank more")
    change = f"without={uneven.units[-1].id}"
    chosen_by_keys(comparing, "what-if")
    QTest.keyClicks(comparing.form.comparison.wishes, f"{change}; turns={uneven.turns}")
    found = asked(comparing, qtbot)
    comparison = found.comparison
    assert comparison is not None
    assert comparison.sweep is not None
    assert comparison.sweep.is_wanted
    assert [each.name for each in found.run.chapters] == [  # type: ignore[union-attr]
        "", change, change,
    ], "the scenario as it is is not played twice; the last are fresh games"  # fmt: skip
    beside = found.findings.beside
    assert found.findings.currentWidget() is beside
    assert all(each in beside.words.text() for each in comparison.sentences("en"))
    assert beside.table.rowCount() == 4
    assert "side-by-side" in found.findings.charts()
    QTest.mouseClick(beside.take, Qt.MouseButton.LeftButton)
    assert document.scenario.units == uneven.units[:-1]
    document.history.undo()
    assert document.scenario.units == uneven.units


def test_players_are_compared_and_the_other_tabs_tell_of_the_one_that_is_chosen(
    comparing: BalanceWindow, qtbot: QtBot
) -> None:
    chosen_by_keys(comparing, "strengths")
    comparing.form.comparison.choose_players(["random", "greedy"])
    found = asked(comparing, qtbot)
    assert found.comparison is not None
    assert found.comparison.names == ["random", "greedy"]
    assert "against itself" in found.findings.beside.words.text()
    assert found.balance is not None
    assert set(found.balance.series.players.values()) == {"random"}
    QTest.keyClick(found.which, Qt.Key.Key_Down)
    assert set(found.balance.series.players.values()) == {"greedy"}
    found.copy.click()
    assert "computer (random) against itself" in QGuiApplication.clipboard().text()


def test_a_series_ends_when_it_is_sure_enough_and_says_so_when_it_never_is(
    comparing: BalanceWindow, qtbot: QtBot
) -> None:
    comparing.form.games.setValue(60)
    comparing.form.until.setValue(45)
    found = asked(comparing, qtbot)
    assert found.balance is not None
    assert found.balance.is_watched
    assert found.balance.games < 60
    assert found.told.text() == text("balance.window-done", "en", games=found.balance.games)
    comparing.form.games.setValue(3)
    comparing.form.until.setValue(1)
    assert text("balance.window-until-not", "en", done=3) in asked(comparing, qtbot).told.text()


def test_the_answer_that_turned_a_game_is_looked_for_where_that_is_wanted(
    comparing: BalanceWindow, qtbot: QtBot
) -> None:
    causes = comparing.findings.causes
    comparing.findings.setCurrentWidget(causes)
    comparing.form.games.setValue(1)
    asked(comparing, qtbot)
    assert text("balance.window-no-turning", "en") in causes.words.text()
    comparing.form.looked_into.setValue(1)
    asked(comparing, qtbot)
    assert comparing.balance is not None
    (said,) = turning_sentences(comparing.balance, "en")
    assert said in causes.words.text()


@pytest.mark.parametrize(
    ("wishes", "said"),
    [("tunrs=3", "tunrs cannot be changed"), ("turns=1..40", "20000")],
)
def test_what_cannot_be_asked_is_told_and_nothing_is_played(
    comparing: BalanceWindow, qtbot: QtBot, prompts: Scripted, wishes: str, said: str
) -> None:
    comparing.form.games.setValue(20_000)
    comparing.form.comparison.choose("what-if")
    comparing.form.comparison.wishes.setText(wishes)
    comparing.begin()
    qtbot.waitUntil(lambda: not comparing.is_running, timeout=WAIT)
    assert len(prompts.told) == 1
    assert said in prompts.told[0]
    assert comparing.balance is None


def test_changes_the_scenario_has_room_for_are_offered(comparing: BalanceWindow) -> None:
    comparison = comparing.form.comparison
    offered = [entry.text() for entry in comparison.offers.actions()]
    assert any(each.startswith(f"{text('variants.wish-turns', 'en')}: turns=") for each in offered)
    comparison.offers.actions()[0].trigger()
    comparison.offers.actions()[1].trigger()
    assert comparison.wishes.text().count(";") == 1


def test_what_was_asked_is_remembered_and_changes_for_their_file_alone(
    comparing: BalanceWindow, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    words = comparing.form.remembered("", "a.yaml")
    comparing.form.until.setValue(5)
    comparing.form.comparison.choose("what-if")
    comparing.form.comparison.wishes.setText("turns=3..4")
    comparing.form.seats["red"].setCurrentIndex(comparing.form.seats["red"].findData("random"))
    words = comparing.form.remembered(words, "b.yaml")
    form = SeriesForm(window.localize)
    qtbot.addWidget(form)
    form.show_scenario(comparing.tab.document.scenario, "en")
    form.recall(words, "a.yaml")
    assert form.inquiry(comparing.tab.document.scenario).wishes == ()
    form.recall(words, "b.yaml")
    found = form.inquiry(comparing.tab.document.scenario)
    assert (found.reach, found.wishes) == (0.05, ("turns=3..4",))
    assert found.series.players == {"red": "random", "blue": "greedy"}
    form.recall("[1", "b.yaml")
    form.recall('{"games": "many", "wishes": {}, "seats": 3}', "b.yaml")
    assert form.games.value() == GAMES


# --- the games and the map ------------------------------------------------------------------------


def test_a_game_that_is_watched_is_the_game_of_its_record(
    finished: BalanceWindow, window: MainWindow, qtbot: QtBot
) -> None:
    window.playing.set_speed(PlaybackSpeed.SKIP)
    finished.findings.setCurrentWidget(finished.findings.games)
    games = finished.findings.games.list
    games.selectRow(4)
    QTest.keyClick(games, Qt.Key.Key_Return)
    tab, record = window.active_tab, expected().records[4]
    assert isinstance(tab, ScenarioTab)
    assert tab.guest is not None
    session = require_type(tab.guest, GameOnTab).play.session
    assert session.seats == {"red": Seat.RANDOM, "blue": Seat.GREEDY}
    qtbot.waitUntil(lambda: session.result is not None, timeout=WAIT)
    result = session.result
    assert result is not None
    found = result.winner, result.reason, dict(result.points), len(session.game.answers)
    assert found == (record.winner, record.reason, record.points, record.answers)
    assert session.seed == record.seed
    assert finished.isHidden(), "it would lie over the game"
    window.playing.stop()
    assert finished.isVisible()


def test_games_are_sorted_by_number_not_by_digits(finished: BalanceWindow) -> None:
    finished.findings.setCurrentWidget(finished.findings.games)
    model = finished.findings.games.list.model()
    numbers = [model.index(row, 0).data() for row in range(GAMES)]
    assert numbers == [str(number) for number in range(1, GAMES + 1)]


def test_the_heat_map_lies_on_the_map_with_its_key_and_goes_again(
    finished: BalanceWindow, window: MainWindow
) -> None:
    sheet = finished.findings.heat
    finished.findings.setCurrentWidget(sheet)
    sheet.what.setCurrentIndex(sheet.what.findData("stood"))
    sheet.side.setCurrentIndex(sheet.side.findData("red"))
    sheet.what.activated.emit(sheet.what.currentIndex())
    before = window.grab().toImage()
    sheet.on_map.click()
    counts, laid = expected().heat_plane("stood", "red"), position(window).heat
    assert laid is not None
    assert np.array_equal(laid >= 0, counts > 0)
    assert laid[np.unravel_index(counts.argmax(), counts.shape)] == laid.max()
    assert window.grab().toImage() != before
    sheet.on_map.click()
    assert position(window).heat is None
    assert window.grab().toImage() == before


def test_the_map_and_the_report_have_one_ramp_from_light_to_dark() -> None:
    scale = HeatScale(np.array([[0, 1, 7, 300]]))
    assert scale.shade(0) == RAMP[0]
    assert scale.shade(len(scale.steps) - 1) == RAMP[-1]
    assert scale.class_of(np.array([0, 1, 300])).tolist() == [-1, 0, len(scale.steps) - 1]


# --- files ----------------------------------------------------------------------------------------


def test_reports_tables_numbers_and_pictures_are_written(
    finished: BalanceWindow, prompts: Scripted, tmp_path: Path
) -> None:
    def written(name: str, write: Callable[[], None]) -> bytes:
        prompts.file = tmp_path / name
        write()
        return prompts.file.read_bytes()

    def chosen(words: str) -> Callable[[], None]:
        entries = finished.exports.actions()
        for menu in (entry.menu() for entry in entries):
            entries = [*entries, *(menu.actions() if isinstance(menu, QMenu) else ())]
        return next(each.trigger for each in entries if each.text().startswith(words))

    def report() -> None:
        chosen("Report")()
        view = finished.files.reading.view
        assert view is not None
        QTest.mouseClick(view.save, Qt.MouseButton.LeftButton)

    page = written("a.html", report).decode()
    assert provenance_text(expected(), "en") in page
    assert written("a.pdf", report).startswith(b"%PDF-")
    rows = list(csv.DictReader(written("a.csv", chosen("Games")).decode().splitlines()))
    assert [int(row["seed"]) for row in rows] == [record.seed for record in expected().records]
    numbers = json.loads(written("a.json", chosen("All numbers")))
    told = {**as_json(expected(), "en"), "causes": decisive_factors.factors_document(expected())}
    assert numbers == json.loads(json.dumps(told))
    assert not QImage.fromData(written("a.png", chosen(text("balance.chart-wins", "en")))).isNull()
    assert b"<svg" in written("a.svg", chosen(text("balance.chart-heat", "en")))
    assert prompts.told == []


@pytest.mark.parametrize("name", ["nowhere/a.html", "a.doc"])
def test_what_cannot_be_written_is_told_and_leaves_nothing(
    finished: BalanceWindow, prompts: Scripted, tmp_path: Path, name: str
) -> None:
    prompts.file = tmp_path / name
    finished.exports.actions()[0].trigger()
    assert finished.files.reading.view is not None
    finished.files.reading.view.save.click()
    assert len(prompts.told) == 1
    assert name.rpartition("/")[2] in prompts.told[0]
    assert not list(tmp_path.glob("**/a.*"))


def test_the_summary_is_copied_as_text(finished: BalanceWindow) -> None:
    finished.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert list(report_sentences(expected(), "en")) == copied.split("\n")[2:-3]
    assert provenance_text(expected(), "en") in copied


def test_the_window_speaks_the_language_of_the_program(
    finished: BalanceWindow, window: MainWindow
) -> None:
    window.looks.choose_language("zh")
    assert finished.start.text() == "开始"
    assert finished.findings.tabText(1) == "结果"
    assert all(
        sentence in finished.findings.result.words.text()
        for sentence in report_sentences(expected(), "zh")
    )


def test_games_of_squads_are_played_and_one_of_them_is_opened(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games of Orchard Farm by keys and mouse, the second shown on the map."""
    play_in_process(monkeypatch)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    window.filing.open_file(FARM)
    qtbot.waitUntil(lambda: isinstance(window.active_tab, ScenarioTab))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ControlModifier)
    assert window.active_tab is not None
    found = window.stage.balancing.windows[window.active_tab]
    for box, number in ((found.form.games, "2"), (found.form.seed, str(SEED))):
        box.selectAll()
        QTest.keyClicks(box, number)
    for side in ("us", "de"):
        found.form.seats[side].setCurrentIndex(found.form.seats[side].findData("random"))
    QTest.mouseClick(found.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not found.is_running, timeout=WAIT)
    assert found.balance is not None
    found.findings.setCurrentWidget(found.findings.games)
    games = found.findings.games.list
    games.selectRow(1)
    QTest.keyClick(games, Qt.Key.Key_Return)
    tab = window.active_tab
    assert isinstance(tab, ScenarioTab)
    assert tab.guest is not None
    session = require_type(tab.guest, GameOnTab).play.session
    qtbot.waitUntil(lambda: len(session.game.answers) > 40, timeout=WAIT)
    record = found.balance.records[1]
    assert session.seed == record.seed
    assert session.seats == {"us": Seat.RANDOM, "de": Seat.RANDOM}
