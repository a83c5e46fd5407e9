"""The rolls of a session as far as its viewer may know them, with who made them and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.play.dice import Override
from engine.play.events import Event, is_seen_by
from engine.play.forecast import Rolled
from engine.play.pointing import Place
from engine.session.moments import Answered, Giver
from engine.session.session import Session

MOST = 20  # rolls kept in sight
LOOKED_THROUGH = 64  # events at first, twice as many each time they hold too few rolls


@dataclass(frozen=True)
class Cast:
    """One roll: what it came to, the event it belongs to, and who laid its dice.

    `answer` is the number of the answer the dice were; None where it is not remembered.
    """

    rolled: Rolled
    event: int
    place: Place
    answer: int | None = None
    giver: Giver = Giver.DICE
    turn: int = 0
    phase: str = ""
    sides: int = 6
    override: Override | None = None


def casts(session: Session, most: int = MOST) -> list[Cast]:
    """The last rolls that the viewer may know of, the newest first."""
    length, count = len(session.game.events), LOOKED_THROUGH
    while True:
        first = max(0, length - count)
        found = _rolled_since(session, first)
        if len(found) >= most or not first:
            return list(_traced(session, found[::-1][:most]))
        count *= 2


def of_last_event(found: list[Cast]) -> list[Cast]:
    """The rolls of the last event that had any, in the order in which they were made."""
    return [cast for cast in reversed(found) if cast.event == found[0].event] if found else []


def _rolled_since(session: Session, first: int) -> list[Cast]:
    """The rolls of the events from one on; what the viewer may not know is not even looked at."""
    game, viewer = session.game, session.viewer
    seen: list[tuple[int, Event[Any]]] = [
        (number, event)
        for number, event in enumerate(game.events[first:], first)
        if viewer is None or is_seen_by(event, viewer)
    ]
    found = []
    for rolled in game.rules.rolled(game.state, [event for _, event in seen]):
        number, event = seen[rolled.event]
        found.append(Cast(rolled, number, game.rules.where(game.state, event)))
    return found


def _traced(session: Session, found: list[Cast]) -> Iterator[Cast]:
    """Each roll with the answer its dice were, looked for backwards."""
    answered = session.history.branch.answered[: session.at]
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


def _answer(answered: list[Answered], last: int, cast: Cast) -> int | None:
    """The last answer before one that was this roll; None for none."""
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
