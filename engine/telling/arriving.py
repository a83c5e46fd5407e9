"""What reinforcements wait for beside their turn, in words."""

from __future__ import annotations

from engine.scenario.scenario import Arrival, Scenario
from engine.telling.names import Names
from engine.telling.victory import demand
from engine.texts import text


def with_waiting(said: str, scenario: Scenario, arrival: Arrival, language: str | None) -> str:
    """When and where reinforcements come, with what they wait for behind it."""
    waiting = waiting_words(scenario, arrival, language)
    return text("aims.arrives-waiting", language, said=said, waiting=waiting) if waiting else said


def waiting_words(scenario: Scenario, arrival: Arrival, language: str | None = None) -> str:
    """By what chance and on what condition reinforcements come; nothing where they simply do."""
    said = []
    if arrival.once is not None:
        known = any(side.id == arrival.once.side for side in scenario.sides)
        side = Names(scenario, language).side(arrival.once.side) if known else arrival.once.side
        asked = demand(scenario, arrival.once, language)
        said.append(text("aims.arrives-once", language, side=side, demand=asked))
    if arrival.die:
        said.append(text("aims.arrives-die", language, die=arrival.die))
    return text("aims.arrives-then", language).join(said)


def waiting_badge(arrival: Arrival) -> str:
    """The same on a counter or in a box: 4+ for a die, ? for a condition."""
    die = f"{arrival.die}+" if arrival.die else ""
    return f"?{die}" if arrival.once is not None else die
