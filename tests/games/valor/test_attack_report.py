"""Reports count the attacks of a game, and say what was to be expected (V14.4, V15.5, V16)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games import list_attacks
from engine.games.valor.combat_events import (
    AssaultRolled,
    AttackRolled,
    HitRolled,
    PenetrationRolled,
)
from engine.games.valor.presentation.attack_report import casualty_result_text
from engine.games.valor.state import State
from engine.games.valor.support_events import LaneRolled, MissionResolved, ShellingRolled
from engine.play.game import Game
from engine.play.luck import AttackRecord
from engine.session import replay
from tests.games.valor.boards import battle, last
from tests.games.valor.firing import aim_at, assault, attack
from tests.games.valor.test_opportunity_fire import laned
from tests.games.valor.test_support_missions import mission
from tests.games.valor.walking import order, step

VALOR = SHIPPED / "samples" / "valor"
FIRE = {"phase": "fire"}
ROLLED = (AttackRolled, HitRolled, AssaultRolled, LaneRolled, MissionResolved, ShellingRolled)
BOTH = [sum(dice) for dice in product(range(1, 7), repeat=2)]


def chance(holds: Callable[[int], bool]) -> float:
    """How many of the 36 throws do something."""
    return sum(map(holds, BOTH)) / len(BOTH)


def only(game: Game[State]) -> AttackRecord:
    """The one attack of a game."""
    (found,) = list_attacks(game)
    return found


@pytest.mark.parametrize("name", ["chapel-hill", "mill-ford", "orchard-farm"])
def test_v24_5_attacks_of_recorded_games_are_counted_with_their_odds(name: str) -> None:
    """Every roll to attack is one attack, and what came was possible."""
    scenario = load(VALOR / "scenarios" / f"{name}.scenario.yaml")
    game = replay.load(VALOR / "replays" / f"{name}-greedy.replay", scenario)
    found = list(list_attacks(game))
    assert len(found) == sum(isinstance(event, ROLLED) for event in game.events) > 0
    for each in found:
        assert sum(each.odds.values()) == pytest.approx(1.0)
        assert each.odds[each.result] > 0


def test_v14_4_fire_is_counted_by_its_casualty_points() -> None:
    """The modified roll on the row of the APFP gives casualty points."""
    game = battle("r1 . . b1:w", [(2, 2)], **FIRE)
    attack(game, ["r1"], aim_at(game, "D1"))
    found, told = only(game), last(game, AttackRolled)
    assert (found.side, found.result) == ("red", casualty_result_text(told.points))
    modifier, charts = told.roll - sum(told.dice), game.state.book.charts
    points = [charts.casualty_points(told.apfp, sum_ + modifier) for sum_ in BOTH]
    assert found.odds == pytest.approx(
        {
            "no-points": points.count(0) / 36,
            "one-point": points.count(1) / 36,
            "two-points": points.count(2) / 36,
            "more-points": sum(each > 2 for each in points) / 36,
        }
    )


@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ([(6, 6)], "missed"), ([(1, 2), (6, 6)], "held"), ([(1, 2), (1, 1)], "eliminated"),
    ],
)  # fmt: skip
def test_v16_3_a_shot_is_counted_with_hit_and_armour(
    dice: list[tuple[int, int]], result: str
) -> None:
    """Below the number: eliminated; equal: immobilised."""
    game = battle(
        "r1 . b1", dice, types={"b1": "tiger-i"}, facing={"b1": 5},
        weapons={"w1": ("bazooka", "r1")}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "C1", "b1", weapon="w1"))
    found, hit = only(game), last(game, HitRolled)
    assert (found.side, found.result) == ("red", result)
    needed = hit.number - (hit.roll - sum(hit.dice))
    assert found.odds["missed"] == pytest.approx(chance(lambda sum_: sum_ > needed))
    if result != "missed":
        number, hits = int(last(game, PenetrationRolled).number), 1 - found.odds["missed"]
        lost, stuck = chance(lambda sum_: sum_ < number), chance(lambda sum_: sum_ == number)
        assert found.odds["eliminated"] == pytest.approx(hits * lost)
        assert found.odds["immobile"] == pytest.approx(hits * stuck)


def test_v12_5_the_last_weapon_of_the_pool_is_counted_though_it_is_used_up() -> None:
    """X weapons are used once and come off the side's pool."""
    game = battle(
        "r1 b1", [(1, 6), (6, 6)], types={"b1": "panther"}, facing={"b1": 5},
        stocks={"red": {"panzerfaust": 1}}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "B1", "b1", weapon="panzerfaust"))
    found, told = only(game), last(game, PenetrationRolled)
    assert game.state.count_in_stock("red", "panzerfaust") == 0
    lost = chance(lambda sum_: sum_ < int(told.number))
    assert found.odds["eliminated"] == pytest.approx((1 - found.odds["missed"]) * lost)


def test_v12_15_a_mortar_is_counted_at_each_vehicle_without_immobilising() -> None:
    """A mortar hits vehicles and AFVs on 6 or less, AFVs at the rear armour."""
    game = battle(
        "r1 . . b1+b2", [(6, 6), (1, 1), (6, 6)], types={"b2": "tiger-i"}, facing={"b2": 0},
        weapons={"w1": ("mortar-60mm", "r1")}, **FIRE,
    )  # fmt: skip
    attack(game, ["r1"], aim_at(game, "D1", how="mortar"))
    fired, shelled = list_attacks(game)
    assert fired.result in fired.odds
    assert shelled.odds["missed"] == pytest.approx(chance(lambda sum_: sum_ > 6))
    assert shelled.odds["immobile"] == 0


def test_v18_7_a_mission_at_an_afv_is_counted() -> None:
    """Dice roll + cover ≤ 8 hits; second roll ≤ elimination number against rear armour."""
    game = mission("light", 3, (4, 4), (2, 2), types={"b1": "tiger-i"}, facing={"b1": 0})
    told = last(game, ShellingRolled)
    found = next(each for each in list_attacks(game) if "missed" in each.odds)
    assert (found.side, found.result) == (told.side, "held")
    hits = chance(lambda sum_: sum_ <= 8)
    lost = chance(lambda sum_: sum_ <= int(told.number))
    assert found.odds["eliminated"] == pytest.approx(hits * lost)


def test_v13_12_a_fire_lane_is_counted_for_who_laid_it() -> None:
    """A unit entering a lane hex is attacked at once on row 1–4."""
    game = laned((1, 3))
    step(order(game, "r2"), "A5")
    found, told = list(list_attacks(game))[-1], last(game, LaneRolled)
    charts = game.state.book.charts
    assert (found.side, found.result) == ("blue", casualty_result_text(told.points))
    none = chance(lambda sum_: charts.casualty_points(1, sum_) == 0)
    assert found.odds["no-points"] == pytest.approx(none)


def test_v15_5_a_close_assault_is_won_or_repelled() -> None:
    """A roll of the Kill number or less succeeds."""
    game = battle("r1 b1", [(1, 1)], phase="assault")
    assault(game, ["r1"], "B1")
    found, told = only(game), last(game, AssaultRolled)
    assert (found.side, found.result) == ("red", "won")
    needed = told.kill - (told.roll - sum(told.dice))
    assert found.odds["won"] == pytest.approx(chance(lambda sum_: sum_ <= needed))
    assert sum(found.odds.values()) == pytest.approx(1.0)
