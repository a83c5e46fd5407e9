"""Where a unit can go and what awaits it: the same as walking there by the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod
from typing import Any

import pytest

from engine.games.tank.adapter.rules import TANK
from engine.games.tank.movement import (
    MARCH,
    ChooseMove,
    ChooseStep,
    MoveOrder,
    may_move,
    occupied_hexes,
    possible_steps,
)
from engine.games.tank.opportunity_fire import CoverFire, OpportunityFire
from engine.games.tank.presentation.forecast import forecast_attack
from engine.games.tank.presentation.forecast_model import FireForecast
from engine.games.tank.presentation.reachable_areas import SHELLS, SHOTS
from engine.games.tank.state import Impact
from engine.hexes.hex import Hex
from engine.movement.step_explanation import StepCostReason
from engine.narration.forecast_text import forecast_lines
from engine.play.dice import ScriptedDice, SeededDice
from engine.play.game import Game
from engine.play.move_forecast import (
    DamageChances,
    HexThreats,
    MoveStep,
    ReachableArea,
    ThreatSource,
)
from engine.play.players import Player, find_player, let_player_answer
from engine.play.translatable_phrases import TranslatablePhrase
from engine.texts import text
from tests.assertions import require_type
from tests.conformance.cases import crossroads
from tests.games.boards import at, battle, place_of, scenario
from tests.games.tank.test_cards import Dealt
from tests.games.tank.turns import TankGame, hold_fire, order, pass_fire, walk

RED_FIRST = 1


def reachable(
    game: TankGame, unit: str, manner: str = "", left: int | None = None
) -> ReachableArea:
    return TANK.reachable(game.state, unit, manner, left)


def costs(game: TankGame, told: ReachableArea) -> dict[tuple[int, int], Any]:
    """The MP to every hex by column and row."""
    grid = game.scenario.map.grid
    return {grid.column_row(at): arrival.cost for at, arrival in told.arrivals.items()}


def perils(threat: HexThreats, wanted: str) -> tuple[ThreatSource, ...]:
    return tuple(peril for kind in threat.kinds if kind.kind == wanted for peril in kind.perils)


def shots(threat: HexThreats) -> tuple[ThreatSource, ...]:
    """The enemies that may fire."""
    return perils(threat, SHOTS)


def shells(threat: HexThreats) -> tuple[ThreatSource, ...]:
    """The shells that act."""
    return perils(threat, SHELLS)


def together(threat: HexThreats) -> DamageChances:
    """All that may fire, at once."""
    (found,) = (kind.together for kind in threat.kinds if kind.kind == SHOTS)
    return found


# --- reach ----------------------------------------------------------------------------------------


def test_worked_case_five_mp_take_a_unit_through_open_and_woods() -> None:
    game = battle("r1 . . w . . . b1", [RED_FIRST, RED_FIRST])
    assert costs(game, reachable(game, "r1")) == {
        (0, 0): 0,
        (1, 0): 1,
        (2, 0): 2,
        (3, 0): 4,
        (4, 0): 5,
    }


def test_worked_case_the_same_road_takes_a_march_ten_hexes() -> None:
    road = " ".join(f"@{column},0" for column in range(13))
    game = battle("r1 s s s s s . . . . . . . . . b1", [RED_FIRST, RED_FIRST], roads=[road])
    assert max(costs(game, reachable(game, "r1"))) == (5, 0)
    march = costs(game, reachable(game, "r1", MARCH))
    assert max(march) == (10, 0)
    assert march[3, 0] == Fraction(3, 2)
    assert march[10, 0] == 5


def test_entering_among_enemies_ends_the_move_and_is_said_to_start_close_combat() -> None:
    game = battle("r1 . b1 . .", [RED_FIRST, RED_FIRST])
    told = reachable(game, "r1")
    assert told.combats == (at(game, 2, 0),)
    assert (3, 0) not in costs(game, told)


def test_a_hex_with_four_friends_can_be_passed_but_not_ended_in() -> None:
    game = battle("r5 r1+r2+r3+r4 . . b1", [RED_FIRST, RED_FIRST])
    told = reachable(game, "r5")
    assert told.arrivals[at(game, 1, 0)].crowded
    assert not told.arrivals[at(game, 2, 0)].crowded


def test_a_march_neither_starts_from_a_stack_nor_passes_anybody() -> None:
    road = "@0,0 @1,0 @2,0 @3,0 @4,0"
    stacked = battle("r1+r2 . . . . b1", [RED_FIRST, RED_FIRST], roads=[road])
    barred = battle("r1 . r2 . . b1", [RED_FIRST, RED_FIRST], roads=[road])
    assert list(costs(stacked, reachable(stacked, "r1", MARCH))) == [(0, 0)]
    assert list(costs(barred, reachable(barred, "r1", MARCH))) == [(0, 0), (1, 0)]


def test_an_immobile_unit_stays_where_it_is() -> None:
    game = battle("r1 . . b1", [RED_FIRST], marks={"r1": ("immobile",)})
    assert list(costs(game, reachable(game, "r1"))) == [(0, 0)]


def test_rapid_assault_is_counted_before_the_move_begins() -> None:
    made = scenario("r1 " + ". " * 12 + "~ b1")
    game = Game(Dealt("red", "rapid-assault"), made, ScriptedDice.of(RED_FIRST, RED_FIRST))
    assert reachable(game, "r1").points == 8
    assert max(costs(game, reachable(game, "r1"))) == (8, 0)


def test_a_path_has_what_it_costs_hex_by_hex_and_keeps_straight() -> None:
    game = battle(
        """
        r1 . . . . .
         .  . . . . .
        .  . . . . b1
        """,
        [RED_FIRST, RED_FIRST],
    )
    grid = game.scenario.map.grid
    path = reachable(game, "r1").path(at(game, 3, 2))
    assert [arrival.cost for arrival in path] == [0, 1, 2, 3, 4]
    assert [grid.column_row(each.at) for each in path][::4] == [(0, 0), (3, 2)]
    assert reachable(game, "r1").path(at(game, 5, 2)) == ()


def test_of_two_ways_of_one_price_the_one_with_fewer_hexes_is_taken() -> None:
    streams = ["@0,0 @1,0", "@0,1 @1,0", "@1,1 @1,0", "@1,1 @2,0"]
    game = battle("r1 w . ~ b1\n . . ~ ~ .", [RED_FIRST, RED_FIRST], streams=streams)
    path = reachable(game, "r1").path(at(game, 2, 0))
    assert [(each.at, each.cost) for each in path[1:]] == [
        (at(game, 1, 0), 3),
        (at(game, 2, 0), 4),
    ]


GAMES = range(3)


def positions(seed: int, kind: type) -> list[TankGame]:
    """A random game without direct fire, stopped at some of its decisions of a kind."""
    game: TankGame = Game(TANK, crossroads(), SeededDice.of(seed))
    players: dict[str, Player] = {side: find_player("random", seed) for side in ("red", "blue")}
    found: list[TankGame] = []
    while game.decision is not None and len(found) < 12:
        pass_fire(game)
        if game.decision is not None:
            if type(game.decision) is kind and game.state.turn > 2:
                found.append(game.fork(seed))
            let_player_answer(game, players)
    return found


def by_the_rules(game: TankGame, unit: str, manner: str, left: int) -> dict[Hex, int]:
    """What is left in every hex a unit can come to, trying every step the rules allow."""
    state = game.state.copy()
    mover = state.units[unit]
    enemies = occupied_hexes(state, state.enemy_of(mover.side))
    best, edge = {mover.at: left}, [mover.at]
    while edge:
        here = edge.pop()
        if here in enemies:
            continue
        state.units[unit] = mover._replace(at=here)
        for way in possible_steps(state, unit, manner, best[here]):
            after = best[here] - way.cost
            if after >= 0 and after > best.get(way.to, -1):
                best[way.to] = after
                edge.append(way.to)
    return best


@pytest.mark.parametrize("seed", GAMES)
def test_in_random_games_the_reach_is_that_of_all_steps_the_rules_allow(seed: int) -> None:
    met: Counter[str] = Counter()
    for game in [*positions(seed, ChooseMove), *positions(seed, ChooseStep)]:
        asked = game.decision
        for unit, manner in game.options[:-1] if isinstance(asked, ChooseMove) else ():
            told, scale = reachable(game, unit, manner), 2 if manner == MARCH else 1
            left = by_the_rules(game, unit, manner, int(told.points * scale))
            found = {hex_: each.cost * scale for hex_, each in told.arrivals.items()}
            assert found == {hex_: told.points * scale - rest for hex_, rest in left.items()}
            met[manner] += 1
        if isinstance(asked, ChooseStep):
            told = reachable(game, asked.unit, asked.manner, asked.left)
            left = by_the_rules(game, asked.unit, asked.manner, asked.left)
            assert set(told.arrivals) == set(left)
            met["step"] += 1
    assert min(met["move"], met["step"]) > 2


@pytest.mark.parametrize("seed", GAMES)
def test_in_random_games_every_path_can_be_walked_for_its_price(seed: int) -> None:
    for game in positions(seed, ChooseMove)[:4]:
        orders = [each for each in game.options if each is not None]
        chosen = orders[seed % len(orders)]
        told = reachable(game, chosen.unit, chosen.manner)
        for to in list(told.arrivals)[1:12]:
            walked = game.fork(seed)
            walked.choose(chosen)
            for arrival in told.path(to)[1:]:
                asked = walked.decision
                assert isinstance(asked, ChooseStep)
                cost = told.points - (asked.left - asked.cost_of(arrival.at)) / _scale(asked)
                assert cost == arrival.cost
                walked.choose(arrival.at)
                hold_fire(walked)
            assert chosen.unit not in walked.state.units or _is_at(walked, chosen.unit, to)


def _scale(asked: ChooseStep) -> Fraction:
    return Fraction(2 if asked.manner == MARCH else 1)


def _is_at(game: TankGame, unit: str, hex_: Hex) -> bool:
    return bool(game.state.units[unit].at == hex_)


# --- what awaits a mover --------------------------------------------------------------------------


def danger_of(game: TankGame, option: str) -> Fraction:
    """The chance that an enemy's opportunity fire does anything, as its own forecast has it."""
    assert game.decision is not None
    told = forecast_attack(game.state, game.decision, option)
    assert isinstance(told, FireForecast)
    return told.chance_of_harm


