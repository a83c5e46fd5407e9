"""`sandtable show FILE`: the contents of a map, a scenario or a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

from engine.files import (
    card_layout_files,
    counter_layout_files,
    deck_files,
    force_files,
    map_style_files,
    scenario_reader,
    source_text,
)
from engine.files.deck_files import DeckFile
from engine.files.deck_files import deck_file_values as values_of_deck
from engine.files.format_versions import version_needed
from engine.files.map_reader import load
from engine.files.map_writer import label_style_name
from engine.files.scenario_writer import arrival_values, scenario_file_values
from engine.files.schemas import file_kind_and_version
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map, Masks
from engine.map.terrain import load_catalogue
from engine.narration.number_format import format_decimal
from engine.scenario.scenario import Card, Scenario, ScenarioFeature, ScenarioUnit, VictoryCondition
from engine.texts import localised, text
from studio.cli.common_options import (
    FILE,
    format_columns,
    json_option,
    print_json,
    report_errors_of_command,
)

Facts = dict[str, Any]


@click.command("show")
@click.argument("file", type=FILE)
@json_option
@report_errors_of_command
def command(file: Path, as_json: bool) -> None:
    facts, tell = _facts_and_printer(file)
    if as_json:
        print_json(facts)
    else:
        tell(facts)


def _facts_and_printer(path: Path) -> tuple[Facts, Callable[[Facts], None]]:
    """Return the content of a file of any kind, and a function to print it."""
    kind, _ = file_kind_and_version(source_text.read(path))
    if kind == "map":
        return describe_map(load(path)), _print
    if kind == "table":
        from engine.files import tabletop_map_reader
        from studio.cli.tabletop_files import describe_tabletop_map, print_tabletop_map

        return describe_tabletop_map(tabletop_map_reader.load(path)), print_tabletop_map

    if kind == "scenario":
        found = scenario_reader.load(path)
        return describe_scenario(found), print_scenario
    if kind not in ("deck", "map"):
        return describe_layout_or_library(path, kind), print_layout_or_library
    deck = deck_files.open_file(path, "")
    return describe_deck(deck), print_deck


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
            "style": label_style_name(map_.label_style),
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
    """Return the number of hexsides with a feature: inner ones are marked twice."""
    off = [
        (masks >> direction & 1) & (grid.neighbour_plane(np.ones_like(masks), direction, 0) == 0)
        for direction in range(6)
    ]
    outer = int(sum(int(plane.sum()) for plane in off))
    return (_bits(masks) + outer) // 2


def _print(facts: dict[str, Any]) -> None:
    grid, labels = facts["grid"], facts["labels"]
    orientation = text(f"commands.{grid['orientation']}")
    size = {**grid, "metres": format_decimal(f"{grid['hex_metres']:g}"), "orientation": orientation}
    size |= {each: format_decimal(f"{grid[each + '_km']:g}") for each in ("width", "height")}
    levels = dict(facts["levels"])
    levels |= {each: format_decimal(f"{levels[each]:g}") for each in ("metres", "base")}
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
    ordered, name = Counter(counts).most_common(), load_catalogue().name
    return ", ".join(f"{localised(name(kind))} {count}" for kind, count in ordered)


def describe_scenario(scenario: Scenario) -> dict[str, Any]:
    """A scenario in figures: sides, units, objectives, decks."""
    return {
        "kind": f"scenario/{version_needed('scenario', scenario_file_values(scenario))}",
        "title": scenario.title,
        "game": scenario.game,
        "map": {"file": scenario.ground_path, "title": scenario.ground.title},
        "turns": scenario.turns,
        "sides": [
            {
                "id": side.id,
                "name": side.name,
                "colour": side.colour,
                "deck": side.deck or None,
                **_said({"decks": {h.deck: h.cards for h in side.decks}, "stocks": side.stocks}),
                "budget": side.budget or None,
                "units": [_unit(scenario, u) for u in scenario.units if u.side == side.id],
                "briefing": side.id in scenario.briefings,
            }
            for side in scenario.sides
        ],
        "objectives": [
            {
                "id": entry.id,
                "name": entry.name,
                "at": scenario.map.grid.name(entry.at) if entry.at is not None else None,
                "zone": entry.zone or None,
                "holder": entry.holder or None,
                "points": entry.points,
            }
            for entry in scenario.objectives
        ],
        **_said({"features": [_feature(scenario, each) for each in scenario.features]}),
        "decks": {name: sum(c.copies for c in deck.cards) for name, deck in scenario.decks.items()},
        "victory": [_condition(entry) for entry in scenario.victory],
        "rules": scenario.rules,
        "credits": scenario.credits,
    }


def _said(values: dict[str, Any]) -> dict[str, Any]:
    """Only what is present: a scenario without any of it is described as before."""
    return {key: value for key, value in values.items() if value}


def _unit(scenario: Scenario, unit: ScenarioUnit) -> dict[str, Any]:
    place: dict[str, Any] = {"zone": unit.zone}
    if unit.at is not None:
        place = _at(scenario, unit.at)
    elif unit.arrives is not None:
        place = {"arrives": arrival_values(unit.arrives)}
    elif unit.aboard or unit.bearer:
        place = _said({"aboard": unit.aboard, "bearer": unit.bearer})
    figures = _said({"figures": list(unit.figures), "mode": unit.mode})
    head = {"id": unit.id, "type": unit.type, "name": unit.name}
    return {**head, **place, **_facing(scenario, unit.facing), **figures}


def _at(scenario: Scenario, at: Hex) -> dict[str, Any]:
    return {"at": scenario.map.grid.name(at), "label": scenario.map.labels.label(at)}


def _facing(scenario: Scenario, facing: int | None) -> dict[str, Any]:
    if facing is None:
        return {}
    return {"facing": scenario.map.grid.orientation.directions[facing]}


def _feature(scenario: Scenario, feature: ScenarioFeature) -> dict[str, Any]:
    place = _at(scenario, feature.at) if feature.at is not None else {"zone": feature.zone}
    head = {"id": feature.id, "kind": feature.kind, "name": feature.name}
    side = {"side": feature.side or None}
    return {**head, **side, **place, **_facing(scenario, feature.facing)}


def _condition(condition: VictoryCondition) -> dict[str, Any]:
    group = _said({"zone": condition.zone, "group": condition.group, "grade": condition.grade})
    return {"by": condition.kind.value, "side": condition.side, **group}


def print_scenario(facts: dict[str, Any]) -> None:
    """A scenario's facts as lines."""
    lines = {
        "title": localised(facts["title"]),
        "game": facts["game"],
        "map": " ".join(
            filter(None, (localised(facts["map"]["title"]), f"({facts['map']['file']})"))
        ),
        "turns": str(facts["turns"]),
        "objectives": ", ".join(
            f"{localised(entry['name']) or entry['id']} {entry['points']}"
            for entry in facts["objectives"]
        ),
        "features": ", ".join(
            f"{localised(each['name']) or each['id']} {_where(each)}"
            for each in facts.get("features", ())
        ),
        "decks": ", ".join(f"{name} {count}" for name, count in facts["decks"].items()),
        "rules": ", ".join(f"{key} {value}" for key, value in facts["rules"].items()),
        "credits": facts["credits"],
    }
    told = [[text(f"commands.show-{name}"), line] for name, line in lines.items() if line]
    for side in facts["sides"]:
        units = ", ".join(
            f"{localised(unit['name']) or unit['id']} {_where(unit)}" for unit in side["units"]
        )
        budget = text("commands.show-budget", None, budget=side["budget"]) if side["budget"] else ""
        stocks = ", ".join(f"{name} {count}" for name, count in side.get("stocks", {}).items())
        said = "; ".join(filter(None, (budget, stocks, units)))
        told.append([localised(side["name"]) or side["id"], said])
    click.echo(format_columns(told, numbers=False))


