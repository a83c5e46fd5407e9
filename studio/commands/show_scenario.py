"""What is in a scenario and in a deck, for `sandtable show`."""

from __future__ import annotations

from typing import Any

import click

from engine.files.decks import DeckFile
from engine.scenario.scenario import Card, Scenario, ScenarioUnit
from engine.texts import spoken, text
from studio.commands.speaking import columns


def facts_of_scenario(scenario: Scenario) -> dict[str, Any]:
    """A scenario in figures: sides, units, objectives, decks."""
    return {
        "kind": "scenario/1",
        "title": scenario.title,
        "game": scenario.game,
        "map": {"file": scenario.map_path, "title": scenario.map.title},
        "turns": scenario.turns,
        "sides": [
            {
                "id": side.id,
                "name": side.name,
                "colour": side.colour,
                "deck": side.deck or None,
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
        "decks": {name: sum(c.copies for c in deck.cards) for name, deck in scenario.decks.items()},
        "victory": [{"by": entry.kind.value, "side": entry.side} for entry in scenario.victory],
        "rules": scenario.rules,
        "credits": scenario.credits,
    }


def _unit(scenario: Scenario, unit: ScenarioUnit) -> dict[str, Any]:
    place: dict[str, Any] = {"zone": unit.zone}
    if unit.at is not None:
        place = {"at": scenario.map.grid.name(unit.at), "label": scenario.map.labels.label(unit.at)}
    elif unit.arrives is not None:
        place = {"arrives": {"turn": unit.arrives.turn, "zone": unit.arrives.zone}}
    return {"id": unit.id, "type": unit.type, "name": unit.name, **place}


def print_scenario(facts: dict[str, Any]) -> None:
    """A scenario's facts as lines."""
    lines = {
        "title": spoken(facts["title"]),
        "game": facts["game"],
        "map": " ".join(filter(None, (spoken(facts["map"]["title"]), f"({facts['map']['file']})"))),
        "turns": str(facts["turns"]),
        "objectives": ", ".join(
            f"{spoken(entry['name']) or entry['id']} {entry['points']}"
            for entry in facts["objectives"]
        ),
        "decks": ", ".join(f"{name} {count}" for name, count in facts["decks"].items()),
        "rules": ", ".join(f"{key} {value}" for key, value in facts["rules"].items()),
        "credits": facts["credits"],
    }
    told = [[text(f"commands.show-{name}"), line] for name, line in lines.items() if line]
    for side in facts["sides"]:
        units = ", ".join(
            f"{spoken(unit['name']) or unit['id']} {_where(unit)}" for unit in side["units"]
        )
        budget = text("commands.show-budget", None, budget=side["budget"]) if side["budget"] else ""
        told.append([spoken(side["name"]) or side["id"], "; ".join(filter(None, (budget, units)))])
    click.echo(columns(told, numbers=False))


def _where(unit: dict[str, Any]) -> str:
    if "arrives" in unit:
        return text("commands.show-arrives", None, **unit["arrives"])
    return str(unit.get("label") or unit["zone"])


def facts_of_deck(file: DeckFile) -> dict[str, Any]:
    """A deck in figures: its cards and how many of each."""
    return {
        "kind": "deck/1",
        "title": file.deck.title,
        "game": file.game,
        "cards": [_card(card) for card in file.deck.cards],
        "count": sum(card.copies for card in file.deck.cards),
        "credits": file.credits,
    }


def _card(card: Card) -> dict[str, Any]:
    kept = {key: getattr(card, key) for key in ("id", "effect", "copies", "title", "text")}
    return {**kept, "parameters": dict(card.parameters), "picture": card.picture or None}


def print_deck(facts: dict[str, Any]) -> None:
    """A deck's facts as lines."""
    head = [[text("commands.show-title"), spoken(facts["title"])]]
    head.append([text("commands.show-game"), facts["game"]])
    cards = [
        [f"{card['copies']} × {spoken(card['title']) or card['id']}", spoken(card["text"])]
        for card in facts["cards"]
    ]
    click.echo(columns([*head, *cards], numbers=False))
