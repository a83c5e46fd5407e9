"""The mathematics on the screen: what is shown beforehand and afterwards is what the rules do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.games.tank.events import ShotResolved
from engine.languages import MADE_IN
from engine.play.forecast_blocks import CalculationBlock as Reckoned
from engine.play.forecast_blocks import DiceOutcomes, LineOfSight, OutcomeForecast, ResultChances
from engine.play.move_forecast import Forecast, MoveStep, ReachableArea
from engine.session.roll_history import MAXIMUM, RollRecord, latest_rolls
from engine.session.rule_explanations import ExplanationRequest, explain_figure
from engine.session.seats import FogOfWar
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from engine.texts import text
from studio.canvas.map_canvas import MapCanvas
from studio.rendering.charts.printed_table import CellMark
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.chance_blocks import ChanceBarsBlock, TableColumnBlock
from studio.workspaces.play.panels.dice_rows import RollRowLayout
from studio.workspaces.play.panels.dice_strip import DiceStrip
from studio.workspaces.play.panels.forecast_block_drawings import (
    ColumnsBlock,
    ForecastBlockStyle,
    SightProfileBlock,
    SumBlock,
)
from studio.workspaces.play.panels.forecast_block_layout import (
    forecast_blocks,
    forecast_table_cells,
)
from studio.workspaces.play.panels.forecast_panel import ForecastPanel
from studio.workspaces.play.panels.printed_tables_panel import PrintedTablesPanel
from tests.assertions import require
from tests.engine.session.sessions import RED_ALONE, begun, drawn, give

HILL = "r1 . . . . . b1:2 .\n r2 . . . . . . b2:2"
DUEL = "r1 . . . b1:w\n . . . . ."


class Umpire:
    """Answers the lines that are asked for."""

    def __init__(self) -> None:
        self.lines: list[str | None] = []

    def line(self, title: str, question: str, was: str = "") -> str | None:
        return self.lines.pop(0)


class Desk:
    """A game on a canvas with the panels beside it."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.localize, self.umpire = session, Localizer("en"), Umpire()
        self.canvas = MapCanvas()
        self.canvas.resize(500, 400)
        self.canvas.show_map(session.scenario.map)
        self.board = MapGameView(session.scenario, self.canvas, self.localize.language)
        self.play = GameController(session, self.board, self.localize)
        self.play.speed = PlaybackSpeed.SKIP
        self.pointer = MapGamePointer(self.play, self.board)
        self.outlook, self.tables = ForecastPanel(self.localize), PrintedTablesPanel(self.localize)
        self.strip = DiceStrip(self.localize, self.umpire)  # type: ignore[arg-type] # asks lines only
        self.strip.chosen.connect(self.tables.show_roll)
        for panel in (self.outlook, self.tables, self.strip):
            qtbot.addWidget(panel)
            panel.resize(320, 500)
            panel.show_play(self.play, self.pointer)
            panel.show()
        qtbot.addWidget(self.canvas)
        self.play.look_again()

    def answer(self, rng: random.Random, answers: int) -> None:
        """Let persons answer at random."""
        for _ in range(answers):
            if self.play.question is not None:
                self.play.answer(rng.choice(self.play.question.choices.options))

    def until(self, is_there: Callable[[], bool], seed: int = 0) -> None:
        """Answer at random until something is there."""
        rng = random.Random(seed)
        while not is_there():
            assert self.play.question is not None, "the game is over"
            self.answer(rng, 1)

    def foreseen(self) -> Iterator[Forecast]:
        """What the options of the question lead to."""
        assert self.play.question is not None
        for choice in self.play.question.choices[:40]:
            self.pointer.look_at(choice)
            if self.pointer.forecast is not None:
                yield self.pointer.forecast

    def hit(self) -> list[str]:
        """What is printed in the cells that are marked as hit."""
        printed = {
            cell: word for table in self.tables.printed for cell, word in table.cells.items()
        }
        marks = self.tables.marks.items()
        return [printed[cell] for cell, mark in marks if mark is CellMark.HIT]


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Callable[[Session], Desk]]:
    made: list[Desk] = []

    def make(session: Session) -> Desk:
        made.append(Desk(session, qtbot))
        return made[-1]

    yield make
    for each in made:
        for panel in (each.outlook, each.tables, each.strip):
            panel.show_play(None, None)
        each.play.end()


def has_shot(at: Desk) -> bool:
    return any(line.cast.rolled.purpose == "shot" for line in at.strip.lines())


