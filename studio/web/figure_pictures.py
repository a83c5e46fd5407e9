"""The figures of a table as pages show them: which there are, and how large their pictures are."""

from __future__ import annotations

import hashlib
from typing import Any

from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import FOOTPRINTS

DEFAULT = 40.0  # sixteenths of an inch across the picture of a type without a footprint
LEANS = 1.5  # of a footprint: what is drawn of it, with all that leans over


def figure_types(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The types that stand on a scenario's table, each in the colour of its side."""
    if not scenario.is_on_table:
        return ()
    shades = side_colours(scenario)
    types = {body.type for body in scenario.bodies} | {"foot", "horse"}
    return tuple((type_, shade) for type_ in sorted(types) for shade in sorted({*shades.values()}))


def figure_picture_name(type_: str, shade: str) -> str:
    """The name of the picture of a type in a colour."""
    digest = hashlib.blake2b(f"{type_} {shade}".encode(), digest_size=6).hexdigest()
    return f"stand-{digest}.png"


def figure_picture_extent(type_: str) -> float:
    """Return the extent of a type's picture, in sixteenths of an inch of a table."""
    known = FOOTPRINTS.get(type_)
    if known is None:
        return DEFAULT
    long = max(known.breadth, known.length) + 2 * known.radius
    return max(LEANS * long, 24.0)


def figure_picture_facts(scenario: Scenario) -> dict[str, Any]:
    """By side and type, the picture and how wide it is on the table, in sixteenths of an inch."""
    shades, half = side_colours(scenario), scenario.table.scale is FigureScale.KRIEGSPIEL
    types = {type_ for type_, _ in figure_types(scenario)}
    return {
        side: {
            type_: {
                "picture": figure_picture_name(type_, shade).removesuffix(".png"),
                "wide": figure_picture_extent(type_) / (2 if half else 1),
            }
            for type_ in sorted(types)
        }
        for side, shade in shades.items()
    }
