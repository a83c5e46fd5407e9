"""Two Lanes in the whole window: set-up and a round by mouse and keys (tide R1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.studio.workspaces.play.opened import begin, opened
from tests.studio.workspaces.play.test_valor_window import Player

LANES = SHIPPED / "samples" / "tide" / "scenarios" / "two-lanes.scenario.yaml"
SEED = 20261124
ANSWERS = 30


@pytest.fixture
def hand(qtbot: QtBot, tmp_path: Path) -> Iterator[Player]:
    """A game at the crossroads, both sides at this mouse."""
    with opened(qtbot, tmp_path, (1400, 900)) as window:
        begin(
            window, qtbot, LANES, GameSetup({"west": Seat.PERSON, "east": Seat.PERSON}, seed=SEED)
        )
        yield Player(window, Random(SEED))


def test_r2_set_up_and_the_first_actions_are_given_by_mouse_and_keys(hand: Player) -> None:
    """In the Action phase sides take turns, the one with the initiative first."""
    game = hand.play.session.game
    for _ in range(ANSWERS):
        hand.give_an_answer()
    assert game.rules.turn(game.state) == 1
    assert hand.used.keys() >= {"hex", "list"}, hand.used
    assert len(game.state.units) == len(game.scenario.units)
    first = next(each for each in game.events if type(each).__name__ == "TurnBegan")
    assert getattr(first, "side", "") == "west"
