"""Bulletins: what a side could see since the last one, put into words for the umpire to edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.naming import Names
from engine.texts import LANGUAGES, text
from studio.playtest.session import telling
from studio.umpiring.sightings import enemies, is_on_map, out_of_sight
from studio.umpiring.table import Table

UNMARKED: tuple[str, ...] = ()


def bulletin(table: Table, side: str) -> dict[str, str]:
    """The bulletin of a side in every language, as Markdown."""
    return {language: "\n".join(_Bulletin(table, side, language).lines()) for language in LANGUAGES}


class _Bulletin:
    """One bulletin in one language, from the side's view and the events it may know of."""

    def __init__(self, table: Table, side: str, language: str) -> None:
        self.table, self.side, self.language = table, side, language
        self.game, self.rules = table.game, table.game.rules
        self.names = Names(self.game.scenario, language)
        self.view = self.rules.view(self.game.state, side)
        self.told: Mapping[str, Any] = self.rules.as_json(self.view)

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
        """A heading with its lines; nothing where there are none, but that nothing happened."""
        listed = list(entries)
        if listed or key == "bulletin-events":
            yield from ("", f"## {self._said(key)}", "")
            yield from (f"- {entry}" for entry in listed or [self._said("bulletin-nothing")])

    def _events(self) -> Iterator[str]:
        history, first = self.table.session.history, self.table.told[self.side].events
        for line in telling.log(history, first, self.side, "", self.language):
            yield line.sentence

    def _sightings(self) -> Iterator[str]:
        for entry in enemies(self.told, self.side):
            yield self._standing(entry)

    def _ghosts(self) -> Iterator[str]:
        for ghost in out_of_sight(self.table.sightings.memory[self.side], self.told):
            at, age = self.names.label(ghost.at), self._turn - ghost.turn
            named = {"unit": ghost.name[self.language], "at": at, "turn": ghost.turn, "age": age}
            yield self._said("bulletin-ghost", **named)

    def _own(self) -> Iterator[str]:
        for entry in self.told.get("units", ()):
            is_own = isinstance(entry, dict) and entry.get("side") == self.side
            if is_own and is_on_map(entry):
                yield self._standing(entry)

    def _lost(self) -> Iterator[str]:
        for unit in self.told.get("lost", ()):
            if unit in self.table.told[self.side].lost:
                continue
            yield self.rules.describe_unit(self.view, unit, self.language)

    def _held(self) -> Iterator[str]:
        holders = self.told.get("objectives", {})
        for aim in self.game.scenario.objectives:
            if aim.id in holders:
                named = self.names.objective(aim), self.names.side(holders[aim.id])
                yield self._said("bulletin-holder", objective=named[0], side=named[1])

    def _standing(self, entry: Mapping[str, Any]) -> str:
        """A unit with its hex and its marks."""
        unit = self.rules.describe_unit(self.view, entry["id"], self.language)
        marks = [self.names.word("mark", mark) for mark in entry.get("marks", UNMARKED)]
        named = {"unit": unit, "at": self.names.label(entry["at"])}
        said = self._said("bulletin-standing", **named)
        if not marks:
            return said
        return self._said("bulletin-marked", standing=said, marks=self.names.listed(marks))

    def _said(self, key: str, **values: object) -> str:
        return text(f"umpiring.{key}", self.language, **values)
