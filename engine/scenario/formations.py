"""Formations of a scenario as a tree with leaders and strength, and copies of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.scenario.scenario import Formation, Scenario, ScenarioUnit
from engine.texts import LocalText


@dataclass(frozen=True)
class Force:
    """Units without a place, of one side, and the formations they stand in."""

    game: str
    units: tuple[ScenarioUnit, ...]
    formations: tuple[Formation, ...] = ()
    title: LocalText = ""
    notes: LocalText = ""
    path: Path | None = field(default=None, compare=False)


def formations_by_id(formations: Iterable[Formation]) -> dict[str, Formation]:
    """Formations by their ids."""
    return {each.id: each for each in formations}


def parent_formations(known: Mapping[str, Formation], id_: str) -> tuple[Formation, ...]:
    """A formation and those it stands within, outwards; none where it is but a word.

    A circle, which `check` reports, ends where it closes.
    """
    found: dict[str, Formation] = {}
    while id_ in known and id_ not in found:
        found[id_] = known[id_]
        id_ = known[id_].within
    return tuple(found.values())


def formations_within(formations: Iterable[Formation], id_: str) -> tuple[Formation, ...]:
    """A formation and all that stands within it, from above, each before its parts."""
    parts: dict[str, list[Formation]] = {}
    known = formations_by_id(formations)
    for each in known.values():
        parts.setdefault(each.within, []).append(each)

    def walk(one: Formation, seen: frozenset[str]) -> Iterator[Formation]:
        yield one
        for part in parts.get(one.id, ()):
            if part.id not in seen:
                yield from walk(part, seen | {part.id})

    return tuple(walk(known[id_], frozenset({id_}))) if id_ in known else ()


def top_level_formations(scenario: Scenario, side: str) -> tuple[Formation, ...]:
    """The formations of a side that stand within none."""
    known = formations_by_id(scenario.formations)
    return tuple(
        each
        for each in scenario.formations
        if each.side == side and (each.within not in known or known[each.within].side != side)
    )


def units_of(scenario: Scenario, id_: str) -> tuple[ScenarioUnit, ...]:
    """All units of a formation and of what stands within it, in the order of the scenario."""
    words = {each.id for each in formations_within(scenario.formations, id_)} or {id_}
    return tuple(unit for unit in scenario.units if unit.formation in words)
