"""The present position as a scenario: the turn under way becomes its first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from engine.games import scenario_limits_of
from engine.hexes.hex import Hex
from engine.narration.scenario_names import ScenarioNames
from engine.play.game import Game
from engine.play.position import Position
from engine.scenario.scenario import (
    Scenario,
    ScenarioFeature,
    ScenarioSide,
    ScenarioUnit,
    VictoryKind,
)
from engine.texts import LocalText, localised, text, text_languages


@dataclass(frozen=True)
class ScenarioSnapshot:
    """A scenario made from a position, what was changed for it, and what no scenario can hold."""

    scenario: Scenario
    changed: tuple[str, ...]
    left_out: tuple[str, ...]


def scenario_from_position(game: Game[Any], language: str | None = None) -> ScenarioSnapshot:
    """The position of a game as a scenario to be saved beside the one it is played by.

    Units keep their hexes and lasting damage, lost units are left out, and objectives keep their
    holders. The turns already played are subtracted from the length of the game and from the
    arrival of reinforcements.
    """
    past = max(game.rules.turn(game.state) - 1, 0)
    position, was = game.position(), game.scenario
    allowed = scenario_limits_of(was.game, was.rules, [side.id for side in was.sides])
    lasting = allowed.marks
    now = replace(
        was,
        title=_title(was.title, past + 1),
        turns=max(was.turns - past, 1),
        units=(*_standing(was, position, lasting), *_coming(was, position, past)),
        objectives=tuple(
            replace(entry, holder=position.holders.get(entry.id, "")) for entry in was.objectives
        ),
        sides=tuple(_in_store(side, position) for side in was.sides),
        features=tuple(_lying(was, position, allowed.features)),
    )
    telling = _Telling(game, position, ScenarioNames(was, language), past, lasting, now)
    return ScenarioSnapshot(now, tuple(telling.changed()), tuple(telling.left_out()))


def _title(title: LocalText, turn: int) -> LocalText:
    if not title:
        return title
    return {
        each: text("playtest.here-title", each, title=localised(title, each), turn=turn)
        for each in text_languages()
    }


def _standing(
    was: Scenario, position: Position, lasting: tuple[str, ...]
) -> Iterator[ScenarioUnit]:
    """The units on the map in the scenario's order, with those of their marks that last."""
    known = {unit.id: unit for unit in was.units}
    order = {unit.id: number for number, unit in enumerate(was.units)}
    for piece in sorted(position.pieces, key=lambda piece: order.get(piece.id, len(order))):
        plain = ScenarioUnit(piece.id, piece.side, piece.type)
        yield replace(
            known.get(piece.id, plain),
            at=piece.at if isinstance(piece.at, Hex) else None,
            zone="",
            arrives=None,
            marks=tuple(mark for mark in lasting if mark in piece.marks),
            aboard=piece.inside,
            bearer=piece.bearer,
            facing=piece.facing,
            figures=piece.figures,
        )


def _in_store(side: ScenarioSide, position: Position) -> ScenarioSide:
    """The side with what it has left; one that had stocks and has none now has an empty store."""
    if side.id not in position.stocks:
        return side
    left = {name: count for name, count in position.stocks[side.id].items() if count}
    return replace(side, stocks=left)


def _lying(was: Scenario, position: Position, known: Collection[str]) -> Iterator[ScenarioFeature]:
    """Yield the features of the game that are in hexes, by their previous names."""
    named = {each.id: each for each in was.features}
    taken = {*named, *(each.id for each in position.lying)}
    for each in position.lying:
        if each.kind in known and isinstance(each.at, Hex):
            id_ = each.id or _free_name(each.kind, taken)
            taken.add(id_)
            plain = named.get(id_, ScenarioFeature(id_, each.kind))
            yield replace(
                plain, kind=each.kind, side=each.side, at=each.at, zone="", facing=each.facing
            )


def _free_name(kind: str, taken: Collection[str]) -> str:
    """The lowest number behind a kind that nothing else is called by."""
    return next(name for n in count(1) if (name := f"{kind}-{n}") not in taken)


def _coming(was: Scenario, position: Position, past: int) -> Iterator[ScenarioUnit]:
    """The units yet to come, arriving that many turns earlier."""
    known = {unit.id: unit for unit in was.units}
    for entry in position.coming:
        unit = known[entry.id]
        if unit.arrives is not None:
            arrives = replace(unit.arrives, turn=max(entry.turn - past, 1), die=entry.die)
            arrives = arrives if entry.waits else replace(arrives, once=None)
            unit = replace(unit, arrives=arrives)
        yield unit


class _Telling:
    """A description of what a scenario made from a position changes and leaves out."""

    def __init__(
        self,
        game: Game[Any],
        position: Position,
        names: ScenarioNames,
        past: int,
        lasting: tuple[str, ...],
        now: Scenario,
    ) -> None:
        self.game, self.position, self.names, self.past = game, position, names, past
        self.lasting, self.scenario, self.now = lasting, game.scenario, now

    def changed(self) -> Iterator[str]:
        """Yield the differences from the scenario that is played."""
        if self.past:
            left = max(self.scenario.turns - self.past, 1)
            yield self._said("here-turns", turn=self.past + 1, turns=left)
        lost = self._listed(unit.id for unit in self.position.lost)
        if lost:
            yield self._said("here-lost", units=lost)
        known = {unit.id for unit in self.scenario.units}
        added = self._listed(u.id for u in self.position.pieces if u.id not in known)
        if added:
            yield self._said("here-added", units=added)
        coming = [unit.id for unit in self.position.coming if unit.turn]
        if self.past and coming:
            yield self._said("here-coming", units=self._listed(coming))
        if any(entry.holder != self._holder(entry.id) for entry in self.scenario.objectives):
            yield self._said("here-objectives")

    def left_out(self) -> Iterator[str]:
        """Yield the parts of the position that a scenario cannot hold."""
        phase = self.position.phase
        if phase and self.game.rules.turn(self.game.state):
            yield self._said("here-phase", phase=self.names.word("phase", phase))
        yield from self._marks()
        known = {each.kind for each in self.now.features}
        kinds_lying = Counter(each.kind for each in self.position.lying if each.kind not in known)
        for kind, number in kinds_lying.items():
            yield self._said("here-lying", kind=self.names.word("lying", kind), count=number)
        if plans := self.position.more.get("plans"):
            yield self._said("here-plans", count=len(plans))
        hands = self.position.more.get("cards", {}).values()
        if any(hand["held"] or hand["spent"] or hand["lapsed"] for hand in hands):
            yield self._said("here-cards")
        kinds = {condition.kind for condition in self.scenario.victory}
        if self.position.lost:
            yield self._said("here-points")
            if VictoryKind.LOSSES in kinds:
                yield self._said("here-losses")

    def _marks(self) -> Iterator[str]:
        """The marks that do not last, each with the units that carry it."""
        carriers: dict[str, list[str]] = {}
        for piece in self.position.pieces:
            for mark in piece.marks:
                if mark not in self.lasting:
                    carriers.setdefault(mark, []).append(piece.id)
        for mark, units in carriers.items():
            said = {"mark": self.names.word("mark", mark), "units": self._listed(units)}
            yield self._said("here-mark", **said)

    def _holder(self, objective: str) -> str:
        return self.position.holders.get(objective, "")

    def _listed(self, units: Any) -> str:
        named = self.game.rules.describe_unit
        state, language = self.game.state, self.names.language
        return self.names.listed(named(state, unit, language) for unit in units)

    def _said(self, key: str, **values: object) -> str:
        return text(f"playtest.{key}", self.names.language, **values)
