"""Scenarios on tables made from such scenarios: what an author does to the bodies of an army."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.editing.shape_transforms import ShapeTransform
from engine.games.figure_group_kinds import FigureGroupKind
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.shapes import Point

FULL_TURN = 360


def figure_groups_by_id(scenario: Scenario) -> dict[str, FigureGroup]:
    """The bodies by their ids."""
    return {body.id: body for body in scenario.bodies}


def free_body_id(scenario: Scenario, side: str, type_: str) -> str:
    """An id that is not taken, of its side and type."""
    taken, number = figure_groups_by_id(scenario), 1
    while f"{side}-{type_}-{number}" in taken:
        number += 1
    return f"{side}-{type_}-{number}"


def with_bodies(scenario: Scenario, bodies: Iterable[FigureGroup]) -> Scenario:
    """More bodies, behind those there are; those of a known id take its place."""
    new = {body.id: body for body in bodies}
    kept = tuple(new.pop(body.id, body) for body in scenario.bodies)
    return replace(scenario, bodies=(*kept, *new.values()))


def with_groups_changed(scenario: Scenario, ids: Collection[str], **changes: Any) -> Scenario:
    """Bodies with other values in some fields."""
    return with_bodies(
        scenario, [replace(body, **changes) for body in scenario.bodies if body.id in ids]
    )


def without_bodies(scenario: Scenario, ids: Collection[str]) -> Scenario:
    """The scenario without some bodies; who rode in one of them stands by himself."""
    kept = [body for body in scenario.bodies if body.id not in ids]
    afoot = [replace(body, aboard="") if body.aboard in ids else body for body in kept]
    return replace(scenario, bodies=tuple(afoot))


def body_renamed(scenario: Scenario, was: str, id_: str) -> Scenario:
    """A body under another id, which is not taken, wherever it is spoken of."""
    assert id_ not in figure_groups_by_id(scenario), "the id is taken"

    def renamed(body: FigureGroup) -> FigureGroup:
        aboard = id_ if body.aboard == was else body.aboard
        return replace(body, id=id_ if body.id == was else body.id, aboard=aboard)

    return replace(scenario, bodies=tuple(map(renamed, scenario.bodies)))


def with_group_placed(
    scenario: Scenario, id_: str, at: tuple[Point, ...], facing: int | None
) -> Scenario:
    """A body laid by one point or two; it rides in nothing then, and no zone has it."""
    return with_groups_changed(scenario, (id_,), at=at, facing=facing, zone="", aboard="")


def with_groups_unplaced(scenario: Scenario, ids: Collection[str], zone: str = "") -> Scenario:
    """Bodies set up by their side: in a zone, or behind its back line."""
    return with_groups_changed(scenario, ids, at=(), facing=None, zone=zone)


def with_groups_transformed(
    scenario: Scenario, ids: Collection[str], change: ShapeTransform, turn: int
) -> Scenario:
    """Bodies moved or turned together: their points, and where they face."""

    def led(body: FigureGroup) -> FigureGroup:
        facing = None if body.facing is None else (body.facing + turn) % FULL_TURN
        return replace(body, at=tuple(map(change.point, body.at)), facing=facing)

    return with_bodies(scenario, [led(body) for body in scenario.bodies if body.id in ids])


def with_copy(
    scenario: Scenario, body: FigureGroup, change: ShapeTransform
) -> tuple[Scenario, str]:
    """A copy of a body elsewhere, and its id; where the sides do not know its own it is theirs."""
    sides = [side.id for side in scenario.sides]
    side = body.side if body.side in sides else sides[0]
    id_ = free_body_id(scenario, side, body.type)
    at = tuple(map(change.point, body.at))
    copy = replace(body, id=id_, side=side, at=at, aboard="")
    return with_bodies(scenario, [copy]), id_


def body_copies(
    scenario: Scenario, ids: Collection[str], change: ShapeTransform
) -> tuple[Scenario, tuple[str, ...]]:
    """Copies of bodies elsewhere, and their ids."""
    new: list[str] = []
    for body in [body for body in scenario.bodies if body.id in ids]:
        scenario, id_ = with_copy(scenario, body, change)
        new.append(id_)
    return scenario, tuple(new)


def worth_of_sides(scenario: Scenario, kinds: Mapping[str, FigureGroupKind]) -> dict[str, Fraction]:
    """Return the cost of each side's figure groups, in points of an army (L20.3)."""
    worth = {side.id: Fraction(0) for side in scenario.sides}
    for body in scenario.bodies:
        if body.type in kinds and body.side in worth:
            worth[body.side] += kinds[body.type].points * body.strength
    return worth


def count_figures(scenario: Scenario, side: str) -> dict[str, int]:
    """Return the number of figures of each type that a side has."""
    found: dict[str, int] = {}
    for body in scenario.bodies:
        if body.side == side:
            found[body.type] = found.get(body.type, 0) + body.strength
    return found
