"""Shots that a model judges need no umpire; real ones do."""

from __future__ import annotations

import pytest

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import SHIPPED
from engine.games.littlewars.events import ShotFired
from engine.games.littlewars.gun_shots import Shot
from engine.session.seats import Seat
from engine.session.session import Session
from tests.assertions import require

FARMS = SHIPPED / "samples/littlewars/scenarios/two-farms.scenario.yaml"
MAX_ANSWERS = 400


def played_by_machine(*, by_hand: bool) -> tuple[Session, set[str]]:
    """Two shots of the computer's side, and who was asked here meanwhile."""
    seats = {"south": Seat.PERSON, "north": Seat.GREEDY}
    session, asked = Session.begin(load_playable(FARMS), seats, 1, by_hand), set()
    for _ in range(MAX_ANSWERS):
        fired = sum(isinstance(event, ShotFired) for event in session.game.events)
        if session.awaited_roll is not None:
            session.enter_dice((1,) * session.awaited_roll.dice)
        elif session.is_machines_turn:
            session.play_machine_answer()
        elif fired < 2 and session.game.decision is not None:
            asked.add(session.asked)
            if isinstance(session.game.decision, Shot):
                return session, asked
            choices = require(session.question()).choices
            passing = choices.pass_choice
            session.answer(choices.options[0] if passing is None else passing.option)
        else:
            break
    return session, asked


def test_the_model_judges_shots_and_no_one_is_asked() -> None:
    session, asked = played_by_machine(by_hand=False)
    assert asked == {"south"}
    assert sum(isinstance(event, ShotFired) for event in session.game.events) >= 2


def test_with_real_dice_the_umpire_at_the_screen_is_asked() -> None:
    session, _ = played_by_machine(by_hand=True)
    assert isinstance(session.game.decision, Shot)
    assert session.is_local_turn


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_first_option_is_what_the_model_proposes(by_hand: bool) -> None:
    session, _ = played_by_machine(by_hand=by_hand)
    if isinstance(session.game.decision, Shot):
        assert session.game.decision.is_modelled
        assert session.game.options[0].deed == "as-proposed"
