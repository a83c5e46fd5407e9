"""Recipes of generated maps: a seed, and a few amounts that a designer sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.problems import SandtableError
from engine.texts import LocalText, text

MAX_SEED = 2**31 - 1
MAX_HEXES = 65_536
COUNTRIES = Path(__file__).parent / "countries.yaml"


class RiverCourse(StrEnum):
    """The course of rivers: between hexes or through them. Streams are always between."""

    SIDES = "sides"
    HEXES = "hexes"


class InvalidRecipeError(SandtableError):
    """A country that cannot be made as it is asked for."""


def _amount(value: int, least: int = 0, most: int = 100) -> Any:
    return field(default=value, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class MapRecipe:
    """All that makes a country. Amounts are of a hundred where nothing else is said.

    The same recipe on the same grid is the same map, on every machine.
    """

    seed: int = _amount(1, 0, MAX_SEED)
    relief: int = _amount(6, 0, 40)  # the highest level
    hills: int = _amount(22, 6, 80)  # hexes from one hill to the next
    ridges: int = _amount(45)  # sharp crests, or rounded hills
    valleys: int = _amount(45)  # how broad and flat low ground is
    streams: int = _amount(50)
    rivers: int = _amount(50)
    lakes: int = _amount(20)
    marshes: int = _amount(10)
    woods: int = _amount(28)  # of the land
    rocks: int = _amount(3)  # likewise
    fields: int = _amount(45)
    hedges: int = _amount(15)
    villages: int = _amount(50)
    roads: int = _amount(50)
    cliffs: int = _amount(0)
    bed: RiverCourse = RiverCourse.SIDES

    def __post_init__(self) -> None:
        for each in amount_names():
            value, (least, most) = getattr(self, each), amount_bounds(each)
            if not least <= value <= most:
                raise InvalidRecipeError(
                    text("country.out-of-range", what=each, value=value, least=least, most=most)
                )


def amount_names() -> tuple[str, ...]:
    """The names of all amounts, as they are listed."""
    return tuple(each.name for each in fields(MapRecipe) if "least" in each.metadata)


def amount_bounds(amount: str) -> tuple[int, int]:
    """The least and the most that an amount can be."""
    said = next(each.metadata for each in fields(MapRecipe) if each.name == amount)
    return said["least"], said["most"]


@dataclass(frozen=True)
class Landscape:
    """A recipe with a name, to begin from."""

    id: str
    name: LocalText
    recipe: MapRecipe

    def seeded(self, seed: int) -> MapRecipe:
        """The same country by another seed."""
        return replace(self.recipe, seed=seed)


@cache
def list_landscapes() -> tuple[Landscape, ...]:
    """The landscapes the program knows, as they are listed."""
    listed: list[Mapping[str, Any]] = yaml.load(
        COUNTRIES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    return tuple(
        Landscape(each["id"], each["name"], recipe_from(each["recipe"])) for each in listed
    )


def find_landscape(id_: str) -> Landscape:
    """A landscape by its id; KeyError for another."""
    return {each.id: each for each in list_landscapes()}[id_]


def recipe_from(values: Mapping[str, Any]) -> MapRecipe:
    """The recipe of plain values; InvalidRecipeError, TypeError or ValueError for others."""
    given = dict(values)
    if "bed" in given:
        given["bed"] = RiverCourse(given["bed"])
    return MapRecipe(**given)


def values_of(recipe: MapRecipe) -> dict[str, Any]:
    """A recipe as plain values, to be read back by `recipe_from`."""
    return {each.name: getattr(recipe, each.name) for each in fields(recipe)}
