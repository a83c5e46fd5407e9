"""Off-board artillery (tank A): arrival, scatter, spread, impacts that stay."""

from __future__ import annotations

import pytest

from engine.games.tank.artillery import shell_level
from engine.games.tank.card_events import GunFired, ShellStruck, SupportArrived
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.state import FirePlan, Impact
from engine.scenario.scenario import Card, Deck, ScenarioSide
from tests.assertions import require
from tests.games.boards import at, battle, place_of
from tests.games.tank.turns import TankGame, happened, last, order, pass_moves

FIELD = """
r1 . . . . . .
 . . . . . . .
.  . . . . . .
 . . . . . . .
.  . . . b1 . .
 . . . . . . .
.  . . . . . .
"""
TARGET = (4, 4)  # where Blue 1 stands
NO_CARDS = {"cards_per_turn": 0}


def barrage(
    *dice: object,
    card: str = "support-122mm",
    guns: int = 1,
    board: str = FIELD,
    target: tuple[int, int] = TARGET,
    **more: object,
) -> TankGame:
    """The event phase of turn 1, in which Red's guns fire at a hex."""
    more.setdefault("rules", NO_CARDS)
    game = battle(board, [1, 1, *dice], **more)
    game.state.plans = (FirePlan("red", card, at(game, *target), 1, guns),)
    return pass_moves(game)


# --- A1, A2 --------------------------------------------------------------------------------------


def support_only(card: str) -> dict[str, object]:
    """Both sides draw from a deck of one support card."""
    deck = Deck("guns", (Card(card, "support", {"battery": "122mm", "guns": 6, "delay": 2}),))
    sides = (ScenarioSide("red", "Red", deck="guns"), ScenarioSide("blue", "Blue", deck="guns"))
    return {"decks": {"guns": deck}, "sides": sides}


def test_a1_a_card_drawn_in_turn_1_is_planned_at_once_and_fires_in_turn_3() -> None:
    game = pass_moves(battle("r1 " + "~ " * 70 + "b1", [1, 1, 1], **support_only("support-122mm")))
    target = at(game, 5, 0)
    game.choose(target)
    assert game.state.plans == (FirePlan("red", "support-122mm", target, 3, 6),)
    game.enter([1])  # Blue's card
    game.choose(target)
    assert game.state.turn == 2
    while game.state.turn == 2:
        game.enter([1])
        pass_moves(game)
    for _ in range(2):
        game.enter([1])
        pass_moves(game)
    assert game.state.turn == 3
    assert last(game, SupportArrived).target == target


def test_a1_a_battery_is_six_guns_each_resolved_alone() -> None:
    game = barrage(*[6] * 6, guns=6)
    assert [gun.gun for gun in happened(game, GunFired)] == [1, 2, 3, 4, 5, 6]
    assert len(happened(game, SupportArrived)) == 1


def test_a2_a_six_cancels_this_guns_fire() -> None:
    game = barrage(6)
    assert last(game, GunFired).at is None
    assert game.state.impacts == ()


# --- A3, A4: scatter -----------------------------------------------------------------------------


def test_a3_even_dice_are_on_target() -> None:
    gun = last(barrage(1, 2, (3, 4)), GunFired)
    assert (gun.scatter, gun.direction) == (2, 0)
    assert gun.at is not None


@pytest.mark.parametrize(
    ("die", "to"), [(1, (4, 3)), (2, (5, 4)), (3, (4, 5)), (4, (3, 5)), (5, (3, 4)), (6, (3, 3))]
)
def test_a4_the_direction_die_goes_clockwise_from_the_upper_right(
    die: int, to: tuple[int, int]
) -> None:
    # Row 4 is not shifted, so its upper right neighbour is in the same column of row 3.
    game = barrage(1, 1, die, 1, (3, 4))
    assert last(game, GunFired).at == at(game, *to)


def test_a4_the_distance_die_is_the_number_of_hexes() -> None:
    game = barrage(1, 1, 5, 4)
    assert last(game, GunFired).at == at(game, 0, 4)


def test_a4_off_the_map_is_lost() -> None:
    game = barrage(1, 1, 2, 6)
    assert last(game, GunFired).at is None


@pytest.mark.parametrize("always", ["rocket", "suppressed"])
def test_a3_rockets_and_suppressed_batteries_always_scatter(always: str) -> None:
    parameters = {"battery": "122mm", "guns": 1, always: True}
    rules = {**NO_CARDS, "cards": {"rockets": {"effect": "support", "parameters": parameters}}}
    game = barrage(1, 5, 4, card="rockets", rules=rules)
    gun = last(game, GunFired)
    assert (gun.scatter, gun.direction, gun.distance) == (0, 5, 4)


# --- A5: level -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("battery", "away", "level"),
    [
        ("155mm", 0, 12),
        ("155mm", 1, 6),
        ("155mm", 2, 3),
        ("155mm", 3, 0),
        ("122mm", 0, 10),
        ("122mm", 1, 5),
        ("122mm", 2, 2),
    ],
)
def test_a5_table_d_gives_the_level_by_distance(battery: str, away: int, level: int) -> None:
    game = battle("r1 . . . b1", [])
    assert (
        shell_level(game.state, Impact(battery, at(game, 0, 0), "red"), at(game, away, 0)) == level
    )