def first_fire(
    at: Desk, is_meant: Callable[[OutcomeForecast], bool] = lambda told: True
) -> OutcomeForecast:
    """The first forecast of fire that is rolled for, and is meant."""
    rng = random.Random(1)
    while True:
        for told in at.foreseen():
            if (
                isinstance(told, OutcomeForecast)
                and told.blocks_of_kind(DiceOutcomes)
                and is_meant(told)
            ):
                return told
        at.answer(rng, 1)


def level(told: OutcomeForecast) -> Reckoned:
    return told.blocks_of_kind(Reckoned)[0]


def uphill(told: OutcomeForecast) -> bool:
    return any(made.is_change and made.cell for made in level(told).numbers)


# --- beforehand -----------------------------------------------------------------------------------


def test_the_throws_of_a_strip_are_all_thirty_six(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(HILL))
    first_fire(at)
    strip = next(block for block in at.outlook.blocks if isinstance(block, TableColumnBlock))
    assert sum(throw.chance * 36 for throw in strip.throws) == 36


@pytest.mark.parametrize("count", [1, 2])
def test_the_chances_of_every_bar_chart_add_up_to_one(
    desk: Callable[[Session], Desk], count: int
) -> None:
    at = desk(drawn(HILL))
    first_fire(at, lambda told: len(told.blocks_of_kind(DiceOutcomes)) == count)
    charts = [block for block in at.outlook.blocks if isinstance(block, ChanceBarsBlock)]
    assert len(charts) == (count if count == 1 else count + 1)
    for chart in charts:
        assert sum(bar.chance for bar in chart.bars) == 1


def test_the_fractions_written_are_the_chances(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(HILL))
    first_fire(at)
    chart = next(block for block in at.outlook.blocks if isinstance(block, ChanceBarsBlock))
    assert [Fraction(bar.share) for bar in chart.bars] == [bar.chance for bar in chart.bars]
    assert {bar.share.partition("/")[2] for bar in chart.bars} == {"216"}


def test_what_is_not_hatched_is_what_remains_of_a_result(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn("r1 . . . b1:s\n . . . . ."))
    told = first_fire(at)
    throws = told.blocks_of_kind(DiceOutcomes)[0].throws
    assert any(0 < throw.softened < throw.chance for throw in throws)
    for result, chance, *_ in told.blocks_of_kind(ResultChances)[0].chances:
        kept = sum(throw.chance - throw.softened for throw in throws if throw.result == result)
        softened = sum(throw.softened for throw in throws)
        assert chance == kept + (softened if result == "S" else 0)


def test_the_figures_of_a_shot_add_up_to_its_level(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(HILL))
    told = first_fire(at, uphill)
    shown = next(block for block in at.outlook.blocks if isinstance(block, SumBlock))
    figures = [int(figure.value.replace("−", "-")) for figure in shown.figures]
    assert sum(figures) == int(shown.total.value) == level(told).total.value
    assert [figure.source for figure in shown.figures] == ["table A, F3", "table B, F3"]


def test_the_cells_a_shot_would_be_rolled_in_are_outlined(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(HILL))
    told = first_fire(at, uphill)
    aimed = {cell for cell, mark in at.tables.marks.items() if mark is CellMark.AIMED}
    assert aimed == set(forecast_table_cells(told))
    assert {cell.table for cell in aimed} >= {"A", "B", "C"}
    assert {cell.column for cell in aimed if cell.table == "C"} == {str(level(told).total.value)}


def test_an_outlook_stays_while_the_pointer_goes_to_read_it(
    desk: Callable[[Session], Desk],
) -> None:
    at = desk(drawn(DUEL))
    told = first_fire(at)
    at.pointer.look_at(None)
    assert at.outlook.forecast is not None
    assert at.outlook.forecast == told


def test_an_outlook_is_forgotten_once_the_game_goes_on(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(DUEL))
    first_fire(at)
    at.answer(random.Random(1), 1)
    assert at.outlook.forecast is None
    assert CellMark.AIMED not in at.tables.marks.values()