def test_in_random_games_those_who_are_foreseen_to_fire_are_those_who_are_asked() -> None:
    met = 0
    for game in (game for seed in range(6) for game in positions(seed, ChooseStep)):
        asked = game.decision
        assert isinstance(asked, ChooseStep)
        for to in game.options[:-1]:
            (threat,) = TANK.threats(game.state, asked.unit, [to])
            stepped = game.fork(0)
            stepped.choose(to)
            firers = [shot.unit for shot in shots(threat)]
            if isinstance(stepped.decision, OpportunityFire) and not shells(threat):
                met += 1
                assert list(stepped.decision.able) == firers
                hurt = [danger_of(stepped, firer) for firer in firers]
                assert [shot.danger.hurt for shot in shots(threat)] == hurt
            elif not shells(threat):
                assert firers == []
    assert met > 10


def test_all_fire_together_hurts_unless_every_shot_misses() -> None:
    board = f"r1 . {'. ' * 34} b1 b2\n . w {'. ' * 34} 2 b3:2"
    game = battle(board, [RED_FIRST, RED_FIRST])
    pass_fire(game)
    (threat,) = TANK.threats(game.state, "r1", [at(game, 1, 0)])
    assert len(shots(threat)) == 3
    for kind, chance in enumerate(together(threat)):
        assert 1 - chance == prod(1 - shot.danger[kind] for shot in shots(threat))
    assert 0 < together(threat).lost <= together(threat).stopped < together(threat).hurt < 1


