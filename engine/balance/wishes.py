"""What one may wish otherwise in a scenario: the changes it has room for, as they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.balance.variants import names_of_units
from engine.scenario.scenario import Scenario
from engine.telling.names import Names
from engine.texts import text

AROUND, MOST_NAMED = 2, 12


class SuggestedVariant(NamedTuple):
    """A change with a range of values, and what it is in words."""

    words: str
    typed: str


def suggest_variants(scenario: Scenario, language: str | None = None) -> Iterator[SuggestedVariant]:
    """The changes most scenarios are tried with, as far as this one has what they change."""
    names = Names(scenario, language)
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
    return ",".join([n for n in names_of_units(scenario) if owners[n] == side][:MOST_NAMED])
