"""Cards that lie open, at the umpire's console, in a game that has them and in one that has not."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.umpire.map_tab import UmpireMapTab
from studio.workspaces.umpire.umpired_game_setup import UmpiredGameSetup, build_seats
from tests.studio.main_window.conftest import do
from tests.studio.workspaces.umpire.hands import SEED, Umpire

LANES = SHIPPED / "samples" / "tide" / "scenarios" / "two-lanes.scenario.yaml"


@pytest.fixture
def lanes(window: Umpire, qtbot: QtBot) -> Umpire:
    """Two Lanes, umpired from its beginning."""
    window.window.filing.open_file(LANES)
    assert isinstance(window.window.active_tab, ScenarioTab)
    seats = tuple(build_seats({"west": ["Ann"], "east": ["Bo"]}, only_first_delivers=True))
    window.prompts.room_setup = UmpiredGameSetup(window.file, seats, SEED)
    do(window.window, "umpire-game")
    qtbot.waitUntil(lambda: isinstance(window.window.active_tab, UmpireMapTab))
    return window


def test_the_umpire_has_both_hands_in_view(lanes: Umpire, qtbot: QtBot) -> None:
    room = lanes.room
    while not room.session.game.position().hands or room.session.game.state.round < 1:
        if room.can_proceed:
            room.proceed()
        else:
            room.choose(room.session.game.options[0])
    dock, hands = lanes.docks.named["room-hands"], lanes.docks.hands
    assert dock.isVisible()
    qtbot.waitUntil(lambda: len(hands.cards) == 4)
    assert {store.side for store in hands.stores} == {"west", "east"}


def test_a_game_without_cards_has_no_panel_for_them(umpire: Umpire) -> None:
    assert not umpire.docks.named["room-hands"].isVisible()
