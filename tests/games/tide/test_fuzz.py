"""Random games of the samples: what must hold in every position does (Q1, G6, R5, D3).

`python -m tests.games.tide.test_fuzz 1000` plays so many games of each scenario.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games.tide.adapter.rules import TIDE
from engine.games.tide.card_events import CardPlayed, Readied
from engine.games.tide.data.piece_types import PLACES, base_places_filled
from engine.games.tide.events import ActionBegan, PhaseBegan
from engine.games.tide.move_execution import Step
from engine.games.tide.state import Phase, State, TideGame
from engine.play.dice import SeededDice
from engine.play.events import Event
from engine.play.game import Game
from engine.scenario.scenario import Scenario
from tests.games.tide import cases

SAMPLES = ("two-lanes", "canal-bridge", "ridge-line")
MAKES = {"skirmish": cases.skirmish, "column": cases.column}
FEW = 6


@cache
def made(name: str) -> Scenario:
    if name in MAKES:
        return MAKES[name]()
    return load(ROOT / f"samples/tide/scenarios/{name}.scenario.yaml")


def faults(state: State, passing: str = "") -> Iterator[str]:
    """What is wrong with a position; `passing` is a unit on its way through (G7, V7)."""
    choices = state.book.choices
    for unit in state.units.values():
        types = state.figures_of(unit)
        if state.type_of(unit).is_squad:
            if not 0 < base_places_filled(types) <= PLACES:
                yield f"Q1: {unit}"
            if unit.token and any(figure.is_crew for figure in types):
                yield f"Q4: {unit}"
        elif not 0 <= unit.damage < 3:
            yield f"RS9: {unit}"
        if unit.inside and (
            unit.inside not in state.units or state.units[unit.inside].at != unit.at
        ):
            yield f"TR: {unit}"
        if unit.position and unit.position not in {w.id for w in state.works_at(unit.at)}:
            yield f"X4: {unit}"
    for hex_, here in state.stacks_by_hex.items():
        standing = [unit for unit in here if unit.id != passing]
        vehicles = [unit for unit in standing if not unit.is_squad]
        if len({unit.side for unit in standing}) > 1:
            yield f"G6: enemies share {hex_}"
        if len(standing) > choices.units_in_hex or len(vehicles) > choices.vehicles_in_hex:
            yield f"G6: {standing}"
        inside = [unit.position for unit in standing if unit.position]
        if len(inside) != len(set(inside)):
            yield f"X4: {inside}"
    for side, hq in state.hq.items():
        if hq.command < 0 or hq.initiative < 0:
            yield f"CM: {side} {hq}"
        yield from _cards_twice(state, side)


def _cards_twice(state: State, side: str) -> Iterator[str]:
    """No card is anywhere twice (D3)."""
    hq = state.hq[side]
    held = Counter([*hq.hand, *hq.play, *hq.used])
    for _, pile in hq.decks:
        held.update(pile)
    printed = Counter(card for deck, _ in hq.decks for card in state.aims.decks[deck])
    printed.update(list(state.book.operations))
    if any(count > printed[card] for card, count in held.items()):
        yield f"D3: {held - printed}"


def acted_twice(events: list[Event[State]]) -> list[str]:
    """Units that were activated twice in a round, though no card made them fresh (R5)."""
    found: list[str] = []
    acted: set[str] = set()
    for event in events:
        match event:
            case PhaseBegan(phase=Phase.ACTION):
                acted.clear()
            case Readied(unit=unit):
                acted.discard(unit)
            case ActionBegan(unit=unit) if unit:
                found += [unit] if unit in acted else []
                acted.add(unit)
    return found


def play(name: str, seed: int) -> TideGame:
    """A random game in which every position is looked at."""
    game, rng = Game(TIDE, made(name), SeededDice.of(seed)), random.Random(seed)
    while game.decision is not None:
        asked = game.decision
        passing = asked.unit if isinstance(asked, Step) else getattr(asked, "mover", "")
        busy = game.state.acting.unit if game.state.acting else passing
        wrong = list(faults(game.state, busy or passing))
        assert not wrong, f"{name}, seed {seed}, answer {len(game.answers)}: {wrong}"
        game.choose(rng.choice(list(game.options)))
    wrong = list(faults(game.state))
    assert not wrong, f"{name}, seed {seed}, at the end: {wrong}"
    return game


@pytest.mark.parametrize("name", [*SAMPLES, *MAKES])
def test_random_games_keep_the_rules(name: str) -> None:
    cards = 0
    for seed in range(FEW):
        game = play(name, seed)
        assert game.result is not None
        assert not acted_twice(game.events), f"{name}, seed {seed}"
        cards += sum(isinstance(event, CardPlayed) for event in game.events)
    assert cards, "cards are played"


if __name__ == "__main__":
    for sample in (*SAMPLES, *MAKES):
        for number in range(int(sys.argv[1])):
            assert not acted_twice(play(sample, number).events), f"{sample}, seed {number}"
        print(f"{sample}: {sys.argv[1]} games")  # noqa: T201 # a report for who runs it