def _where(unit: dict[str, Any]) -> str:
    if "arrives" in unit:
        return text("commands.show-arrives", None, **unit["arrives"])
    place = unit.get("label") or unit.get("zone") or unit.get("aboard") or unit.get("bearer") or ""
    return " ".join(filter(None, (str(place), unit.get("facing", ""))))


def describe_deck(file: DeckFile) -> dict[str, Any]:
    """A deck in figures: its cards and how many of each."""
    return {
        "kind": f"deck/{version_needed('deck', values_of_deck(file))}",
        "title": file.deck.title,
        "game": file.game,
        "cards": [_card(card) for card in file.deck.cards],
        "count": sum(card.copies for card in file.deck.cards),
        "credits": file.credits,
    }


def _card(card: Card) -> dict[str, Any]:
    kept = {key: getattr(card, key) for key in ("id", "effect", "copies", "title", "text")}
    then = [{"effect": e.effect, "parameters": dict(e.parameters)} for e in card.then]
    more = {"then": then, "cost": card.cost, "phase": card.phase, "stays": card.stays}
    parameters = {"parameters": dict(card.parameters), "picture": card.picture or None}
    return {**kept, **parameters, **_said({**more, "set": card.set})}


def print_deck(facts: dict[str, Any]) -> None:
    """A deck's facts as lines."""
    head = [[text("commands.show-title"), localised(facts["title"])]]
    head.append([text("commands.show-game"), facts["game"]])
    cards = [
        [f"{card['copies']} × {localised(card['title']) or card['id']}", localised(card["text"])]
        for card in facts["cards"]
    ]
    click.echo(format_columns([*head, *cards], numbers=False))


def describe_layout_or_library(path: Path, kind: str) -> dict[str, Any]:
    """A layout, or units for any scenario: its kind, its name and what it holds."""
    if kind == "forces":
        force = force_files.load(path)
        counts = {"units": len(force.units), "formations": len(force.formations)}
        return {"kind": kind, "title": force.title, "game": force.game, **counts}
    if kind == "style":
        return {"kind": kind, "title": map_style_files.load(path).name}
    title = (
        counter_layout_files.load(path).title
        if kind == "counters"
        else card_layout_files.load(path).name
    )
    return {"kind": kind, "title": title}


def print_layout_or_library(facts: dict[str, Any]) -> None:
    """The same in lines."""
    for key, value in facts.items():
        click.echo(f"{key}: {localised(value) if key == 'title' else value}")
