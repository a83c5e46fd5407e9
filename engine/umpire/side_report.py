"""Reports for the players of a side: events by turn, score, ground, losses, reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.games import UnknownGame, handbook_of
from engine.play.game import Game
from engine.play.move_forecast import RollOutcome
from engine.play.position import Naming, spot_formatter_for
from engine.scenario.scenario import Scenario
from engine.session.game_overview import OverviewLine, OverviewPart, overview_now, special_rules
from engine.session.rule_explanations import cited_in
from engine.session.timeline import LoggedEvent
from engine.texts import text_languages
from engine.umpire.umpired_game_state import UmpiredGameState

TURN = 1  # the rank of an event that heads a turn
PART = "happened-"
"""Prefix of the chapters' names, as parts of a desk."""


class SideLog:
    """The log of a side, or for None of everything.

    It grows with the game, and is rebuilt where the game was taken back. Its lines are counted by
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
        for each in side_log_events(told[len(self._read) :], self._side):
            number = self._count if is_event_explainable(table, each) else None
            self._add(each, _line(each, number))
            self._count += 1
        self._read = list(told)
        return self._chapters

    def _goes_on(self, told: list[LoggedEvent]) -> bool:
        """Return True if everything read so far is still the same."""
        read = self._read
        return len(read) <= len(told) and (not read or told[len(read) - 1] is read[-1])

    def _add(self, told: LoggedEvent, said: dict[str, Any]) -> None:
        count = len(self._chapters)
        if told.rank == TURN or not count:
            count += 1
        name = f"{PART}{count}"
        self._chapters[name] = [*self._chapters.get(name, ()), said]


def side_log_events(told: Iterable[LoggedEvent], side: str | None) -> Iterator[LoggedEvent]:
    """Yield the events that are lines of a side's log; of the full log for None."""
    return (each for each in told if each.is_for(side) and any(each.words.values()))


def _line(told: LoggedEvent, number: int | None) -> dict[str, Any]:
    """Return an event as a page shows it, with the number to ask why by, if it may be asked."""
    shown = {"words": told.words, "rank": told.rank}
    return shown if number is None else {**shown, "why": number}


def is_event_explainable(table: UmpiredGameState, told: LoggedEvent) -> bool:
    """Return True if an event can be explained: it cites a rule, or dice were rolled."""
    return bool(cited_in(told.words["en"]) or rolls_in(table, told.number))


def rolls_in(table: UmpiredGameState, number: int) -> tuple[RollOutcome, ...]:
    """The dice of an event."""
    game = table.game
    return tuple(game.rules.rolled(game.state, [game.events[number]]))


Plain = dict[str, Any]


def situation_parts(game: Game[Any], side: str | None) -> list[Plain]:
    """Return the changing parts of the overview as a side may know it; None for all.

    Games without a handbook do not say which features are open; for those it is empty.
    """
    try:
        handbook_of(game.scenario)
    except UnknownGame:
        return []
    return _tell(game.scenario, [overview_now(game, side, each) for each in text_languages()])


def special_rules_view(known: Scenario, side: str) -> list[Plain]:
    """Return a scenario's deviations from the rulebook, as a side knows them."""
    return _tell(known, [(special_rules(known, side, each),) for each in text_languages()])


def _tell(scenario: Scenario, said: list[tuple[OverviewPart, ...]]) -> list[Plain]:
    name = spot_formatter_for(scenario)
    return [_part(name, parts) for parts in zip(*said, strict=True)]


def _part(name: Naming, parts: tuple[OverviewPart, ...]) -> Plain:
    """One part, said in every language."""
    return {
        "id": parts[0].id,
        "title": _in_each(part.title for part in parts),
        "lines": [
            _overview_line(name, lines) for lines in zip(*(p.lines for p in parts), strict=True)
        ],
        "empty": _in_each(part.empty for part in parts),
    }


def _overview_line(name: Naming, lines: tuple[OverviewLine, ...]) -> Plain:
    first = lines[0]
    where = {"at": [name(spot) for spot in first.at]} if first.at else {}
    return {"words": _in_each(line.words for line in lines), "side": first.side, **where}


def _in_each(words: Iterable[str]) -> dict[str, str]:
    return dict(zip(text_languages(), words, strict=True))
