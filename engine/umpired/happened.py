"""What has happened as the players of a side may read it: line by line, a chapter for each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.play.forecast import RollOutcome
from engine.session.explaining import cited_in
from engine.session.moments import LoggedEvent
from engine.umpired.table import UmpiredGameState

TURN = 1  # the rank of an event that heads a turn
PART = "happened-"
"""What the names of the chapters begin with, as parts of a desk."""


class SideLog:
    """The log of a side, or for None of everything.

    It grows with the game, and is told anew where the game was taken back. Its lines are counted by
    themselves: the number of a line says nothing of events that its side may not know of.
    """

    def __init__(self, side: str | None) -> None:
        self._side = side
        self._read: list[LoggedEvent] = []
        self._count = 0  # lines
        self._chapters: dict[str, list[dict[str, Any]]] = {}

    def chapters(self, table: UmpiredGameState) -> dict[str, list[dict[str, Any]]]:
        """The lines of each turn that has any: words in every language, and the rank of heads.

        A chapter that has not grown is the same object as before.
        """
        history = table.session.history
        told = history.branch.told[: len(history.game.events)]
        if not self._goes_on(told):
            self._read, self._chapters, self._count = [], {}, 0
        for each in lines_for(told[len(self._read) :], self._side):
            number = self._count if may_be_asked(table, each) else None
            self._add(each, _line(each, number))
            self._count += 1
        self._read = list(told)
        return self._chapters

    def _goes_on(self, told: list[LoggedEvent]) -> bool:
        """Whether all that was read stands as it was."""
        read = self._read
        return len(read) <= len(told) and (not read or told[len(read) - 1] is read[-1])

    def _add(self, told: LoggedEvent, said: dict[str, Any]) -> None:
        count = len(self._chapters)
        if told.rank == TURN or not count:
            count += 1
        name = f"{PART}{count}"
        self._chapters[name] = [*self._chapters.get(name, ()), said]


def lines_for(told: Iterable[LoggedEvent], side: str | None) -> Iterator[LoggedEvent]:
    """Yield the events that are lines of a side's log; of everybody's log for None."""
    return (each for each in told if each.is_for(side) and any(each.words.values()))


def _line(told: LoggedEvent, number: int | None) -> dict[str, Any]:
    """Return an event as a page shows it, with the number to ask why by, if it may be asked."""
    shown = {"words": told.words, "rank": told.rank}
    return shown if number is None else {**shown, "why": number}


def may_be_asked(table: UmpiredGameState, told: LoggedEvent) -> bool:
    """Whether there is anything to say of why it came so: it names a rule, or dice fell."""
    return bool(cited_in(told.words["en"]) or rolls_in(table, told.number))


def rolls_in(table: UmpiredGameState, number: int) -> tuple[RollOutcome, ...]:
    """The dice that an event tells of."""
    game = table.game
    return tuple(game.rules.rolled(game.state, [game.events[number]]))
