"""Variants of a scenario: a turn more, another budget, a unit less or more, as users type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.integers import parse_count
from engine.narration.scenario_names import ScenarioNames
from engine.problems import SandtableError, nearest_word
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from engine.texts import text

MAXIMUM = 40
RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})(?:/(\d{1,6}))?")
MORE = "-more"  # at the end of the id of a unit that is there once more


class InvalidVariantError(SandtableError):
    """A change that is none, or that this scenario cannot have."""


class Variant(NamedTuple):
    """A scenario with one thing changed, and the words for it as they are typed."""

    name: str
    scenario: Scenario


def parse_variants(scenario: Scenario, wish: str) -> list[Variant]:
    """The scenarios a wish asks for, as `turns=8..14` or `without=b4,b5`.

    Raises InvalidVariantError.
    """
    what, equals, values = wish.partition("=")
    if not equals or not what or not values:
        raise InvalidVariantError(text("variants.no-wish", None, found=wish))
    change = _change(scenario, what)
    found = [Variant(f"{what}={value}", change(value)) for value in _values(wish, values)]
    if not found:
        raise InvalidVariantError(text("variants.no-wish", None, found=wish))
    if len(found) > MAXIMUM:
        raise InvalidVariantError(text("variants.too-many", None, found=len(found), most=MAXIMUM))
    return found


def _values(wish: str, words: str) -> list[str]:
    """Return the values of a list, or the numbers of a range, both ends included."""
    span = RANGE.fullmatch(words)
    if not span:
        said = (each.strip() for each in words.split(","))
        return list(dict.fromkeys(filter(None, said)))
    first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
    if last < first or step == 0:
        raise InvalidVariantError(text("variants.no-range", None, found=wish))
    if (last - first) // step >= MAXIMUM:
        raise InvalidVariantError(
            text("variants.too-many", None, found=(last - first) // step + 1, most=MAXIMUM)
        )
    return [str(number) for number in range(first, last + 1, step)]


Change = Callable[[str], Scenario]


def _change(scenario: Scenario, what: str) -> Change:
    """Return the function that puts a value into the scenario."""
    kind, *path = what.split(".")
    if kind == "turns" and not path:
        return lambda value: replace(scenario, turns=_number(what, value, 1))
    if kind == "begins" and not path:
        return lambda value: _begun_by(scenario, value)
    if kind == "without" and not path:
        return lambda value: without_unit(scenario, value)
    if kind == "with" and not path:
        return lambda value: scenario_with_extra_unit(scenario, value)
    if kind == "side" and path[1:] == ["budget"]:
        return lambda value: _with_budget(scenario, path[0], _number(what, value))
    if kind == "side" and len(path) == 3 and path[1] == "stocks":
        return lambda value: _with_stock(scenario, path[0], path[2], _number(what, value))
    if kind == "objective" and path[1:] == ["points"]:
        return lambda value: _with_points(scenario, path[0], _number(what, value))
    raise InvalidVariantError(text("variants.unknown", None, found=what))


def _number(what: str, value: str, least: int = 0) -> int:
    number = parse_count(value)
    if number is None or number < least:
        raise InvalidVariantError(
            text("variants.no-number", None, what=what, found=value, least=least)
        )
    return number


def _check_known(kind: str, name: str, names: Iterable[str]) -> None:
    known = list(names)
    if name not in known:
        near = nearest_word(name, known)
        hint = text("variants.nearest", None, near=near) if near else ""
        listed = ", ".join(known[:12])
        raise InvalidVariantError(
            text(f"variants.no-{kind}", None, name=name, hint=hint, known=listed)
        )


def _side(scenario: Scenario, name: str) -> ScenarioSide:
    _check_known("side", name, (side.id for side in scenario.sides))
    return scenario.side(name)


def _with_side(scenario: Scenario, changed: ScenarioSide) -> Scenario:
    """A side in the place of the one of its name."""
    sides = (changed if side.id == changed.id else side for side in scenario.sides)
    return replace(scenario, sides=tuple(sides))


def _with_budget(scenario: Scenario, name: str, budget: int) -> Scenario:
    return _with_side(scenario, replace(_side(scenario, name), budget=budget))


def _with_stock(scenario: Scenario, name: str, stock: str, amount: int) -> Scenario:
    side = _side(scenario, name)
    _check_known("stock", stock, side.stocks)
    return _with_side(scenario, replace(side, stocks={**side.stocks, stock: amount}))


def _begun_by(scenario: Scenario, name: str) -> Scenario:
    _side(scenario, name)
    return replace(
        scenario, sides=tuple(replace(side, begins=side.id == name) for side in scenario.sides)
    )


def _with_points(scenario: Scenario, name: str, points: int) -> Scenario:
    _check_known("objective", name, (each.id for each in scenario.objectives))
    return replace(
        scenario,
        objectives=tuple(
            replace(each, points=points) if each.id == name else each
            for each in scenario.objectives
        ),
    )


# --- units and bodies ----------------------------------------------------------------------------


def names_of_units(scenario: Scenario) -> list[str]:
    """Return what `without` and `with` may name."""
    return [*(unit.id for unit in scenario.units), *(body.id for body in scenario.bodies)]


def without_unit(scenario: Scenario, name: str) -> Scenario:
    """The scenario without a unit or body; its weapons go too, its riders begin in its place."""
    _check_known("unit", name, names_of_units(scenario))
    if any(condition.units == (name,) for condition in scenario.victory):
        raise InvalidVariantError(text("variants.wins-by-it", None, name=name))
    return replace(
        scenario,
        units=tuple(_units_without(scenario.units, name)),
        bodies=tuple(
            replace(body, aboard="") if body.aboard == name else body
            for body in scenario.bodies
            if body.id != name
        ),
        victory=tuple(
            replace(each, units=tuple(unit for unit in each.units if unit != name))
            for each in scenario.victory
        ),
        formations=tuple(
            replace(each, headquarters="") if each.headquarters == name else each
            for each in scenario.formations
        ),
    )


def _units_without(units: Sequence[ScenarioUnit], name: str) -> Iterator[ScenarioUnit]:
    gone = next((unit for unit in units if unit.id == name), None)
    for unit in units:
        if name in (unit.id, unit.bearer):
            continue
        if gone is not None and unit.aboard == name:
            yield replace(
                unit, aboard=gone.aboard, at=gone.at, zone=gone.zone, arrives=gone.arrives
            )
        else:
            yield unit


def scenario_with_extra_unit(scenario: Scenario, name: str) -> Scenario:
    """The scenario with a unit once more, in the same place; with a man more in a body."""
    _check_known("unit", name, names_of_units(scenario))
    if any(body.id == name and body.strength == 1 for body in scenario.bodies):
        raise InvalidVariantError(text("variants.no-more", None, name=name))
    copies = [replace(u, id=f"{name}{MORE}") for u in scenario.units if u.id == name]
    bodies = tuple(
        replace(body, strength=body.strength + 1) if body.id == name else body
        for body in scenario.bodies
    )
    return replace(scenario, units=(*scenario.units, *copies), bodies=bodies)


AROUND, MAX_NAMED = 2, 12


class SuggestedVariant(NamedTuple):
    """A change with a range of values, and what it is in words."""

    words: str
    typed: str


def suggest_variants(scenario: Scenario, language: str | None = None) -> Iterator[SuggestedVariant]:
    """The changes most scenarios are tried with, as far as this one has what they change."""
    names = ScenarioNames(scenario, language)
    if scenario.turns:
        yield SuggestedVariant(
            text("variants.wish-turns", language), f"turns={_around(scenario.turns, 1)}"
        )
    for each in scenario.objectives:
        words = text("variants.wish-points", language, objective=names.objective(each))
        yield SuggestedVariant(words, f"objective.{each.id}.points={_around(each.points)}")
    if any(side.begins for side in scenario.sides):
        listed = ",".join(side.id for side in scenario.sides)
        yield SuggestedVariant(text("variants.wish-begins", language), f"begins={listed}")
    for side in scenario.sides:
        said = {"side": names.side(side.id)}
        for store, amount in side.stocks.items():
            words = text("variants.wish-stock", language, store=store, **said)
            yield SuggestedVariant(words, f"side.{side.id}.stocks.{store}={_around(amount)}")
        if units := _units_of(scenario, side.id):
            yield SuggestedVariant(
                text("variants.wish-without", language, **said), f"without={units}"
            )
            yield SuggestedVariant(text("variants.wish-with", language, **said), f"with={units}")


def _around(value: int, least: int = 0) -> str:
    return f"{max(least, value - AROUND)}..{value + AROUND}"


def _units_of(scenario: Scenario, side: str) -> str:
    """The first units or bodies of a side."""
    owners = {unit.id: unit.side for unit in scenario.units}
    owners |= {body.id: body.side for body in scenario.bodies}
    return ",".join([n for n in names_of_units(scenario) if owners[n] == side][:MAX_NAMED])
