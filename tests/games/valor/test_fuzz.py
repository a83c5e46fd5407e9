"""Games of random players on the three scenarios end by the rules, and never break them.

A thousand games of each: `python -m tests.games.valor.test_fuzz 1000`.
"""

from __future__ import annotations

import sys
import time
from functools import cache

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games.valor import transport, unit_lookups
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.combat_events import AssaultDeclared, AttackDeclared, OverrunMade
from engine.games.valor.state import Phase, State
from engine.play.dice import SeededDice
from engine.play.events import Event
from engine.play.game import Game
from engine.play.players import RandomPlayer, play_to_end

SCENARIOS = ("orchard-farm", "mill-ford", "chapel-hill")
SAMPLES = ROOT / "samples" / "valor" / "scenarios"


@cache
def opened(name: str) -> Game[State]:
    """A game of a scenario that others are begun again from."""
    return Game(VALOR, load(SAMPLES / f"{name}.scenario.yaml"), SeededDice.of(0))


def played(name: str, seed: int) -> Game[State]:
    """A game two random players have finished."""
    game = opened(name).restarted(SeededDice.of(seed))
    sides = game.state.sides
    players = {side: RandomPlayer(seed + number) for number, side in enumerate(sides)}
    play_to_end(game, players, most_answers=20_000)
    return game


def check_hexes(state: State) -> None:
    """One side a hex, within the stacking limit and what a position holds (V6.8, V6.11, V19.5)."""
    for hex_, here in state.stacks_by_hex.items():
        assert len({unit.side for unit in here}) == 1, (hex_, here)
        types = [state.type_of(unit) for unit in here]
        assert unit_lookups.is_within_stacking_limit(types, state.book.choices.stacking), (
            hex_,
            here,
        )
        work = state.works.get(hex_)
        assert work is None or state.work_type(work).has_room(types), (hex_, work, here)


def check_weapons(state: State) -> None:
    """Every weapon has a bearer of its side, and nobody more than he may bear (V1.4, V12.1)."""
    coming = {entry.id: entry.side for entry in state.reserves}
    below = {each.unit.id: each.unit.side for each in state.below}
    known = coming | below | {unit.id: unit.side for unit in state.units.values()}
    for weapon in state.weapons.values():
        assert known[weapon.bearer] == weapon.side
    for unit in state.units.values():
        borne = [kind for _, kind in unit_lookups.weapons_of(state, unit.id)]
        assert unit_lookups.may_bear(state.type_of(unit), borne), (unit, borne)


def check_cargo(state: State) -> None:
    """Cargo is where its carrier is, of its side, and fits (V8.1)."""
    carriers = {unit.inside for unit in state.units.values() if unit.inside}
    for name in carriers:
        carrier, cargo = state.units[name], state.cargo_of(name)
        assert all((each.at, each.side) == (carrier.at, carrier.side) for each in cargo)
        types = [state.type_of(each) for each in cargo]
        assert transport.can_carry(state.type_of(carrier), types), (carrier, cargo)


def check_lookups(state: State) -> None:
    """What a position keeps of who stands where and bears what is as if looked up anew."""
    afresh = state.copy()
    afresh.clear_lookups()
    assert list(state.stacks_by_hex.items()) == list(afresh.stacks_by_hex.items())
    for unit in state.units:
        assert state.burden(unit) == afresh.burden(unit)
        types = [kind for _, kind in state.burden(unit).weapons]
        assert unit_lookups.count_heavy_weapons(state, unit) == sum(kind.is_heavy for kind in types)


def check_attack(state: State, event: Event[State]) -> None:
    """Nobody pinned attacks; each attacks once a turn (V13.1, V14.14)."""
    match event:
        case AttackDeclared(firers=firers, manner=manner):
            units = [state.units[firer] for firer in firers]
            assert not any(unit.pinned for unit in units), event
            assert manner == "final" or not any(unit.fired for unit in units), event
        case AssaultDeclared(assaulters=units_):
            them = [state.units[unit] for unit in units_]
            assert not any(u.pinned or u.assaulted or u.advanced for u in them), event
        case OverrunMade(unit=afv):
            assert not state.units[afv].fired, event


def check(game: Game[State]) -> None:
    """A finished game, event by event."""
    state = game.opening.copy()
    for event in game.events:
        check_attack(state, event)
        event.apply(state)
        check_weapons(state)
        check_lookups(state)
    assert state == game.state


def check_line(game: Game[State]) -> None:
    """The positions between its activities."""
    for mark in game.marks:
        check_hexes(mark.state)
        check_cargo(mark.state)
        assert all(count >= 0 for stock in mark.state.stocks.values() for count in stock.values())


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(1, 4))
def test_random_games_end_by_the_rules_and_keep_them(name: str, seed: int) -> None:
    """Stacking, bearers, passengers, no fire by the pinned, each attack once; an end in time."""
    judge(name, seed)


def judge(name: str, seed: int) -> Game[State]:
    """A random game that ended by the rules and kept them all along."""
    game = played(name, seed)
    assert game.result is not None
    assert game.state.phase is Phase.OVER
    assert game.state.turn <= game.state.aims.turns
    check(game)
    check_line(game)
    return game


def campaign(name: str, games: int) -> str:
    """So many random games of a scenario judged, and how they ended."""
    began, ends = time.process_time(), dict[str, int]()
    for seed in range(games):
        try:
            game = judge(name, seed)
        except AssertionError as fault:
            raise AssertionError(f"{name}, seed {seed}: {fault}") from fault
        winner = game.result.winner if game.result else None
        ends[winner or "draw"] = ends.get(winner or "draw", 0) + 1
    took = time.process_time() - began
    return f"{name}: {games} games kept the rules in {took:.0f} s of a core, {ends}"


if __name__ == "__main__":
    for each in SCENARIOS:
        sys.stdout.write(campaign(each, int(sys.argv[1]) if len(sys.argv) > 1 else 1000) + "\n")
        sys.stdout.flush()
