"""The rolls of a session that its viewer may know of: who rolled them, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.play.dice import DiceOverride
from engine.play.events import Event, is_seen_by
from engine.play.move_forecast import RollOutcome
from engine.play.option_targets import EventLocation
from engine.session.session import Session
from engine.session.timeline import AnswerSource, RecordedAnswer

MAXIMUM = 20  # rolls kept in sight
LOOKED_THROUGH = 64  # events at first, twice as many each time they hold too few rolls


@dataclass(frozen=True)
class RollRecord:
    """One roll: its outcome, the event it belongs to, and the hexes and units concerned.

    `answer` is the number of the answer that holds the dice; None where it is not remembered.
    """

    rolled: RollOutcome
    event: int
    place: EventLocation
    answer: int | None = None
    giver: AnswerSource = AnswerSource.DICE
    turn: int = 0
    phase: str = ""
    sides: int = 6
    override: DiceOverride | None = None


def latest_rolls(session: Session, most: int = MAXIMUM) -> list[RollRecord]:
    """The latest rolls the viewer may know of, newest first."""
    length, count = len(session.game.events), LOOKED_THROUGH
    while True:
        first = max(0, length - count)
        found = _roll_since(session, first)
        if len(found) >= most or not first:
            return list(_trace(session, found[::-1][:most]))
        count *= 2


def of_last_event(found: list[RollRecord]) -> list[RollRecord]:
    """The rolls of the latest event that had any, in the order they were made."""
    return [cast for cast in reversed(found) if cast.event == found[0].event] if found else []


def _roll_since(session: Session, first: int) -> list[RollRecord]:
    """The rolls of all events from `first` on, without those hidden from the viewer."""
    game, viewer = session.game, session.viewer
    seen: list[tuple[int, Event[Any]]] = [
        (number, event)
        for number, event in enumerate(game.events[first:], first)
        if viewer is None or is_seen_by(event, viewer)
    ]
    found = []
    for rolled in game.rules.rolled(game.state, [event for _, event in seen]):
        number, event = seen[rolled.event]
        found.append(RollRecord(rolled, number, game.rules.where(game.state, event)))
    return found


def _trace(session: Session, found: list[RollRecord]) -> Iterator[RollRecord]:
    """Each roll with the answer that holds its dice, searching backwards."""
    answered = session.history.branch.answered[: session.answer_count]
    last = len(answered)
    for cast in found:
        number = _answer(answered, last, cast)
        if number is None:
            yield cast
            continue
        last, entry = number, answered[number]
        assert entry.roll is not None
        override = session.game.overrides.get(number)
        yield replace(
            cast,
            answer=number,
            giver=entry.giver,
            turn=entry.turn,
            phase=entry.phase,
            sides=entry.roll.sides,
            override=override,
        )


def _answer(answered: list[RecordedAnswer], last: int, cast: RollRecord) -> int | None:
    """The number of the latest answer before another that was this roll; None if there is none."""
    for number in range(last - 1, -1, -1):
        entry, rolled = answered[number], cast.rolled
        if (
            entry.roll is not None
            and entry.events <= cast.event
            and entry.roll.purpose == rolled.purpose
            and entry.faces == rolled.faces
        ):
            return number
    return None
