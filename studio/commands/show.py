"""`sandtable show FILE`: what is in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

from engine.files import decks, scenarios, source_text
from engine.files.map_writing import style_of
from engine.files.maps import load
from engine.files.schemas import kind_of
from engine.hexes.grid import Grid
from engine.map.map import Map, Masks
from engine.map.terrain import catalogue
from engine.texts import localised, text
from studio.commands.speaking import FILE, format_columns, json_option, print_json, reports_errors

Facts = dict[str, Any]


@click.command("show")
@click.argument("file", type=FILE)
@json_option
@reports_errors
def command(file: Path, as_json: bool) -> None:
    facts, tell = _facts_and_printer(file)
    if as_json:
        print_json(facts)
    else:
        tell(facts)


def _facts_and_printer(path: Path) -> tuple[Facts, Callable[[Facts], None]]:
    """What is in a file of any kind, and how it is printed."""
    kind, _ = kind_of(source_text.read(path))
    if kind == "map":
        return describe_map(load(path)), _print
    if kind == "table":
        from engine.files import tables
        from studio.commands.tables import describe_tabletop_map, print_tabletop_map

        return describe_tabletop_map(tables.load(path)), print_tabletop_map
    from studio.commands import show_scenario

    if kind == "scenario":
        found = scenarios.load(path)
        return show_scenario.describe_scenario(found), show_scenario.print_scenario
    if kind not in ("deck", "map"):
        return show_scenario.describe_other(path, kind), show_scenario.print_other
    deck = decks.open_file(path, "")
    return show_scenario.describe_deck(deck), show_scenario.print_deck


def describe_map(map_: Map) -> Facts:
    """A map in figures: size, labels, levels, how much of each kind of terrain, zones, places."""
    grid, labels = map_.grid, map_.labels
    width, height = (round(length / 1000, 3) for length in grid.size(map_.hex_metres))
    counts = np.bincount(map_.ground.ravel(), minlength=len(map_.grounds)).tolist()
    return {
        "kind": "map/1",
        "title": map_.title,
        "grid": {
            "columns": grid.columns,
            "rows": grid.rows,
            "orientation": grid.orientation.value,
            "shifted": grid.shifted.value,
            "hex_metres": map_.hex_metres,
            "width_km": width,
            "height_km": height,
        },
        "labels": {
            "style": style_of(map_.label_style),
            "first": labels.label(grid.hex(0, 0)),
            "last": labels.label(grid.hex(grid.columns - 1, grid.rows - 1)),
        },
        "levels": {
            "lowest": int(map_.level.min()),
            "highest": int(map_.level.max()),
            "metres": map_.level_metres,
            "base": map_.base_metres,
        },
        "ground": {kind: count for kind, count in zip(map_.grounds, counts, strict=True) if count},
        "sides": {kind: _sides(grid, masks) for kind, masks in map_.sides.items()},
        "links": {kind: _bits(masks) // 2 for kind, masks in map_.links.items()},
        "zones": {name: int(zone.hexes.sum()) for name, zone in map_.zones.items()},
        "places": [
            {"at": grid.name(place.at), "label": labels.label(place.at), "name": place.name}
            for place in map_.places
        ],
        "credits": map_.credits,
    }


def _bits(masks: Masks) -> int:
    return int(np.bitwise_count(masks).sum())


def _sides(grid: Grid, masks: Masks) -> int:
    """How many hexsides carry a feature: those within the map are marked twice."""
    off = [
        (masks >> direction & 1) & (grid.seen_from(np.ones_like(masks), direction, 0) == 0)
        for direction in range(6)
    ]
    outer = int(sum(int(plane.sum()) for plane in off))
    return (_bits(masks) + outer) // 2


def _print(facts: dict[str, Any]) -> None:
    grid, labels = facts["grid"], facts["labels"]
    orientation = text(f"commands.{grid['orientation']}")
    size = {**grid, "metres": f"{grid['hex_metres']:g}", "orientation": orientation}
    size |= {"width": f"{grid['width_km']:g}", "height": f"{grid['height_km']:g}"}
    levels = facts["levels"]
    lines = {
        "title": localised(facts["title"]),
        "size": text("commands.show-size-is", **size),
        "labels": text("commands.show-labels-are", **labels),
        "levels": text("commands.show-levels-are", **levels),
        "ground": _count(facts["ground"]),
        "sides": _count(facts["sides"]),
        "links": _count(facts["links"]),
        "zones": ", ".join(f"{name} {count}" for name, count in facts["zones"].items()),
        "places": ", ".join(
            f"{localised(place['name'])} {place['label']}" for place in facts["places"]
        ),
        "credits": facts["credits"],
    }
    told = [[text(f"commands.show-{name}"), line] for name, line in lines.items() if line]
    click.echo(format_columns(told, numbers=False))


def _count(counts: dict[str, int]) -> str:
    ordered, name = Counter(counts).most_common(), catalogue().name
    return ", ".join(f"{localised(name(kind))} {count}" for kind, count in ordered)
