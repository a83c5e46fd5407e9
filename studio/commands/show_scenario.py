"""What is in a scenario and in a deck, for `sandtable show`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.files import card_layouts, counter_layouts, force_files, map_styles
from engine.files.decks import DeckFile
from engine.files.decks import values_of as values_of_deck
from engine.files.scenario_writing import arrival_values, values_of
from engine.files.versions import version_needed
from engine.hexes.hex import Hex
from engine.scenario.scenario import Card, Feature, Scenario, ScenarioUnit, Victory
from engine.texts import localised, text
from studio.commands.speaking import format_columns


def describe_scenario(scenario: Scenario) -> dict[str, Any]:
    """A scenario in figures: sides, units, objectives, decks."""
    return {
        "kind": f"scenario/{version_needed('scenario', values_of(scenario))}",
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


def _feature(scenario: Scenario, feature: Feature) -> dict[str, Any]:
    place = _at(scenario, feature.at) if feature.at is not None else {"zone": feature.zone}
    head = {"id": feature.id, "kind": feature.kind, "name": feature.name}
    side = {"side": feature.side or None}
    return {**head, **side, **place, **_facing(scenario, feature.facing)}


def _condition(condition: Victory) -> dict[str, Any]:
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


def describe_other(path: Path, kind: str) -> dict[str, Any]:
    """A layout, or units for any scenario: its kind, its name and what it holds."""
    if kind == "forces":
        force = force_files.load(path)
        counts = {"units": len(force.units), "formations": len(force.formations)}
        return {"kind": kind, "title": force.title, "game": force.game, **counts}
    if kind == "style":
        return {"kind": kind, "title": map_styles.load(path).name}
    title = counter_layouts.load(path).title if kind == "counters" else card_layouts.load(path).name
    return {"kind": kind, "title": title}


def print_other(facts: dict[str, Any]) -> None:
    """The same in lines."""
    for key, value in facts.items():
        click.echo(f"{key}: {localised(value) if key == 'title' else value}")
