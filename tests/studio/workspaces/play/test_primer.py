"""A game of memos in the window: armies bought in the list, units placed and ordered on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games import new_game
from engine.games.primer.memo import GiveOrder, MemoEntry, Step
from engine.games.primer.state import OrderKind
from engine.play.decisions import is_dice
from engine.play.dice import SeededDice
from engine.play.events import event_as_json_line
from engine.session.seats import FogOfWar, Seat
from studio.main_window.main_window import MainWindow
from studio.workspaces.play.game_view.map_overlays import build_orders_overlay
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.workspaces.play.hands import Hand
from tests.studio.workspaces.play.opened import begin, opened

SAMPLE = SHIPPED / "samples/primer/scenarios/three-cities.scenario.yaml"
SEED = 4


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened(qtbot, tmp_path) as made:
        yield made


@pytest.fixture
def playing(window: MainWindow, qtbot: QtBot) -> Callable[[GameSetup], Hand]:
    """Opens the sample and begins a game of it."""

    def begun(setup: GameSetup) -> Hand:
        begin(window, qtbot, SAMPLE, setup)
        return Hand(window, Random(SEED))

    return begun


def choose(hand: Hand, option: object) -> None:
    """Answer with an option of the list."""
    question = hand.play.question
    assert question is not None
    hand.play.choose(question.choices.choice_of_option(option))
    hand.settle()


def drag(hand: Hand, *labels: str) -> None:
    """Drag with the mouse from hex to hex."""
    canvas, find = hand.tab.canvas, hand.tab.document.scenario.map.labels.find
    points = [QPoint(*map(round, canvas.camera.centre(find(label)))) for label in labels]
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=points[0])
    for point in points[1:]:
        QTest.mouseMove(canvas, point)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=points[-1])
    hand.settle()


def path_of(hand: Hand) -> list[str]:
    """The path that is being written."""
    decision, label = hand.play.session.game.decision, hand.tab.document.scenario.map.labels.label
    return [label(hex_) for hex_ in decision.path] if isinstance(decision, Step) else []


@pytest.fixture
def writing(playing: Callable[[GameSetup], Hand], qtbot: QtBot) -> Hand:
    """Blue, played by a person, has three armoured units in L4 and writes its first memo."""
    seats = {"red": Seat.GREEDY, "blue": Seat.PERSON}
    hand = playing(GameSetup(seats, seed=SEED, fog=FogOfWar.PER_SIDE))
    for _ in range(3):
        choose(hand, "armour")
    choose(hand, None)
    qtbot.waitUntil(lambda: hand.play.may_answer)
    for _ in range(3):
        choose(hand, hand.tab.document.scenario.map.labels.find("L4"))
    qtbot.waitUntil(lambda: isinstance(hand.play.session.game.decision, GiveOrder))
    qtbot.waitUntil(lambda: hand.play.may_answer)
    return hand


def test_a_stack_dragged_along_a_path_has_an_order_to_move_that_is_drawn(
    writing: Hand, qtbot: QtBot
) -> None:
    drag(writing, "L4", "K3", "J4", "I3")
    qtbot.waitUntil(lambda: path_of(writing) == ["K3", "J4", "I3"])
    writing.window.bars.actions["pass"].trigger()
    qtbot.waitUntil(lambda: isinstance(writing.play.session.game.decision, GiveOrder))
    (order,) = writing.play.session.game.state.memo
    label = writing.tab.document.scenario.map.labels.label
    assert (order.kind, [label(hex_) for hex_ in order.path]) == (
        OrderKind.MOVE,
        ["K3", "J4", "I3"],
    )
    assert len(order.units) == 3
    (way,) = build_orders_overlay(writing.play.standing).moves
    assert [label(hex_) for hex_ in way] == ["L4", "K3", "J4", "I3"]


def test_a_memo_handed_in_is_carried_out_and_the_machine_answers(
    writing: Hand, qtbot: QtBot
) -> None:
    choose(writing, MemoEntry("hand-in"))
    game = writing.play.session.game
    qtbot.waitUntil(lambda: game.is_over or (game.state.turn == 2 and writing.play.may_answer))
    assert game.decision is not None
    assert game.decision.side == "blue"


def test_games_by_the_mouse_are_the_games_of_the_same_answers(
    playing: Callable[[GameSetup], Hand],
) -> None:
    hand = playing(GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED))
    game = hand.play.session.game
    for _ in range(120):
        if game.is_over:
            break
        hand.give_an_answer()
    assert {"hex", "list"} <= hand.used.keys(), hand.used
    again = new_game(load(SAMPLE), SeededDice.of(SEED))
    for answer in game.answers:
        if not is_dice(answer):
            again.choose(answer)
    assert list(map(event_as_json_line, again.events)) == list(map(event_as_json_line, game.events))
