"""Retreat, exposure and halved strength (primer P16)."""

from __future__ import annotations

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.events import EnemiesSighted
from engine.games.primer.fight_events import FightResolved, Retreated, UnitsBeaten, UnitsWipedOut
from engine.games.primer.fight_strength import combat_strength
from engine.games.primer.memo import GiveOrder
from engine.games.primer.retreat import Retreat, retreat_steps, retreating_stack
from engine.games.primer.state import Unit
from engine.hexes.hex import distance
from engine.play.events import is_seen_by
from tests.games.primer.boards import (
    PrimerGame,
    at,
    attack,
    battle,
    fall_back,
    hand_in,
    happened,
    label,
    labels,
    last,
    may,
    skip,
    where,
    writes,
)

SIX, SEVEN, EIGHT = (3, 3), (3, 4), (4, 4)
# Red in C2 is attacked from C3, with nothing else about.
OPEN = """
. . . . .
. . ri1 . .
. . bi1 . .
. . . . .
"""


def beaten(board: str = OPEN, dice: object = SEVEN, **more: object) -> PrimerGame:
    """bi1 attacks ri1 in C2, which is beaten: by a 7 one hex, by an 8 two."""
    game = battle(board, dice, **more)
    attack(game, "bi1", "C2")
    return hand_in(game)


# --- the path ------------------------------------------------------------------------------------


def test_p16_the_beaten_side_chooses_where_it_goes() -> None:
    game = beaten()
    assert isinstance(game.decision, Retreat)
    assert game.decision.side == "red"
    game.choose(at(game, "C1"))
    assert where(game, "ri1") == "C1"


# Red in C2 is shelled from C4, two hexes away.
SHELLED = """
. . . . .
. . ra1 . .
. . . . .
. . bt1+bt2+bt3 . .
"""


def shelled(board: str = SHELLED, **more: object) -> PrimerGame:
    """Artillery of 9 and 2 more, unseen, against 5: with a 2 it is beaten by two hexes."""
    game = battle(board, (1, 1), **more)
    attack(game, "bt1", "C2", together=True)
    return hand_in(game)


def test_p16_it_leads_no_nearer_to_the_victors() -> None:
    assert labels(shelled(), shelled().options) == {"C1", "B2", "D2", "B3", "D3"}


def test_p16_by_the_house_rule_it_may_lead_anywhere() -> None:
    game = shelled(rules={"retreat": "free"})
    assert labels(game, game.options) == {"C1", "B2", "D2", "B3", "D3", "C3"}


def test_p16_nearer_only_where_no_other_step_is_legal() -> None:
    board = ". ~ ~ ~ .\n. ~ ra1 ~ .\n. ~ . ~ .\n. . bt1+bt2+bt3 . ."
    game = shelled(board)
    assert [label(game, step.to) for step in happened(game, Retreated)] == ["C3"]
    assert labels(game, game.options) == {"B4", "D4"}


def test_p16_it_goes_as_many_hexes_as_the_table_says() -> None:
    game = fall_back(beaten(dice=EIGHT))
    assert [step.left for step in happened(game, Retreated)] == [1, 0]
    assert distance(at(game, where(game, "ri1")), at(game, "C2")) == 2


def test_p16_no_hex_is_passed_twice() -> None:
    game = beaten(dice=(5, 6))
    passed = [at(game, "C2")]
    while isinstance(game.decision, Retreat):
        assert not set(game.options) & set(passed)
        game.choose(game.options[-1])
        passed.append(game.state.units["ri1"].at)


@pytest.mark.parametrize("ground", ["w", "m", "c", "~"])
def test_p16_p4_armour_does_not_retreat_through_forbidden_ground(ground: str) -> None:
    board = (
        OPEN.replace("ri1", "ra1")
        .replace("bi1", "ba1+ba2+ba3")
        .replace(". . . . .", f". {ground} {ground} {ground} .", 1)
    )
    game = battle(board, (1, 1))
    assert may(game, "attack-together", "ba1", "C2")
    state = game.state
    steps = retreat_steps(state, retreating_stack(state, ("ra1",), set()), 1, (at(game, "C2"),), ())
    assert "C1" not in labels(game, steps)


def test_p16_p6_nobody_retreats_through_other_units_friend_or_foe() -> None:
    board = ". . rt2 . .\n. . ri1 bi2 .\n. . bi1 . .\n. . . . ."
    game = beaten(board)
    assert not labels(game, game.options) & {"C1", "D2"}


def test_p16_p6_an_own_stack_may_be_joined_at_the_end_of_the_path() -> None:
    board = OPEN.replace(". . . . .", ". . ri2 . .", 1)
    game = beaten(board, rules={"joining": True})
    assert "C1" in labels(game, game.options)


def test_p16_p6_by_default_it_is_not_joined() -> None:
    board = OPEN.replace(". . . . .", ". . ri2 . .", 1)
    game = beaten(board)
    assert "C1" not in labels(game, game.options)