@pytest.mark.parametrize("ground", ["w", "s"])
def test_a5_an_impact_in_cover_acts_in_its_own_hex_only(ground: str) -> None:
    game = battle(f"r1 {ground} . . b1", [])
    impact = Impact("155mm", at(game, 1, 0), "red")
    assert [shell_level(game.state, impact, at(game, column, 0)) for column in range(4)] == [
        0,
        12,
        0,
        0,
    ]


@pytest.mark.parametrize("ground", ["w", "s"])
def test_a5_cover_about_an_impact_in_the_open_is_not_affected(ground: str) -> None:
    game = battle(f"r1 {ground} . {ground} . b1", [])
    impact = Impact("155mm", at(game, 2, 0), "red")
    assert [shell_level(game.state, impact, at(game, column, 0)) for column in range(5)] == [
        3,
        0,
        12,
        0,
        3,
    ]


def test_a5_friend_and_foe_are_hit_alike() -> None:
    board = "r1 . . . . .\n . . . . . .\n. . r2 b1 . ."
    game = barrage(1, 2, (3, 4), (3, 4), board=board, target=(3, 2))
    assert [strike.unit for strike in happened(game, ShellStruck)] == ["b1", "r2"]


# --- A6: results ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "rolled"), [((1, 1), "K"), ((3, 4), "S"), ((4, 5), "F"), ((4, 6), "M"), ((6, 6), "K")]
)
def test_a6_table_e_by_the_sum_of_two_dice(dice: tuple[int, int], rolled: str) -> None:
    assert last(barrage(1, 2, dice, 6), ShellStruck).rolled == rolled


def test_a6_only_annihilated_is_corrected() -> None:
    strike = last(barrage(1, 2, (4, 5)), ShellStruck)
    assert (strike.result, strike.armour_die) == (FireOutcome.GUN_OUT, 0)


@pytest.mark.parametrize(("card", "saves"), [("support-155mm", 2), ("support-122mm", 3)])
def test_a6_table_f_is_the_armour_die(card: str, saves: int) -> None:
    for die in range(1, 7):
        result = last(barrage(1, 2, (1, 1), die, card=card), ShellStruck).result
        assert (result == FireOutcome.SUPPRESSED) == (die <= saves)


@pytest.mark.parametrize(
    ("ground", "dice", "saved"),
    [("s", (1, 2), True), ("w", (1, 2), False), ("w", (1, 3), True), ("s", (1, 3), False)],
)
def test_a6_cover_faces_correct_annihilated(
    ground: str, dice: tuple[int, int], saved: bool
) -> None:
    board = FIELD.replace("b1", f"b1:{ground}")
    strike = last(barrage(1, 2, dice, 6, board=board), ShellStruck)
    assert (strike.softened != "") is saved


def test_a6_every_gun_strikes_every_unit_and_results_accumulate() -> None:
    game = barrage(1, 2, (4, 5), 1, 2, (4, 6), guns=2)
    assert "b1" not in game.state.units


# --- A7: impacts stay ----------------------------------------------------------------------------


@pytest.mark.parametrize("ammunition", ["122mm", "155mm"])
def test_c2_an_impact_marker_shows_its_ammunition(ammunition: str) -> None:
    game = barrage(1, 2, (3, 4), card=f"support-{ammunition}")
    (impact,) = game.state.impacts
    assert (impact.battery, impact.at) == (ammunition, at(game, *TARGET))


def test_a7_impacts_stay_until_the_next_event_phase() -> None:
    game = barrage(1, 2, (3, 4))
    assert len(game.state.impacts) == 1
    assert game.state.turn == 2
    game.enter([1])
    pass_moves(game)
    game.enter([1])
    pass_moves(game)
    assert game.state.turn == 3
    assert game.state.impacts == ()


def test_a7_a_unit_that_enters_an_affected_hex_is_resolved_once_per_gun_marker() -> None:
    game = battle(FIELD, [1, 1, (6, 1), (6, 1)], rules=NO_CARDS)
    order(game, "r1")
    game.state.impacts = (Impact("122mm", at(game, 2, 0), "blue"),) * 2
    game.choose(at(game, 1, 0))
    strikes = happened(game, ShellStruck)
    assert [(strike.unit, strike.distance, strike.level) for strike in strikes] == [
        ("r1", 1, 5)
    ] * 2


def test_a7_shells_that_make_a_mover_immobile_end_its_move() -> None:
    game = battle(FIELD, [1, 1, (6, 6), 6], rules=NO_CARDS)
    order(game, "r1")
    game.state.impacts = (Impact("155mm", at(game, 2, 0), "blue"),)
    game.choose(at(game, 1, 0))
    assert game.state.units["r1"].immobile
    assert place_of(game, "r1") == (1, 0)
    assert require(game.decision).side == "blue"
