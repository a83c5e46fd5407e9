"""What has happened since somebody last decided: events one by one, each with its position."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from engine.play.position import Views
from engine.session import standing
from engine.session.moments import Giver, LogLine
from engine.session.session import Session
from engine.session.standing import Standing, aims_of


@dataclass(frozen=True)
class Recap:
    """The events that a viewer may know of since his side last decided, headings left out."""

    session: Session
    viewer: str | None
    language: str | None
    lines: tuple[LogLine, ...]

    def __len__(self) -> int:
        return len(self.lines)

    def standing(self, place: int) -> Standing:
        """The position that an event led to, as the viewer may know it."""
        game, events = self.session.game, self.lines[place].number + 1
        marks = [mark.events for mark in game.marks]
        mark = game.marks[max(bisect_right(marks, events) - 1, 0)]
        state = mark.state.copy()
        for event in game.events[mark.events : events]:
            event.apply(state)
        views = Views(game.rules, state)
        aims = aims_of(game.scenario, self.language)
        return standing.standing(game, views, self.viewer, aims, self.language)


def recap(session: Session, language: str | None = None) -> Recap:
    """What has happened since whoever is asked last decided; since the beginning if he never did.

    What came of that decision is part of it.
    """
    first = _last_decided(session)
    lines = session.log(first, session.viewer, language=language)
    return Recap(session, session.viewer, language, tuple(each for each in lines if not each.rank))


def _last_decided(session: Session) -> int:
    """How many events there were before the side that is asked last gave an answer freely."""
    given = session.history.branch.answered[: session.at]
    own = (
        entry.events
        for entry in reversed(given)
        if entry.giver is Giver.PERSON and entry.side in (session.asked, "")
    )
    anybodys = (entry.events for entry in reversed(given) if entry.giver is Giver.PERSON)
    return next(own, next(anybodys, 0)) if session.asked else next(anybodys, 0)