def test_p16_p6_but_not_passed_through() -> None:
    board = OPEN.replace(". . . . .", ". . ri2 . .", 1)
    game = beaten(board, EIGHT)
    assert "C1" not in labels(game, game.options)


def test_p16_p5_nor_joined_beyond_the_limit() -> None:
    board = OPEN.replace(". . . . .", ". . ri2+ri3+ri4 . .", 1)
    game = beaten(board)
    assert "C1" not in labels(game, game.options)


SHUT_IN = """
. ~ ~ ~ .
. ~ ri1 ~ .
. ~ bi1 ~ .
. . . . .
"""


def test_p16_with_no_legal_path_it_is_wiped_out() -> None:
    game = beaten(SHUT_IN)
    assert where(game, "ri1") == ""
    assert last(game, UnitsWipedOut).cause == "no-path"
    assert isinstance(game.decision, GiveOrder)


ONE_HEX = SHUT_IN.replace(". ~ ~ ~ .", ". ~ . ~ .", 1)


def test_p16_nor_is_a_path_that_is_too_short_one() -> None:
    assert where(beaten(ONE_HEX), "ri1") == "C1"
    assert where(beaten(ONE_HEX, EIGHT), "ri1") == ""


HIDDEN = OPEN.replace(". . . . .", ". . bi9:w . .", 1)


def test_p10_p16_a_way_that_unseen_enemies_close_is_offered_like_any_other() -> None:
    assert "C1" in labels(beaten(HIDDEN), beaten(HIDDEN).options)


def test_p10_p16_who_comes_to_unseen_enemies_finds_them_and_goes_another_way() -> None:
    game = beaten(HIDDEN)
    game.choose(at(game, "C1"))
    assert where(game, "ri1") == "C2"
    found = last(game, EnemiesSighted)
    assert (found.side, [unit for unit, _, _ in found.seen]) == ("red", ["bi9"])
    assert "C1" not in labels(game, game.options)


def test_p10_p16_unseen_enemies_that_shut_it_in_on_its_way_end_its_retreat() -> None:
    board = ". bi9:w . ~ .\n. ~ ri1 ~ .\n. ~ bi1 . .\n. . . . ."
    game = beaten(board, EIGHT)
    game.choose(at(game, "C1"))
    assert isinstance(game.decision, GiveOrder)
    assert where(game, "ri1") == "C1", "it had a way, and could not know which"


def test_p16_by_the_house_rule_it_goes_as_far_as_it_can() -> None:
    rules = {"short_retreat": "part_way"}
    assert where(beaten(ONE_HEX, EIGHT, rules=rules), "ri1") == "C1"
    assert where(beaten(SHUT_IN, EIGHT, rules=rules), "ri1") == ""


def test_p16_no_step_leads_into_a_dead_end() -> None:
    board = ". . . ~ .\n. ~ ri1 . .\n. ~ bi1 ~ .\n. . . . ."
    game = beaten(board, EIGHT)
    while isinstance(game.decision, Retreat):
        game.choose(game.options[-1])
    assert where(game, "ri1") != ""


def test_p16_a_stack_retreats_together() -> None:
    game = battle(OPEN.replace("ri1", "ri1+ri2").replace("bi1", "bi1+bi2"), SEVEN)
    attack(game, "bi1", "C2", together=True)
    fall_back(hand_in(game))
    assert where(game, "ri1") == where(game, "ri2") != "C2"


def test_p16_each_hex_of_a_beaten_joint_attack_retreats_by_itself() -> None:
    game = battle("bi1 ra1 bi2\n. . .\n. . .\n. . .\n. . .\n. . .", (2, 3))
    attack(game, "bi1", "B1")
    attack(game, "bi2", "B1")
    hand_in(game)
    assert [due.units for due in happened(game, UnitsBeaten)] == [("bi1",), ("bi2",)]
    fall_back(game)
    assert where(game, "bi1") != "A1"
    assert where(game, "bi2") != "C1"


# --- three turns of exposure and half strength ---------------------------------------------------


def marks(game: PrimerGame, unit: str) -> tuple[int, int]:
    known = game.state.units[unit]
    return known.exposed, known.weakened


def test_p16_beaten_in_the_enemy_s_turn_it_is_so_for_its_own_next_three() -> None:
    game = fall_back(beaten())
    seen = [marks(game, "ri1")[0]]
    while len(seen) < 9:
        skip(game)
        seen.append(marks(game, "ri1")[0])
    # red 1, blue 2, red 2, blue 3, red 3, blue 4, …
    assert seen == [3, 2, 2, 1, 1, 0, 0, 0, 0]


def test_p16_beaten_in_its_own_turn_that_turn_does_not_count() -> None:
    game = battle(OPEN, SIX)
    attack(game, "bi1", "C2")
    fall_back(hand_in(game))
    seen = [(writes(game), marks(game, "bi1")[0])]
    while len(seen) < 8:
        skip(game)
        seen.append((writes(game), marks(game, "bi1")[0]))
    assert seen == [
        ("red", 3), ("blue", 3), ("red", 2), ("blue", 2), ("red", 1), ("blue", 1), ("red", 0),
        ("blue", 0),
    ]  # fmt: skip