@pytest.mark.parametrize("language", MADE_IN)
def test_every_kind_of_forecast_can_be_drawn(
    desk: Callable[[Session], Desk], language: str
) -> None:
    at = desk(begun(seed=3))
    at.localize.language = language
    seen: set[tuple[type, bool]] = set()
    rng = random.Random(2)
    for _ in range(250):
        if at.play.question is None:
            break
        told = next(iter(at.foreseen()), None)
        kind = (
            type(told),
            isinstance(told, OutcomeForecast) and bool(told.blocks_of_kind(DiceOutcomes)),
        )
        if told is not None and kind not in seen:
            seen.add(kind)
            assert len(forecast_blocks(at.session.game, told, language)) > 1
            assert not at.outlook.grab().isNull()
        at.answer(rng, 1)
    assert seen == {
        (OutcomeForecast, True),
        (OutcomeForecast, False),
        (ReachableArea, False),
        (MoveStep, False),
    }


def test_a_threatened_step_names_every_enemy_that_may_fire(
    desk: Callable[[Session], Desk],
) -> None:
    at = desk(begun(seed=3))
    rng = random.Random(2)
    while True:
        told = next(
            (
                each
                for each in at.foreseen()
                if isinstance(each, MoveStep) and require(each.threat).threat_sources
            ),
            None,
        )
        if told is not None:
            break
        at.answer(rng, 1)
    table = next(block for block in at.outlook.blocks if isinstance(block, ColumnsBlock))
    named = at.session.game.rules.describe_unit
    for shot, row in zip(require(told.threat).kinds[0].perils, table.rows, strict=True):
        assert row[0].startswith(named(at.session.game.state, shot.unit, "en"))


def test_a_shot_shows_the_line_of_sight_it_is_judged_by(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(HILL))
    told = first_fire(at)
    shown = next(block for block in at.outlook.blocks if isinstance(block, SightProfileBlock))
    assert shown.profile == told.blocks_of_kind(LineOfSight)[0].profile


def test_the_outlook_can_be_copied_as_lines(desk: Callable[[Session], Desk], qtbot: QtBot) -> None:
    at = desk(drawn(DUEL))
    first_fire(at)
    QTest.keyClick(at.outlook, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert (
        QGuiApplication.clipboard()
        .text()
        .startswith(
            text(
                "tank.foreseen-attack", "en", firer="Red tank r1", target="Blue tank b1", level="10"
            )
        )
    )


# --- afterwards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_cell_that_is_marked_prints_what_the_roll_came_to(
    desk: Callable[[Session], Desk], seed: int
) -> None:
    at = desk(begun(seed=seed))
    rng, looked = random.Random(seed), 0
    for _ in range(150):
        at.answer(rng, 1)
        newest = at.strip.lines()[:1]
        cell = newest[0].cast.rolled.cell if newest else None
        if cell is not None:
            looked += 1
            assert newest[0].cast.rolled.printed in at.hit()
            assert at.tables.marks[cell] is CellMark.HIT
    assert looked


def test_the_table_of_the_last_shot_comes_to_the_front(desk: Callable[[Session], Desk]) -> None:
    at = desk(begun(seed=1))
    at.until(lambda: has_shot(at))
    assert at.tables.shown is not None
    assert at.tables.shown.name == "C"


def test_a_pinned_table_stays(desk: Callable[[Session], Desk]) -> None:
    at = desk(begun(seed=1))
    at.tables.which.setCurrentIndex(4)
    at.tables.pin.setChecked(True)
    at.until(lambda: has_shot(at))
    assert at.tables.which.currentIndex() == 4


def test_the_strip_shows_the_last_rolls_the_newest_first(desk: Callable[[Session], Desk]) -> None:
    at = desk(give(begun(seed=2), random.Random(2)))
    numbers = [require(line.cast.answer) for line in at.strip.lines()]
    assert len(numbers) == MAXIMUM
    assert numbers == sorted(set(numbers), reverse=True)


def test_every_roll_is_found_among_the_answers(desk: Callable[[Session], Desk]) -> None:
    session = give(begun(seed=4), random.Random(4))
    found = latest_rolls(session, most=10**6)
    assert len(found) > MAXIMUM
    for cast in found:
        assert cast.answer is not None
        assert session.game.answers[cast.answer] == cast.rolled.faces


def test_going_back_takes_later_rolls_away(desk: Callable[[Session], Desk]) -> None:
    at = desk(begun(seed=1))
    before: list[RollRecord] = []
    rng = random.Random(0)
    while not has_shot(at):
        before = [line.cast for line in at.strip.lines()]
        at.answer(rng, 1)
    at.play.undo()
    assert [line.cast for line in at.strip.lines()] == before
    assert not has_shot(at)


