"""Sessions to test with: the crossroads sample, four tanks a side, and small drawn boards."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from engine.checks.scenario_checks import load_playable
from engine.play.game import Intervention
from engine.scenario.scenario import Scenario
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from tests.games.boards import scenario

SAMPLES = Path(__file__).parents[3] / "samples" / "tank" / "scenarios"
CROSSROADS = SAMPLES / "crossroads.scenario.yaml"
PERSONS = {"red": Seat.PERSON, "blue": Seat.PERSON}
RED_ALONE = {"red": Seat.PERSON, "blue": Seat.GREEDY}


@cache
def crossroads() -> Scenario:
    """The sample, read once."""
    return load_playable(CROSSROADS)


def begun(
    seed: int = 5,
    seats: dict[str, Seat] = PERSONS,
    fog: FogOfWar = FogOfWar.OPEN,
    by_hand: bool = False,
) -> Session:
    """A session of the sample."""
    return Session.begin(crossroads(), seats, seed, by_hand, fog, CROSSROADS)


def drawn(board: str, seed: int = 1, seats: dict[str, Seat] = PERSONS, **more: object) -> Session:
    """A session on a drawn board."""
    return Session.begin(scenario(board, **more), seats, seed)  # type: ignore[arg-type] # a test's


def umpired() -> Session:
    """One with dice entered by hand, an act of the umpire, and dice he has changed."""
    session = give(begun(by_hand=True), random.Random(2), 60)
    while not session.may_intervene:
        give(session, random.Random(2), 1)
    session.intervene(Intervention("hurt", ("r1", "S"), "Ann", "tired"))
    give(session, random.Random(3), 10)
    number = next(m.number for m in reversed(session.timeline_entries("en")) if m.faces == (1,))
    session.override_dice(number, (2,), "Ann", "cocked")
    return session


def do_nothing(session: Session) -> bool:
    """Pass, hold fire or end the move; False where something must be done."""
    question = session.question()
    if question is None or question.choices.pass_choice is None:
        return False
    session.answer(question.choices.pass_choice.option)
    return True


def give(session: Session, rng: random.Random, answers: int = 10**6) -> Session:
    """Answer at random for persons, let machines answer, roll real dice; so many times at most."""
    for _ in range(answers):
        if session.result is not None:
            break
        if session.awaited_roll is not None:
            session.enter_dice(
                rng.randint(1, session.awaited_roll.sides) for _ in range(session.awaited_roll.dice)
            )
        elif not session.play_machine_answer():
            question = session.question()
            assert question is not None
            session.answer(rng.choice(question.choices.options))
    return session