def test_friends_that_have_not_moved_may_cover_the_mover() -> None:
    game = battle("r1 . . . . . b1\n r2 . . . . . .\n r3 . . . . . .", [RED_FIRST, RED_FIRST])
    walk(order(game, "r2"), (1, 1)).choose(None)
    (threat,) = TANK.threats(game.state, "r1", [at(game, 1, 0)])
    assert [(shot.unit, shot.answered_by) for shot in shots(threat)] == [("b1", ("r3",))]


def test_those_who_are_foreseen_to_cover_are_those_who_are_asked() -> None:
    game = battle("r1 . . . . . b1\n r2 . . . . . .", [RED_FIRST, RED_FIRST])
    pass_fire(game)
    (threat,) = TANK.threats(game.state, "r1", [at(game, 1, 0)])
    order(game, "r1").choose(at(game, 1, 0))
    game.choose("b1")
    game.enter((4, 4))
    assert type(game.decision) is CoverFire
    assert shots(threat)[0].answered_by == tuple(shot.firer for shot in game.decision.shots)


def test_a_unit_fired_upon_already_has_no_more_shots_to_fear_this_turn() -> None:
    game = battle("r1 . . b1", [RED_FIRST])
    unit = game.state.units["r1"]._replace(fired_upon=True)
    game.state.units["r1"] = unit
    assert TANK.threats(game.state, "r1", [at(game, 1, 0)])[0].kinds == ()


