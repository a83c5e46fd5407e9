"""Bulletins: what a side saw since the last one, in words the umpire may edit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.narration.scenario_names import ScenarioNames
from engine.play.position import Piece, Spot
from engine.session import session_log
from engine.session.timeline import LogLine
from engine.texts import text, text_languages
from engine.umpire.sightings import (
    own_locations,
    own_on_map,
    remembered_unseen_units,
    visible_enemies,
)
from engine.umpire.umpired_game_state import UmpiredGameState


def side_bulletin(table: UmpiredGameState, side: str) -> dict[str, str]:
    """The bulletin of a side in every language, as Markdown."""
    return {
        language: "\n".join(_Bulletin(table, side, language).lines())
        for language in text_languages()
    }


def places_before_the_first_turn(table: UmpiredGameState, side: str) -> Mapping[str, Spot]:
    """Return a side's units before the first turn; none in games that begin with it."""
    begun = table.sightings.turns()[0]
    if begun.turn:
        return {}
    return own_locations(begun.view(side), side)


class _Bulletin:
    """One bulletin in one language, from the side's view and the events it may know of."""

    def __init__(self, table: UmpiredGameState, side: str, language: str) -> None:
        self.table, self.side, self.language = table, side, language
        self.game, self.rules = table.game, table.game.rules
        self.names = ScenarioNames(self.game.scenario, language)
        self.view, self.position = self.game.view(side), self.game.position(side)

    def lines(self) -> Iterator[str]:
        yield f"# {self._said('bulletin-title', side=self.names.side(self.side), turn=self._turn)}"
        yield from self._part("bulletin-events", self._events())
        yield from self._part("bulletin-sightings", self._sightings())
        yield from self._part("bulletin-ghosts", self._ghosts())
        yield from self._part("bulletin-own", self._own())
        yield from self._part("bulletin-lost", self._lost())
        yield from self._part("bulletin-held", self._held())

    @property
    def _turn(self) -> int:
        return self.table.turn

    def _part(self, key: str, entries: Iterator[str]) -> Iterator[str]:
        """A heading with its lines; without lines it is left out or says that nothing happened."""
        listed = list(entries)
        if listed or key == "bulletin-events":
            yield from ("", f"## {self._said(key)}", "")
            yield from (f"- {entry}" for entry in listed or [self._said("bulletin-nothing")])

    def _events(self) -> Iterator[str]:
        history, first = self.table.session.history, self.table.told[self.side].events
        for line in session_log.visible_log_lines(history, first, self.side, "", self.language):
            if not self._is_own_deed(line):
                yield line.sentence

    def _is_own_deed(self, line: LogLine) -> bool:
        """Return True if it is only the side's own decision, which no one else may know."""
        branch = self.table.session.history.branch
        before = branch.answered[line.answer]
        is_first = line.number == before.events and before.side == self.side
        return is_first and branch.told[line.number].seers == (self.side,)

    def _sightings(self) -> Iterator[str]:
        yield from self._standing(visible_enemies(self.position, self.side))

    def _ghosts(self) -> Iterator[str]:
        for ghost in remembered_unseen_units(self.table.sightings.memory[self.side], self.position):
            at, age = self.names.spot(ghost.at), self._turn - ghost.turn
            named = {"unit": ghost.name[self.language], "at": at, "turn": ghost.turn, "age": age}
            yield self._said("bulletin-ghost", **named)

    def _own(self) -> Iterator[str]:
        """The side's units that are no longer where they were last reported or deployed."""
        known = self.table.told[self.side].places
        if known is None:
            known = places_before_the_first_turn(self.table, self.side)
        own = own_on_map(self.position, self.side)
        yield from self._standing((piece, at) for piece, at in own if known.get(piece.id) != at)

    def _lost(self) -> Iterator[str]:
        for unit in self.position.lost:
            if unit.id in self.table.told[self.side].lost:
                continue
            yield self.rules.describe_unit(self.view, unit.id, self.language)

    def _held(self) -> Iterator[str]:
        holders = self.position.holders
        for aim in self.game.scenario.objectives:
            if aim.id in holders:
                named = self.names.objective(aim), self.names.side(holders[aim.id])
                yield self._said("bulletin-holder", objective=named[0], side=named[1])

    def _standing(self, pieces: Iterable[tuple[Piece, Spot]]) -> Iterator[str]:
        """Units by hex and marks."""
        groups: dict[tuple[Spot, tuple[str, ...]], list[str]] = {}
        for piece, at in pieces:
            unit = self.rules.describe_unit(self.view, piece.id, self.language)
            groups.setdefault((at, piece.marks), []).append(unit)
        for (at, marks), units in groups.items():
            yield self._group(self.names.listed(units), at, marks)

    def _group(self, units: str, at: Spot, marked: Iterable[str]) -> str:
        """Units with their hex and their marks."""
        marks = [self.names.word("mark", mark) for mark in marked]
        said = self._said("bulletin-standing", unit=units, at=self.names.spot(at))
        if not marks:
            return said
        return self._said("bulletin-marked", standing=said, marks=self.names.listed(marks))

    def _said(self, key: str, **values: object) -> str:
        return text(f"umpiring.{key}", self.language, **values)
