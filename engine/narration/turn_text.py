"""Turns in words: numbers of turns or rounds, and conditions of reinforcements."""

from __future__ import annotations

from engine.narration.scenario_names import ScenarioNames, game_word
from engine.narration.victory_text import condition_demand_text
from engine.scenario.scenario import Arrival, Scenario
from engine.texts import has_text, names_with_branches, text


def with_arrival_condition(
    said: str, scenario: Scenario, arrival: Arrival, language: str | None
) -> str:
    """Return the time and place of an arrival, followed by its condition."""
    waiting = arrival_condition_text(scenario, arrival, language)
    return text("aims.arrives-waiting", language, said=said, waiting=waiting) if waiting else said


def arrival_condition_text(
    scenario: Scenario, arrival: Arrival, language: str | None = None
) -> str:
    """By what chance and on what condition reinforcements come; nothing where they simply do."""
    said = []
    if arrival.once is not None:
        known = any(side.id == arrival.once.side for side in scenario.sides)
        side = (
            ScenarioNames(scenario, language).side(arrival.once.side)
            if known
            else arrival.once.side
        )
        asked = condition_demand_text(scenario, arrival.once, language)
        said.append(text("aims.arrives-once", language, side=side, demand=asked))
    if arrival.die:
        said.append(text("aims.arrives-die", language, die=arrival.die))
    return text("aims.arrives-then", language).join(said)


def waiting_badge(arrival: Arrival) -> str:
    """The same on a counter or in a box: 4+ for a die, ? for a condition."""
    die = f"{arrival.die}+" if arrival.die else ""
    return f"?{die}" if arrival.once is not None else die


def turn_title(game: str, turn: int | str, language: str | None = None) -> str:
    """A turn as a heading: "Turn 3", in games of rounds "Round 3"."""
    return _said(game, "title", language, turn=turn)


def turn_of(game: str, turn: int, turns: int, language: str | None = None) -> str:
    """The turn under way, and how many there are: "Turn 3 of 12"."""
    return _said(game, "of", language, turn=turn, turns=turns)


def length_text(game: str, turns: int, language: str | None = None) -> str:
    """The length of a game: "12 turns", in games of rounds "6 rounds"."""
    return _said(game, "length", language, turns=turns)


def turn_in_sentence(game: str, turn: int, language: str | None = None) -> str:
    """A turn amid a sentence: "turn 3"."""
    return _said(game, "amid", language, turn=turn)


def turn_and_phase(game: str, turn: int, phase: str, language: str | None = None) -> str:
    """A turn with the phase under way, in a word of the game: "Turn 3 · Movement phase"."""
    when = turn_title(game, turn, language)
    named = game_word(game, "phase", phase, language)
    return f"{when} · {named}" if phase else when


def _said(game: str, what: str, language: str | None, **values: int | str) -> str:
    """Return the game's own text, else the usual one."""
    own = (f"{file}.turn-{what}" for file in names_with_branches(game))
    key = next((key for key in own if has_text(key)), f"scenario.turn-{what}")
    return text(key, language, **values)