def test_where_close_combat_begins_nobody_else_fires() -> None:
    game = battle("r1 b1 . b2", [RED_FIRST])
    (threat,) = TANK.threats(game.state, "r1", [at(game, 1, 0)])
    assert (threat.combat, shots(threat)) == (True, ())


def test_the_hex_a_unit_stands_in_holds_no_threat_for_it() -> None:
    game = battle("r1 . . b1", [RED_FIRST])
    here, there = TANK.threats(game.state, "r1", [at(game, 0, 0), at(game, 1, 0)])
    assert here.kinds == ()
    assert len(shots(there)) == 1


def test_shells_lie_in_wait_where_they_act() -> None:
    game = battle("r1 . . w . . . . . ~ b1", [RED_FIRST])
    in_woods = Impact("155mm", at(game, 3, 0), "blue")
    game.state.impacts = (in_woods, Impact("122mm", at(game, 4, 0), "red"))
    path = [at(game, column, 0) for column in (1, 2, 3, 4)]
    told = TANK.threats(game.state, "r1", path)
    acting = [
        [
            dict(require_type(shell.what, TranslatablePhrase).values)["shell"]
            for shell in shells(threat)
        ]
        for threat in told
    ]
    assert acting == [[], ["122mm"], ["155mm"], ["122mm"]]
    assert told[3].kinds[-1].together == shells(told[3])[0].danger
    assert told[0].kinds == ()


# --- a step ---------------------------------------------------------------------------------------


def test_a_step_says_what_it_costs_why_and_what_awaits_there() -> None:
    board = "r1 w . . . . b1\n r2 . . . . . ."
    rules = {"ford_cost": "extra"}
    game = battle(board, [RED_FIRST, RED_FIRST], streams=["@0,0 @1,0"], rules=rules)
    order(game, "r1")
    asked = game.decision
    assert isinstance(asked, ChooseStep)
    told = TANK.forecast(game.state, asked, at(game, 1, 0))
    assert isinstance(told, MoveStep)
    assert (told.cost, told.left) == (4, 1)
    assert told.reasons == (StepCostReason("ground-woods", 2), StepCostReason("side-stream", 2))
    assert forecast_lines(game, told, "en") == [
        "Woods 2 + Stream 2 = 4 MP",
        "1 MP left",
        text("tank.step-shots-one", "en", count="1", hurt="100%", stopped="32%", lost="30%"),
        text("tank.step-covered", "en", units="Red tank r2"),
    ]


def test_a_step_that_cannot_be_paid_says_how_much_is_lacking() -> None:
    rules = {"strict": True}
    game = battle("r1 . . . . s ~ b1", [RED_FIRST, RED_FIRST], rules=rules)
    walk(order(game, "r1"), (1, 0), (2, 0), (3, 0), (4, 0))
    asked = game.decision
    assert isinstance(asked, ChooseStep)
    told = TANK.forecast(game.state, asked, at(game, 5, 0))
    assert isinstance(told, MoveStep)
    assert (told.cost, told.left) == (3, -2)
    said = forecast_lines(game, told, "zh")
    assert said[1] == text("tank.step-overspent", "zh", points="2")


def test_an_order_tells_how_far_it_goes() -> None:
    game = battle("r1 . b1", [RED_FIRST, RED_FIRST])
    pass_fire(game)
    assert isinstance(game.decision, ChooseMove)
    assert may_move(game.state.units["r1"])
    told = TANK.forecast(game.state, game.decision, MoveOrder("r1", "move"))
    assert told is not None
    assert forecast_lines(game, told, "en") == [
        text("forecast.reachable", "en", points="5", hexes="2 hexes"),
        text("forecast.combats", "en", hexes="1 hex"),
    ]
    assert place_of(game, "r1") == (0, 0)
