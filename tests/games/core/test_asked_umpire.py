"""Decisions of the umpire: his where somebody is, else what the rules propose is taken."""

from __future__ import annotations

from typing import Any

import pytest

from engine.balance.series import _finish
from engine.balance.turning_points import TrackedGame
from engine.narration.scenario_names import ScenarioNames
from engine.play.decisions import UMPIRE
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import RandomPlayer, find_player, let_player_answer, play_to_end
from engine.session.dice_tray import SessionDice
from engine.session.history import History
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from tests.conformance.cases import CASES

TOY = CASES[0]
SIDES = ("red", "blue")


def asked(seed: int = 1) -> Game[Any]:
    """A toy game where the umpire is asked whether a hit counts."""
    game = TOY.game(seed)
    while game.decision is not None and game.decision.side != UMPIRE:
        let_player_answer(game, {side: find_player("greedy", seed) for side in SIDES})
    assert game.decision is not None, "the umpire is asked"
    return game


class Sparing:
    """An umpire who spares everybody."""

    def choose(self, question: Any) -> Any:
        return "spared"


def test_the_umpire_is_none_of_the_sides() -> None:
    assert UMPIRE not in asked().rules.sides(asked().state)


def test_without_an_umpire_what_the_rules_propose_is_taken() -> None:
    game = asked()
    first = game.options[0]
    let_player_answer(game, {side: RandomPlayer(1) for side in SIDES})
    assert first == "lost"
    assert "lost" in game.answers


def test_an_umpire_who_plays_is_asked() -> None:
    game = asked()
    let_player_answer(game, {UMPIRE: Sparing()})
    assert "spared" in game.answers
    assert "lost" not in game.answers


def test_automatic_play_goes_on_without_an_umpire() -> None:
    game = TOY.game(2)
    play_to_end(game, {side: find_player("greedy", 2) for side in SIDES})
    assert game.is_over


def test_in_a_series_of_games_the_umpire_never_began() -> None:
    game = asked()
    by = {side: find_player("greedy", 1) for side in SIDES}
    assert _finish(game, by, TrackedGame(game)) in SIDES


@pytest.mark.parametrize(("language", "word"), [("en", "the umpire"), ("zh", "导调人员")])
def test_the_umpire_has_a_name(language: str, word: str) -> None:
    assert ScenarioNames(TOY.scenario, language).side(UMPIRE) == word


# --- in a session --------------------------------------------------------------------------------


def session(seat: Seat, fog: FogOfWar = FogOfWar.OPEN) -> Session:
    """A session of the toy in which the umpire is asked now."""
    tray = SessionDice(SeededDice.of(1))
    game = Game(TOY.rules, TOY.scenario, tray)
    begun = Session(History(game, tray), dict.fromkeys(SIDES, seat), fog, 1)
    for answer in asked().answers:
        if not isinstance(answer, tuple):
            begun.history.choose(answer, AnswerSource.PERSON)
    assert begun.asked == UMPIRE
    return begun


def test_in_a_session_of_persons_the_umpire_is_asked_at_the_screen() -> None:
    begun = session(Seat.PERSON)
    question = begun.question("en")
    assert question is not None
    assert (question.side, question.seat) == (UMPIRE, Seat.PERSON)
    assert not begun.play_machine_answer()


def test_in_a_session_of_machines_what_the_rules_propose_is_taken() -> None:
    begun = session(Seat.RANDOM)
    number = begun.answer_count
    assert begun.play_machine_answer()
    assert begun.game.answers[number] == "lost"


def test_behind_a_curtain_the_screen_is_handed_to_the_umpire_who_sees_all() -> None:
    begun = session(Seat.PERSON, FogOfWar.PER_SIDE)
    assert begun.needs_hand_over
    begun.hand_over()
    assert begun.viewer is None
    begun.answer("lost")
    assert begun.needs_hand_over, "the next side's eyes are not the umpire's"


def test_another_seat_may_be_given_while_the_umpire_looks() -> None:
    begun = session(Seat.PERSON, FogOfWar.PER_SIDE)
    begun.hand_over()
    begun.seat("red", Seat.GREEDY)
    assert begun.viewer is None
