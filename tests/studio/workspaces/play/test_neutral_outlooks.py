"""Outlooks of any game in the panel: pools of dice, tallies of points, a game nobody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine import games
from engine.play.forecast_blocks import (
    CalculationBlock,
    DiceGroup,
    DiceGroups,
    DiceOutcome,
    DiceOutcomes,
    FigureBlock,
    ListingBlock,
    ListingEntry,
    OutcomeForecast,
    PrintedTableCell,
    ResultChance,
    ResultChances,
    SentenceBlock,
    SentenceTone,
    UnitEndState,
    UnitEndStates,
    correction_block,
)
from engine.play.translatable_phrases import TranslatablePhrase, unit_name_term
from engine.session.session import Session
from engine.texts import text
from studio.canvas.map_canvas import MapCanvas
from studio.rendering.charts.printed_table import CellMark
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.map_game_pointer import MapGamePointer
from studio.workspaces.play.game_view.map_game_view import MapGameView
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.chance_blocks import (
    ChanceBarsBlock,
    DicePoolBlock,
    TableColumnBlock,
)
from studio.workspaces.play.panels.forecast_block_drawings import (
    ColumnsBlock,
    ForecastHeading,
    ForecastText,
    SumBlockLine,
)
from studio.workspaces.play.panels.forecast_block_drawings import SumBlock as Drawn
from studio.workspaces.play.panels.forecast_panel import ForecastPanel
from studio.workspaces.play.panels.printed_tables_panel import PrintedTablesPanel
from tests.conformance.toy import HIT, FireAt, shot_at
from tests.engine.session.sessions import PERSONS
from tests.games.boards import scenario

Odds = Mapping[int, Fraction]


# --- a pool of dice: six black against two red, each succeeding on 5 and 6 ------------------------


def successes(dice: int) -> Odds:
    """How many of some dice show 5 or 6."""
    third = Fraction(1, 3)
    return {k: comb(dice, k) * third**k * (1 - third) ** (dice - k) for k in range(dice + 1)}


def net(black: Odds, red: Odds) -> Odds:
    """Black successes less red ones, never below none."""
    found: Counter[int] = Counter()
    for (hits, chance), (saved, other) in product(black.items(), red.items()):
        found[max(0, hits - saved)] += chance * other  # type: ignore[assignment] # fractions
    return found  # type: ignore[return-value]


def suppressed(hits: int) -> tuple[str, ...]:
    """What so many net hits of a suppressive attack make of a squad."""
    return () if not hits else (("pinned",) if hits < 3 else ("routed",))


def pools() -> OutcomeForecast:
    """An attack by a pool of dice."""
    odds = net(successes(6), successes(2))
    ends: Counter[tuple[str, ...]] = Counter()
    for hits, chance in odds.items():
        ends[suppressed(hits)] += chance  # type: ignore[assignment] # fractions
    order: tuple[tuple[str, ...], ...] = (("routed",), ("pinned",), ())
    strength = CalculationBlock(
        (FigureBlock("4 regulars", 4, "RS1"), correction_block("support, half of 3", 2, "CF3")),
        FigureBlock("attack", 6),
    )
    dice = (
        DiceGroup("black", 6, (5, 6), "6 black"),
        DiceGroup("red", 2, (5, 6), "2 red, cover of woods"),
    )
    chances = tuple(
        ResultChance(str(hits), odds[hits], f"{hits} hits") for hits in sorted(odds, reverse=True)
    )
    squad = UnitEndStates(
        "b1", (), tuple(UnitEndState(marks, Fraction(ends[marks])) for marks in order)
    )
    part = OutcomeForecast(unit_name_term("b1"), (squad,))
    return OutcomeForecast("r1 at b1", (strength, DiceGroups(dice), ResultChances(chances), part))


# --- a tally: one row of a table by the throw of two dice and a modifier --------------------------


def tally() -> OutcomeForecast:
    """Casualty points of firepower 8 in cover of 2: the row 5–10, the throw two higher."""
    throws, points = [], Counter[int]()
    for dice in range(2, 13):
        column = min(dice + 2, 12)
        hurt, chance = max(0, 6 - (column - 2)), Fraction(6 - abs(dice - 7), 36)
        points[hurt] += chance  # type: ignore[assignment] # fractions
        cell = PrintedTableCell("ap", "5–10", str(column))
        throws.append(DiceOutcome(cell, str(hurt) if hurt else "·", chance, face=str(dice)))
    modifier = CalculationBlock(
        (correction_block("cover", 2, "V13"),), FigureBlock("on the roll", 2)
    )
    chances = tuple(
        ResultChance(str(hurt), Fraction(points[hurt]), f"{hurt} CP")
        for hurt in sorted(points, reverse=True)
    )
    paid = ListingBlock(
        ("dear", "cheap"), (ListingEntry("pin a squad", (Fraction(1, 3), 1), "one CP"),)
    )
    warning = SentenceBlock("The owner decides.", SentenceTone.GRAVE)
    row = DiceOutcomes("row 5–10", tuple(throws))
    return OutcomeForecast("fire at C4", (modifier, row, ResultChances(chances), paid, warning))


# --- in the panel ---------------------------------------------------------------------------------


class Desk:
    """The outlook and the tables beside a game of the toy."""

    def __init__(self, qtbot: QtBot) -> None:
        made = scenario("r1 r2\n b1 b2", game="toy", types={"r1": "walker", "b1": "walker"})
        self.session, self.localize = Session.begin(made, PERSONS, 1), Localizer("en")
        self.canvas = MapCanvas()
        self.canvas.show_map(made.map)
        self.board = MapGameView(self.session.scenario, self.canvas, self.localize.language)
        self.play = GameController(self.session, self.board, self.localize)
        self.play.speed = PlaybackSpeed.SKIP
        self.pointer = MapGamePointer(self.play, self.board)
        self.outlook, self.tables = ForecastPanel(self.localize), PrintedTablesPanel(self.localize)
        for panel in (self.outlook, self.tables):
            qtbot.addWidget(panel)
            panel.resize(360, 620)
            panel.show_play(self.play, self.pointer)
            panel.show()
        qtbot.addWidget(self.canvas)
        self.play.look_again()

    def show(self, told: OutcomeForecast) -> QImage:
        """The panel with an outlook in it."""
        self.outlook.show_forecast(told)
        self.tables.show_forecast(told)
        return self.outlook.grab().toImage()


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    games.install("toy", "tests.conformance.toy_system")
    made = Desk(qtbot)
    yield made
    for panel in (made.outlook, made.tables):
        panel.show_play(None, None)
    made.play.end()
    games.remove("toy")


def reds(image: QImage) -> int:
    """How many pixels have the red of the dice."""
    return sum(is_red(image.pixelColor(x, y)) for x, y in places(image))


def blacks(image: QImage) -> int:
    """How many are as dark as the black dice, in what is drawn of them."""
    return sum(image.pixelColor(x, y).lightness() < 60 for x, y in places(image))


def is_red(shade: QColor) -> bool:
    return shade.red() > 120 and shade.green() < 60 and shade.blue() < 80


def places(image: QImage) -> Iterable[tuple[int, int]]:
    return product(range(image.width()), range(image.height()))


def only(desk: Desk, kind: type) -> object:
    (found,) = (block for block in desk.outlook.blocks if isinstance(block, kind))
    return found


def test_a_pool_of_dice_is_drawn_die_by_die_with_the_exact_chances(desk: Desk) -> None:
    without = desk.show(OutcomeForecast("r1 at b1", ()))
    image = desk.show(pools())
    assert reds(image) > reds(without) + 200
    assert blacks(image) > blacks(without) + 600
    drawn = only(desk, DicePoolBlock)
    assert isinstance(drawn, DicePoolBlock)
    assert [(dice.pool.dice, dice.counting) for dice in drawn.pools] == [(6, "5, 6"), (2, "5, 6")]
    charts = [block for block in desk.outlook.blocks if isinstance(block, ChanceBarsBlock)]
    assert [sum(bar.chance for bar in chart.bars) for chart in charts] == [1, 1]
    missing = [dice for dice in product((1, 0, 0), repeat=8) if sum(dice[:6]) <= sum(dice[6:])]
    assert charts[0].bars[-1].chance == Fraction(len(missing), 3**8)


def test_a_pool_says_its_strength_with_rules_and_what_becomes_of_the_squad(desk: Desk) -> None:
    desk.show(pools())
    shown = only(desk, Drawn)
    assert isinstance(shown, Drawn)
    assert shown.figures[1] == SumBlockLine("support, half of 3", "+2", "CF3")
    titles = [block.words for block in desk.outlook.blocks if isinstance(block, ForecastHeading)]
    assert titles == ["r1 at b1", "b1"]
    lines = desk.outlook.text().splitlines()
    assert lines[:4] == [
        "r1 at b1",
        "4 regulars: 4 (RS1)",
        "support, half of 3: +2 (CF3)",
        "attack: 6",
    ]
    assert any(line.startswith("b1: routed ") for line in lines)


def test_a_tally_shows_the_row_by_the_throw_and_outlines_its_cells(desk: Desk) -> None:
    image = desk.show(tally())
    strip = only(desk, TableColumnBlock)
    assert isinstance(strip, TableColumnBlock)
    assert [throw.face for throw in strip.throws] == [str(dice) for dice in range(2, 13)]
    aimed = [cell for cell, mark in desk.tables.marks.items() if mark is CellMark.AIMED]
    assert aimed == [PrintedTableCell("ap", "5–10", str(column)) for column in range(4, 13)]
    chart = only(desk, ChanceBarsBlock)
    assert isinstance(chart, ChanceBarsBlock)
    assert [bar.words for bar in chart.bars] == ["4 CP", "3 CP", "2 CP", "1 CP", "0 CP"]
    assert sum(bar.chance for bar in chart.bars) == 1
    listed = only(desk, ColumnsBlock)
    assert isinstance(listed, ColumnsBlock)
    assert (listed.rows, listed.remarks) == ((("pin a squad", "33%", "1"),), ("one CP",))
    grave = [
        block for block in desk.outlook.blocks if isinstance(block, ForecastText) and block.grave
    ]
    assert [block.words for block in grave] == ["The owner decides."]
    assert len({image.pixel(x, y) for x, y in places(image)}) > 10


def test_a_game_of_the_tests_foresees_its_shots_like_any_other(desk: Desk, qtbot: QtBot) -> None:
    play = desk.play
    while not isinstance(play.session.game.decision, FireAt):
        assert play.question is not None
        play.answer(play.question.choices.options[0])
    assert play.question is not None
    fire = next(choice for choice in play.question.choices if choice.option == "fire")
    desk.pointer.look_at(fire)
    assert desk.outlook.forecast == shot_at(play.session.game.decision.target)
    aimed = {cell.row for cell, mark in desk.tables.marks.items() if mark is CellMark.AIMED}
    assert aimed == {"2–8", "9–12"}
    QTest.keyClick(desk.outlook, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    said = QGuiApplication.clipboard().text().splitlines()
    assert said == [
        f"A shot at {play.session.game.decision.target}",
        "result: hit 28%, nothing 72%",
        f"{play.session.game.decision.target}: lost 28%, no change 72%",
    ]
    assert Fraction(26, 36) == 1 - HIT


def test_phrases_are_said_in_both_languages(desk: Desk) -> None:
    told = OutcomeForecast(TranslatablePhrase.of("toy.shot-at", unit=unit_name_term("r1")), ())
    desk.show(told)
    assert desk.outlook.text() == "A shot at r1"
    desk.localize.language = "zh"
    assert desk.outlook.text() == text("toy.shot-at", "zh", unit="r1")
