"""At hand while one plays, by keys and clicks: the situation, what happened, stops, and why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games.tank.fire import ChooseShot
from engine.games.tank.movement import ChooseMove
from engine.games.tank.opportunity_fire import OpportunityFire
from engine.play.forecast_blocks import OutcomeForecast
from engine.play.players import Question, find_player
from engine.session.rule_explanations import ExplanationRequest
from engine.session.seats import Seat
from engine.session.session import Session
from engine.session.stop_conditions import StopCondition
from engine.texts import text
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.play.game_view.game_on_map import GameOnMap
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.forecast_panel import ForecastPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.studio.main_window.conftest import Scripted

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
ALT = Qt.KeyboardModifier.AltModifier
PERSONS = dict.fromkeys(("red", "blue"), Seat.PERSON)
SHOTS = (ChooseShot, OpportunityFire)


class Table:
    """A window in which two persons play, as far as greedy players have brought the game."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    def play_until(self, *wanted: type) -> None:
        scenario = load(CROSSROADS)
        session = Session.begin(scenario, PERSONS, 5, path=CROSSROADS)
        who = find_player("greedy", 5)
        while session.game.decision is not None and not isinstance(session.game.decision, wanted):
            session.answer(who.choose(Question(session.game, session.game.decision)))
        assert isinstance(session.game.decision, wanted)
        self.window.playing.play_session(self.tab, session)
        QCoreApplication.processEvents()

    @property
    def tab(self) -> ScenarioTab:
        assert isinstance(self.window.active_tab, ScenarioTab)
        return self.window.active_tab

    @property
    def here(self) -> GameOnMap:
        assert isinstance(self.tab.guest, GameOnMap)
        return self.tab.guest

    def press(self, key: Qt.Key, with_: Qt.KeyboardModifier = ALT) -> None:
        QTest.keyClick(self.tab.canvas, key, with_)
        QCoreApplication.processEvents()

    def click(self, column: int, row: int) -> None:
        canvas, grid = self.tab.canvas, self.tab.map.grid
        x, y = canvas.camera.centre(grid.hex(column, row))
        QTest.mouseMove(canvas, QPoint(round(x), round(y)))
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
        QCoreApplication.processEvents()


def shots_of(table: Table) -> list[int]:
    """The rows of the options that are shots with figures from a table."""
    game = table.here.play.session.game
    assert game.decision is not None
    view = game.view(game.decision.side)
    told = [game.rules.forecast(view, game.decision, option) for option in game.options]
    return [
        row for row, each in enumerate(told) if isinstance(each, OutcomeForecast) and each.cells
    ]


def line_of(panel: ForecastPanel, asked: ExplanationRequest) -> QPoint:
    """Where a line stands once it is scrolled into sight."""
    bar, high = panel.verticalScrollBar(), panel.viewport().height()
    for down in range(2, bar.maximum() + high, 4):
        bar.setValue(max(down - high // 2, 0))
        point = QPoint(60, down - bar.value())
        found = panel.question_at(QPointF(point))
        if found is not None and found[0] == asked:
            return point
    raise AssertionError(asked)


@pytest.fixture(scope="module")
def table(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    home = tmp_path_factory.mktemp("home")
    preferences = Preferences(home / "studio.ini")
    window = MainWindow(preferences, Scripted(), home / "journals", home / "games")
    window.resize(1366, 740)
    window.show()
    window.filing.open_file(CROSSROADS)
    while not isinstance(window.active_tab, ScenarioTab):
        QTest.qWait(5)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    yield Table(window)
    window.playing.stop()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_alt_i_reads_the_situation_and_a_line_of_it_is_shown_on_the_map(table: Table) -> None:
    table.play_until(ChooseMove)
    table.press(Qt.Key.Key_I)
    panel = table.window.playing.panels.situation
    assert panel.hasFocus()
    assert f"Crossways (3): {text('tank.nobody', 'en')}" in panel.toPlainText()
    panel.anchorClicked.emit("#0")
    assert table.here.pointer.place.hexes == panel.places[0]


def test_alt_brackets_step_through_what_happened_and_esc_is_back(table: Table) -> None:
    table.play_until(ChooseMove)
    play, strip = table.here.play, table.here.strip
    assert strip.recap
    table.press(Qt.Key.Key_BracketLeft)
    assert play.is_recalling
    assert strip.place == len(strip.recap) - 1
    assert strip.head.text().endswith(f"of {len(strip.recap)}:</b>")
    table.press(Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert table.here.play is play, "the game goes on"
    assert table.here.play.standing.pieces == table.here.play.session.visible_position(None).pieces


def test_alt_w_asks_why_of_all_that_the_outlook_shows(table: Table, qtbot: QtBot) -> None:
    table.play_until(*SHOTS)
    panels = table.window.playing.panels
    panels.show_dock("outlook")
    panels.decision.list.setCurrentRow(shots_of(table)[0])
    qtbot.waitUntil(lambda: any(each.cells for each in panels.outlook.explainable_items))
    table.press(Qt.Key.Key_W)
    assert len(panels.why.explanations) == len(panels.outlook.explainable_items)
    assert all(told.rules for told in panels.why.explanations)
    QTest.keyClick(panels.why, Qt.Key.Key_Escape)
    assert panels.why.isHidden()


def test_a_click_out_of_reach_says_why_and_the_rule_with_it(table: Table) -> None:
    table.play_until(ChooseMove)
    mover = table.here.play.choices
    assert mover is not None
    unit = mover.actors[0]
    at = table.here.play.standing.hex_of_unit(unit)
    assert at is not None
    grid = table.tab.map.grid
    column, row = grid.column_row(at)
    table.click(column, row)
    table.click(grid.columns - 1 if column < 12 else 0, row)
    bubble = table.here.bubble
    assert bubble.refusal is not None
    assert "reach" in bubble.refusal.words or "enter" in bubble.refusal.words
    assert bubble.isVisible()
    bubble.words.linkActivated.emit("why")
    why = table.window.playing.panels.why
    assert any(rule.number == "V1" for rule in why.explanations[0].rules)
    assert bubble.isHidden()
    QTest.keyClick(why, Qt.Key.Key_Escape)
    assert why.isHidden()


def test_a_click_on_a_line_of_the_outlook_says_its_rule_and_shows_its_cell(
    table: Table, qtbot: QtBot
) -> None:
    table.play_until(*SHOTS)
    panels = table.window.playing.panels
    panels.show_dock("outlook")
    panels.decision.list.setCurrentRow(shots_of(table)[0])
    qtbot.waitUntil(lambda: any(each.cells for each in panels.outlook.explainable_items))
    asked = next(each for each in panels.outlook.explainable_items if each.cells)
    QTest.mouseClick(
        panels.outlook.viewport(), Qt.MouseButton.RightButton, pos=line_of(panels.outlook, asked)
    )
    assert [told.what for told in panels.why.explanations] == [asked.what]
    assert panels.why.explanations[0].rules
    QTest.keyClick(panels.why, Qt.Key.Key_Return)
    assert set(asked.cells) <= set(panels.tables.marks)
    assert panels.tables.shown is not None
    assert panels.tables.shown.name == asked.cells[0].table


def test_stops_are_remembered_from_one_day_to_the_next(table: Table, tmp_path: Path) -> None:
    window = table.window
    action = window.bars.actions["stop-loss"]
    action.trigger()
    assert window.playing.stops == {StopCondition.LOSS}
    assert action.isChecked()
    assert table.here.play.stops == {StopCondition.LOSS}
    assert window.preferences.stops == "loss"
    action.trigger()
    assert window.preferences.stops == ""
