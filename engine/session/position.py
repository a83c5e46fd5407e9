"""The present position as a scenario: the turn under way becomes its first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.games import limits
from engine.play.game import Game
from engine.scenario.scenario import Arrival, Scenario, ScenarioUnit, VictoryKind
from engine.telling.names import Names
from engine.texts import LANGUAGES, LocalText, spoken, text

Plain = Mapping[str, Any]


@dataclass(frozen=True)
class Here:
    """A scenario made from a position, what was changed for it, and what no scenario can hold."""

    scenario: Scenario
    changed: tuple[str, ...]
    left_out: tuple[str, ...]


def scenario_here(game: Game[Any], language: str | None = None) -> Here:
    """The position of a game as a scenario to be saved beside the one it is played by.

    Units keep their hexes and lasting damage, lost units are left out, and objectives keep their
    holders. The turns already played are subtracted from the length of the game and from the
    arrival of reinforcements.
    """
    past = max(game.rules.turn(game.state) - 1, 0)
    state, was = game.rules.as_json(game.state), game.scenario
    sides = [side.id for side in was.sides]
    lasting = limits(was.game, was.rules, sides).marks
    now = replace(
        was,
        title=_title(was.title, past + 1),
        turns=max(was.turns - past, 1),
        units=(*_standing(was, state, lasting), *_coming(was, state, past)),
        objectives=tuple(
            replace(entry, holder=state["objectives"].get(entry.id, "")) for entry in was.objectives
        ),
    )
    telling = _Telling(game, state, Names(was, language), past, lasting)
    return Here(now, tuple(telling.changed()), tuple(telling.left_out()))


def _title(title: LocalText, turn: int) -> LocalText:
    if not title:
        return title
    return {
        each: text("playtest.here-title", each, title=spoken(title, each), turn=turn)
        for each in LANGUAGES
    }


def _standing(was: Scenario, state: Plain, lasting: tuple[str, ...]) -> Iterator[ScenarioUnit]:
    """The units on the map in the scenario's order, with those of their marks that last."""
    known = {unit.id: unit for unit in was.units}
    order = {unit.id: number for number, unit in enumerate(was.units)}
    for entry in sorted(state["units"], key=lambda entry: order.get(entry["id"], len(order))):
        plain = ScenarioUnit(entry["id"], entry["side"], entry["type"])
        yield replace(
            known.get(entry["id"], plain),
            at=was.map.labels.find(entry["at"]),
            zone="",
            arrives=None,
            marks=tuple(mark for mark in lasting if mark in entry["marks"]),
        )


def _coming(was: Scenario, state: Plain, past: int) -> Iterator[ScenarioUnit]:
    """The units yet to come, arriving that many turns earlier."""
    known = {unit.id: unit for unit in was.units}
    for entry in state.get("reserves", ()):
        unit = known[entry["id"]]
        if unit.arrives is not None:
            arrives = Arrival(max(entry["turn"] - past, 1), unit.arrives.zone)
            unit = replace(unit, arrives=arrives)
        yield unit


class _Telling:
    """What a scenario made from a position changes and leaves out, in sentences."""

    def __init__(
        self, game: Game[Any], state: Plain, names: Names, past: int, lasting: tuple[str, ...]
    ) -> None:
        self.game, self.state, self.names, self.past = game, state, names, past
        self.lasting, self.scenario = lasting, game.scenario

    def changed(self) -> Iterator[str]:
        """What differs from the scenario that is played."""
        if self.past:
            left = max(self.scenario.turns - self.past, 1)
            yield self._said("here-turns", turn=self.past + 1, turns=left)
        lost = self._listed(entry["id"] for entry in self.state.get("losses", ()))
        if lost:
            yield self._said("here-lost", units=lost)
        known = {unit.id for unit in self.scenario.units}
        added = self._listed(u["id"] for u in self.state["units"] if u["id"] not in known)
        if added:
            yield self._said("here-added", units=added)
        coming = [entry["id"] for entry in self.state.get("reserves", ()) if entry["turn"]]
        if self.past and coming:
            yield self._said("here-coming", units=self._listed(coming))
        if any(entry.holder != self._holder(entry.id) for entry in self.scenario.objectives):
            yield self._said("here-objectives")

    def left_out(self) -> Iterator[str]:
        """What is there and cannot be written into a scenario."""
        phase = self.state.get("phase", "")
        if phase and self.game.rules.turn(self.game.state):
            yield self._said("here-phase", phase=self.names.word("phase", phase))
        yield from self._marks()
        for key in ("impacts", "plans"):
            count = len(self.state.get(key, ()))
            if count:
                yield self._said(f"here-{key}", count=count)
        hands = self.state.get("cards", {}).values()
        if any(hand["held"] or hand["spent"] or hand["lapsed"] for hand in hands):
            yield self._said("here-cards")
        kinds = {condition.kind for condition in self.scenario.victory}
        if self.state.get("losses"):
            yield self._said("here-points")
            if VictoryKind.LOSSES in kinds:
                yield self._said("here-losses")

    def _marks(self) -> Iterator[str]:
        """The marks that do not last, each with the units that carry it."""
        carriers: dict[str, list[str]] = {}
        for entry in self.state["units"]:
            for mark in entry["marks"]:
                if mark not in self.lasting:
                    carriers.setdefault(mark, []).append(entry["id"])
        for mark, units in carriers.items():
            said = {"mark": self.names.word("mark", mark), "units": self._listed(units)}
            yield self._said("here-mark", **said)

    def _holder(self, objective: str) -> str:
        return str(self.state["objectives"].get(objective, ""))

    def _listed(self, units: Any) -> str:
        named = self.game.rules.describe_unit
        state, language = self.game.state, self.names.language
        return self.names.listed(named(state, unit, language) for unit in units)

    def _said(self, key: str, **values: object) -> str:
        return text(f"playtest.{key}", self.names.language, **values)