def test_nothing_is_shown_of_what_the_viewer_may_not_know(
    desk: Callable[[Session], Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ShotResolved, "seers", lambda event: ("blue",))
    at = desk(begun(seed=1, seats=RED_ALONE, fog=FogOfWar.PER_SIDE))
    session, rng = at.session, random.Random(1)
    while not any(isinstance(event, ShotResolved) for event in session.game.events):
        give(session, rng, 1)
    at.play.look_again()
    assert session.viewer == "red"
    assert at.strip.lines()
    assert not has_shot(at)
    assert {cell.table for cell in at.tables.marks}.isdisjoint({"A", "C"})
    session.fog = FogOfWar.OPEN
    at.play.look_again()
    assert has_shot(at)


def test_the_die_that_picks_a_card_is_never_shown(desk: Callable[[Session], Desk]) -> None:
    session = give(begun(seed=1, fog=FogOfWar.PER_SIDE), random.Random(1))
    answered = session.history.branch.answered
    drawn_by = {entry.number for entry in answered if entry.roll and entry.roll.purpose == "card"}
    assert drawn_by
    assert drawn_by.isdisjoint(cast.answer for cast in latest_rolls(session, most=10**6))


def test_dice_entered_by_hand_are_marked(desk: Callable[[Session], Desk]) -> None:
    at = desk(begun(by_hand=True))
    while not at.strip.lines():
        if at.session.awaited_roll is not None:
            at.play.enter_dice([3] * at.session.awaited_roll.dice)
        else:
            at.answer(random.Random(1), 1)
    line = at.strip.lines()[0]
    assert line.cast.giver is AnswerSource.HAND
    assert line.laid == "entered by hand"


def test_a_click_on_a_roll_shows_its_cell_and_its_place(desk: Callable[[Session], Desk]) -> None:
    at = desk(begun(seed=1))
    at.until(lambda: has_shot(at))
    row, line = next(
        (row, line)
        for row, line in enumerate(at.strip.lines())
        if line.cast.rolled.purpose == "shot"
    )
    at.tables.which.setCurrentIndex(0)
    at.strip.itemClicked.emit(at.strip.item(row))
    assert at.hit() == [line.cast.rolled.printed]
    assert at.tables.shown is not None
    assert at.tables.shown.name == "C"
    assert at.pointer.place == line.cast.place


# --- other faces ----------------------------------------------------------------------------------


def shot_of(at: Desk) -> RollRecord:
    at.until(lambda: has_shot(at))
    return next(line.cast for line in at.strip.lines() if line.cast.rolled.purpose == "shot")


def test_the_umpire_lays_other_faces_in_a_branch_of_its_own(
    desk: Callable[[Session], Desk],
) -> None:
    at = desk(begun(seed=1))
    cast = shot_of(at)
    at.umpire.lines = ["6, 6", "a die lay askew"]
    at.strip.override(cast)
    line = next(each for each in at.strip.lines() if each.cast.answer == cast.answer)
    assert line.cast.rolled.faces == (6, 6)
    assert line.laid == "changed by the umpire: a die lay askew"
    assert len(at.session.branches()) == 2


@pytest.mark.parametrize("lines", [[None], ["6 6", None]])
def test_thinking_better_of_it_changes_nothing(
    desk: Callable[[Session], Desk], lines: list[str | None]
) -> None:
    at = desk(begun(seed=1))
    cast, before = shot_of(at), at.strip.lines()
    at.umpire.lines = lines
    at.strip.override(cast)
    assert at.strip.lines() == before
    assert len(at.session.branches()) == 1


def test_impossible_faces_are_refused_and_explained(
    desk: Callable[[Session], Desk], qtbot: QtBot
) -> None:
    at = desk(begun(seed=1))
    cast, before = shot_of(at), at.strip.lines()
    at.umpire.lines = ["7", "why not"]
    with qtbot.waitSignal(at.play.refused) as refused:
        at.strip.override(cast)
    assert "7" in refused.args[0]
    assert at.strip.lines() == before


# --- the tables -----------------------------------------------------------------------------------


def test_a_table_is_copied_as_a_spreadsheet_takes_it(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(DUEL))
    at.tables.which.setCurrentIndex([table.name for table in at.tables.printed].index("armour"))
    at.tables.copy()
    assert QGuiApplication.clipboard().text().splitlines() == [
        "Direct fire armour die",
        "Fire\tnone\tlight\tmedium\theavy\tcomposite",
        "direct\t0\t0\t1\t2\t3",
    ]


def test_the_tables_speak_the_window_s_language_at_once(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(DUEL))
    at.localize.set_language("zh")
    assert at.tables.which.itemText(at.tables.which.count() - 1).startswith("装甲")
    at.localize.set_language("en")
    assert at.tables.which.itemText(at.tables.which.count() - 1).startswith("Armour")


def test_a_scenario_s_own_tables_are_those_shown(desk: Callable[[Session], Desk]) -> None:
    own = {"A": {"title": "Longer guns", "table": "gun 0-60\n85mm 9"}}
    at = desk(drawn(DUEL, rules={"tables": own}))
    assert at.tables.printed[0].title == "Longer guns"
    assert at.tables.printed[0].columns == ("0-60",)


def test_zoomed_letters_make_a_larger_table(desk: Callable[[Session], Desk]) -> None:
    at = desk(drawn(DUEL))
    before = at.tables.sheet.width()
    at.tables.set_zoom(2.0)
    assert at.tables.sheet.width() > 1.5 * before


def test_a_roll_is_asked_why_from_its_menu(desk: Callable[[Session], Desk]) -> None:
    at, asked = desk(begun(seed=1)), list[ExplanationRequest]()
    at.until(lambda: has_shot(at))
    at.strip.asked_why.connect(lambda inquiries, _: asked.extend(inquiries))
    row = next(n for n, line in enumerate(at.strip.lines()) if line.cast.rolled.purpose == "shot")
    where = at.strip.visualItemRect(at.strip.item(row)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, at.strip.mapToGlobal(where))
    QApplication.sendEvent(at.strip.viewport(), event)
    assert at.strip.menu is not None
    why = next(
        each for each in at.strip.menu.actions() if each.text() == text("playtest.why", "en")
    )
    QTest.mouseClick(
        at.strip.menu, Qt.MouseButton.LeftButton, pos=at.strip.menu.actionGeometry(why).center()
    )
    (inquiry,) = asked
    assert inquiry.purpose == "shot"
    told = explain_figure(at.session.scenario, inquiry, "en")
    assert [rule.number for rule in told.rules] == ["F3", "F4", "F5"]
    assert told.cells[0].cell == at.strip.lines()[row].cast.rolled.cell


def move(view: QWidget, to: QPoint) -> None:
    """Bring the pointer somewhere, no button pressed."""
    none = Qt.MouseButton.NoButton
    at, everywhere = QPointF(to), QPointF(view.mapToGlobal(to))
    kind, keys = QEvent.Type.MouseMove, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(view, QMouseEvent(kind, at, everywhere, none, none, keys))


def test_the_link_below_the_dice_asks_why_and_the_rest_of_a_roll_shows_its_table(
    desk: Callable[[Session], Desk],
) -> None:
    """A click where *why?* stands, by the mouse that sees it as a link."""
    at, asked, shown = desk(begun(seed=1)), list[ExplanationRequest](), list[RollRecord]()
    at.until(lambda: has_shot(at))
    at.strip.asked_why.connect(lambda inquiries, _: asked.extend(inquiries))
    at.strip.chosen.connect(shown.append)
    view, index = at.strip.viewport(), at.strip.indexFromItem(at.strip.item(0))
    look = ForecastBlockStyle.of(at.strip.palette(), at.strip.font(), "en")
    line, room = at.strip.lines()[0], QRectF(at.strip.visualRect(index))
    link = RollRowLayout(line, look, room, text("playtest.why", "en")).why.center().toPoint()
    assert view.rect().contains(link)
    move(view, link)
    assert view.toolTip() == text("playtest.why-hint", "en")
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=link)
    assert asked == [line.asked]
    assert not shown
    beside = QPoint(round(room.right()) - 12, round(room.bottom()) - 6)
    move(view, beside)
    assert view.toolTip() == text("playtest.strip-hint", "en")
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=beside)
    assert shown == [line.cast]
    at.strip.ask()
    assert asked == [line.asked] * 2, "the same by the keyboard"


def test_the_newest_roll_is_seen_wherever_the_older_were_left(
    desk: Callable[[Session], Desk],
) -> None:
    at = desk(begun(seed=1))
    at.until(lambda: at.strip.count() > 9)
    at.strip.scrollToBottom()
    at.play.undo()
    assert at.strip.count() > 5
    assert at.strip.visualItemRect(at.strip.item(0)).top() == 0