def test_p16_strength_is_halved_exactly_as_long() -> None:
    game = fall_back(beaten())
    for _ in range(5):
        assert game.state.units["ri1"].weakened
        skip(game)
    assert not game.state.units["ri1"].weakened


def test_p16_beaten_again_it_begins_anew() -> None:
    game = battle(OPEN, SEVEN, SEVEN)
    attack(game, "bi1", "C2")
    hand_in(game)
    game.choose(at(game, "C1"))
    skip(game)
    assert marks(game, "ri1") == (2, 2)
    game.choose(("move", "bi1", None, 0))
    game.choose(at(game, "C2"))
    game.choose(None)
    skip(hand_in(game))
    attack(game, "bi1", "C1")
    fall_back(hand_in(game))
    assert marks(game, "ri1") == (3, 3)


def test_p16_an_exposed_unit_is_seen_wherever_it_is() -> None:
    board = "w . w . .\n. . ri1:w . .\n. . bi1 . .\n. . . . ."
    game = beaten(board)
    game.choose(at(game, "B2"))
    assert "ri1" in PRIMER.view(game.state, "blue").units
    assert game.state.units["ri1"].exposed


@pytest.mark.parametrize(("kind", "half"), [("infantry", 0), ("armour", 2), ("artillery", 1)])
def test_p16_half_a_unit_s_strength_rounded_down(kind: str, half: int) -> None:
    game = battle()
    at_ = at(game, "A1")
    assert combat_strength(game.state, [Unit("x", "red", kind, at_, weakened=1)]) == half


@pytest.mark.parametrize(("choice", "value"), [("stack", 7), ("unit", 6)])
def test_p16_the_stack_is_halved_or_by_the_house_rule_each_unit(choice: str, value: int) -> None:
    game = battle(rules={"halving": choice})
    at_ = at(game, "A1")
    units = [Unit(name, "red", "armour", at_, weakened=1) for name in "xyz"]
    assert combat_strength(game.state, units) == value


@pytest.mark.parametrize("beaten_units", ["", "x", "xy", "xyz"])
@pytest.mark.parametrize("choice", ["stack", "unit"])
def test_p16_what_the_counters_of_a_beaten_stack_show_adds_up(
    choice: str, beaten_units: str
) -> None:
    """For its side's next three turns its strength is halved (rounded down)."""
    game = battle(rules={"halving": choice})
    state, at_ = game.state.copy(), at(game, "A1")
    units = [Unit(name, "red", "armour", at_, weakened=int(name in beaten_units)) for name in "xyz"]
    state.units = {**state.units, **{unit.id: unit for unit in units}}
    shown = [PRIMER.position(state).by_id[unit.id].values["strength"] for unit in units]
    assert sum(map(int, shown)) == combat_strength(state, units)


def test_p16_fresh_units_of_the_stack_count_in_full() -> None:
    game = battle()
    at_ = at(game, "A1")
    units = [Unit("x", "red", "armour", at_, weakened=1), Unit("y", "red", "armour", at_)]
    assert combat_strength(game.state, units) == 2 + 5


def test_p13_p16_halves_are_taken_before_the_hexes_of_a_joint_attack_are_added() -> None:
    board = "bi1+bi2+bi3 ra1 bi4+bi5+bi6\n. . .\n. . ."
    game = battle(board, SEVEN, beaten=["bi1", "bi2", "bi3"])
    attack(attack(game, "bi1", "B1", together=True), "bi4", "B1", together=True)
    told = last(hand_in(game), FightResolved)
    assert ([value for _, value in told.hexes], told.attack) == ([1, 3], 6)


@pytest.mark.parametrize("turns", [0, 1, 5])
def test_p16_the_turns_may_be_others(turns: int) -> None:
    game = fall_back(beaten(rules={"beaten_turns": turns}))
    assert marks(game, "ri1") == (turns, turns)


def test_a_scenario_may_begin_with_beaten_units() -> None:
    game = battle(OPEN, beaten=["ri1"])
    assert marks(game, "ri1") == (3, 3)
    skip(game, 2)
    assert marks(game, "ri1") == (2, 2)


def test_p16_the_retreat_of_the_beaten_is_seen_by_all() -> None:
    game = fall_back(beaten(dice=EIGHT))
    assert {step.seers() for step in happened(game, Retreated)} == {("red", "blue")}
    assert label(game, last(game, Retreated).to) == where(game, "ri1")


def test_p10_the_beaten_do_not_learn_where_unseen_victors_are() -> None:
    game = shelled()
    view = PRIMER.view(game.state, "red")
    assert game.state.retreats[0].foes == (at(game, "C4"),)
    assert "bt1" not in view.units
    known = [event for event in game.events if is_seen_by(event, "red")]
    assert repr(at(game, "C4")) not in repr((known, view, game.decision))
