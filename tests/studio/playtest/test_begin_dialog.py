"""What the dialog before a game proposes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from engine.files.scenarios import load
from engine.files.source_text import SHIPPED
from engine.session.seats import Fog
from studio.parts.speech import Speech
from studio.playtest.begin_dialog import BeginDialog, Setup

PRIMER = SHIPPED / "samples/primer/scenarios/three-cities.scenario.yaml"
TANK = SHIPPED / "samples/tank/scenarios/crossroads.scenario.yaml"


def proposed(qtbot: QtBot, game: str, usual: Setup | None = None) -> Setup:
    """What is chosen where nothing is changed."""
    dialog = BeginDialog(load(PRIMER if game == "primer" else TANK), "", usual, Speech("en"))
    qtbot.addWidget(dialog)
    return dialog.setup()


@pytest.mark.parametrize(("game", "fog"), [("primer", Fog.PER_SIDE), ("tank", Fog.OPEN)])
def test_what_others_do_is_hidden_at_first_in_a_double_blind_game(
    qtbot: QtBot, game: str, fog: Fog
) -> None:
    assert proposed(qtbot, game).fog is fog


@pytest.mark.parametrize("fog", list(Fog))
@pytest.mark.parametrize("game", ["primer", "tank"])
def test_who_sees_what_is_proposed_as_it_was_chosen_last(qtbot: QtBot, game: str, fog: Fog) -> None:
    last = replace(proposed(qtbot, game), fog=fog)
    assert proposed(qtbot, game, last).fog is fog


def test_a_game_of_other_rules_says_nothing_of_who_sees_what(qtbot: QtBot) -> None:
    assert proposed(qtbot, "primer", proposed(qtbot, "tank")).fog is Fog.PER_SIDE
    assert proposed(qtbot, "tank", proposed(qtbot, "primer")).fog is Fog.OPEN
