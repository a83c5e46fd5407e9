"""The constant facts of a game for pages: hexes, unit types, sides, colours.

Nothing here belongs to one side alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from engine.games import UnknownGame, handbook_of, mark_looks_of, muster_zones
from engine.narration.scenario_names import ScenarioNames, zone_title
from engine.problems import SandtableError
from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.session.scenario_handout import scenario_handout
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import FOOTPRINTS
from engine.tabletop.tabletop_map import TabletopFeature, points_of
from engine.texts import LocalText, text_languages, texts_with_prefix
from engine.umpire.observers import EVERYTHING
from engine.umpire.safe_text import plain_line

MAX_LABELLED = 20_000  # hexes; pages of larger maps name hexes by column and row
# Of sides that name no colour of their own, as on printed counters.
COLOURS = ("#c8352b", "#2b62c8", "#e0a52f", "#3d3d3d", "#64d8bb", "#49165a")

Plain = dict[str, Any]


def map_facts(scenario: Scenario) -> Plain:
    """The map as a page lays hexes over its pictures: the grid, labels, names of places."""
    if scenario.is_on_table:
        return table_facts(scenario)
    map_, grid = scenario.map, scenario.map.grid
    is_labelled = len(grid) <= MAX_LABELLED
    return {
        "title": _shown(map_.title),
        "credits": _shown(map_.credits),
        "columns": grid.columns,
        "rows": grid.rows,
        "pointy": grid.pointy,
        "hex_metres": map_.hex_metres,
        "even": grid.shift(0) == 1,
        "labels": [map_.labels.label(hex_) for hex_ in grid] if is_labelled else [],
        "places": [
            {"at": grid.name(place.at), "name": _shown(place.name)} for place in map_.places
        ],
    }


def table_facts(scenario: Scenario) -> Plain:
    """A table as a page shows it: its size in sixteenths of an inch, names, pictures of figures."""
    table = scenario.table
    return {
        "table": {"wide": table.width, "deep": table.depth},
        "title": _shown(table.title),
        "credits": _shown(table.credits),
        "places": [
            *({"at": f"{at.x},{at.y}", "name": _shown(name)} for at, name in table.places),
            *(_name_in_middle(feature) for feature in table.features if feature.name),
        ],
        "stands": figure_picture_facts(scenario),
    }


def _name_in_middle(feature: TabletopFeature) -> Plain:
    """A feature's name at its middle."""
    points = points_of(feature.shape)
    x, y = (sum(each) // len(points) for each in zip(*points, strict=True))
    return {"at": f"{x},{y}", "name": _shown(feature.name)}


def _shown(words: LocalText) -> LocalText:
    """Words of a map, whose names are not checked, without signs that turn the direction."""
    if isinstance(words, str):
        return plain_line(words)
    return {language: plain_line(said) for language, said in words.items()}


def game_facts(scenario: Scenario) -> Plain:
    """Return the public facts of a game: title, sides, unit types of the rulebook."""
    try:
        types = handbook_of(scenario).units()
    except UnknownGame:
        types = {}
    return {
        "title": scenario.title or scenario.ground.title,
        "sides": [
            {
                "id": side.id,
                "name": side.name or side.id,
                "colour": side.colour or COLOURS[number % len(COLOURS)],
            }
            for number, side in enumerate(scenario.sides)
        ],
        "types": {
            name: {"name": known.get("name", name), "symbol": known.get("symbol", "unknown")}
            for name, known in types.items()
        },
        "marks": texts_with_prefix(scenario.game, "mark-"),
        **_looks(scenario.game),
    }


def _looks(game: str) -> Plain:
    """The badges of marks, and how figures stand on bases in games that draw them."""
    marks = mark_looks_of(game)
    badges = {
        look.id: {
            "letter": look.letter,
            "colour": look.colour,
            "place": look.place,
            "grey": look.shows == "grey",
        }
        for look in marks
    }
    figures = {figure: look._asdict() for figure, look in marks.figures.looks.items()}
    base = {"places": marks.figures.places, "figures": figures} if figures else None
    return {"badges": badges, "base": base}


def known_zones(scenario: Scenario, side: str) -> list[Plain]:
    """The zones a side knows of, as printed maps have them; for "everything" all there are.

    Whom no side is named for knows those that lie open.
    """
    if scenario.is_on_table:
        return []
    try:
        known = scenario if side == EVERYTHING else scenario_handout(scenario, side)
    except UnknownGame:
        return []
    owners = {zone: owner for owner, zone in muster_zones(scenario).items()}
    colours, grid, map_ = side_colours(scenario), known.map.grid, known.map
    found = []
    for name in (*map_.zones, *(each for each in known.zones if each not in map_.zones)):
        own = map_.zones.get(name)
        words = known.zone_names.get(name) or (own.name if own else "")
        colour = (own.colour if own else "") or colours.get(owners.get(name, ""), "")
        titles = {each: zone_title(words, name, each) for each in text_languages()}
        hexes = [grid.name(hex_) for hex_ in known.zone(name) if hex_ in grid]
        found.append({"id": name, "name": titles, "colour": colour, "hexes": hexes})
    return found


def known_objectives(scenario: Scenario, known: Mapping[str, Any]) -> list[Plain]:
    """The objectives a side knows of: where they lie and what they are called."""
    if scenario.is_on_table:
        return []
    grid, found = scenario.map.grid, []
    for aim in scenario.objectives:
        if aim.id not in known:
            continue
        try:
            hexes = (aim.at,) if aim.at is not None else scenario.zone(aim.zone)
        except (KeyError, SandtableError):
            hexes = ()
        names = {each: ScenarioNames(scenario, each).objective(aim) for each in text_languages()}
        where = [grid.name(hex_) for hex_ in hexes]
        found.append({"id": aim.id, "name": names, "hexes": where, "points": aim.points})
    return found


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
