"""Armies: their figures, what they cost, what is chance in them, what is usual (L20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from engine.games.littlewars.data.rulebook import Rulebook
from engine.games.littlewars.state import WaitingPiece
from engine.scenario.figure_groups import FigureGroup


def figure_ids_of_group(body: FigureGroup) -> list[str]:
    """The ids of a body's figures: `BODY.1` and so on; a gun or wagon has its body's."""
    if body.strength == 1 and body.type in _SINGLE:
        return [body.id]
    return [f"{body.id}.{number}" for number in range(1, body.strength + 1)]


_SINGLE = frozenset({"gun", "howitzer", "wagon", "boat", "truck", "engine", "box", "general"})
TRUCK = "truck"
ZERO = Fraction(0)


def starting_cargo(bodies: Iterable[FigureGroup], book: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """Return the units aboard each carrier at the start; a gun on trucks takes two (L21.5)."""
    known = list(bodies)
    found: dict[str, tuple[str, ...]] = {}
    for body in known:
        for carrier in _carriers(body, known, book):
            found[carrier] = (*found.get(carrier, ()), *figure_ids_of_group(body))
    return found


def _carriers(body: FigureGroup, bodies: list[FigureGroup], book: Rulebook) -> list[str]:
    trucks = [each.id for each in bodies if each.type == TRUCK and each.side == body.side]
    kind = book.units.get(body.type)
    if body.aboard in trucks and kind is not None and kind.is_gun:
        place = trucks.index(body.aboard)
        return trucks[place : place + 2]
    return [body.aboard] if body.aboard else []


def waiting_figures(bodies: Iterable[FigureGroup]) -> Iterator[WaitingPiece]:
    """All figures of some bodies, beside the table."""
    for body in bodies:
        for id_ in figure_ids_of_group(body):
            yield WaitingPiece(id_, body.id, body.side, body.type)


def army_points(bodies: Iterable[FigureGroup], book: Rulebook) -> Fraction:
    """Return the points that bodies cost of an army: foot 1, horse 1½, gun 10 (L20.3)."""
    return sum((book.cost.get(body.type, ZERO) * body.strength for body in bodies), ZERO)


def groups_of_side(bodies: Iterable[FigureGroup], side: str) -> list[FigureGroup]:
    """The bodies of a side."""
    return [body for body in bodies if body.side == side]


def count_kinds(bodies: Iterable[FigureGroup]) -> Mapping[str, int]:
    """Return the number of figures of each kind."""
    found: dict[str, int] = {}
    for body in bodies:
        found[body.type] = found.get(body.type, 0) + body.strength
    return found


def are_armies_equal(bodies: Iterable[FigureGroup], one: str, other: str) -> bool:
    """Return whether two sides are equal in number and kind (L20.1)."""
    known = list(bodies)
    return count_kinds(groups_of_side(known, one)) == count_kinds(groups_of_side(known, other))


def defenders_points(attackers: Fraction) -> int:
    """Return a defender's points: two thirds of the attacker's, rounded down (L19.1)."""
    return int(attackers * 2 // 3)
