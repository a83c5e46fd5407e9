"""What a side sees (primer P7, P10), what it remembers, and what is kept from it."""

from __future__ import annotations

import json

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.events import EnemiesSighted, Stepped
from engine.games.primer.fight_events import AttackFoundNobody, UnitsWipedOut
from engine.games.primer.vision import hexes_watched, seen_enemies
from engine.hexes.hex import distance
from engine.play.game import Intervention
from tests.assertions import require
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
    may,
    move,
    skip,
    where,
)
from tests.positions import plain

WIDE = "{}\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . ."


def sees(game: PrimerGame, side: str) -> set[str]:
    return {unit.id for unit in seen_enemies(game.state, side)}


def ghosts(game: PrimerGame, side: str) -> dict[str, tuple[str, int]]:
    """What a side remembers of enemies out of sight: the hex and the turn."""
    told = plain(game, side)["ghosts"][side]
    return {entry["id"]: (entry["at"], entry["turn"]) for entry in told}


@pytest.mark.parametrize(("kind", "vision"), [("i", 1), ("a", 1), ("t", 2), ("p", 2)])
def test_p7_a_unit_sees_so_many_hexes(kind: str, vision: int) -> None:
    game = battle(WIDE.format(f". . . b{kind}1 . . ."))
    state = game.state
    seen = hexes_watched(state, "blue")
    here = state.units[f"b{kind}1"].at
    assert seen == {hex_ for hex_ in game.scenario.map.grid if distance(hex_, here) <= vision}


@pytest.mark.parametrize("ground", ["w", "m"])
def test_p7_nobody_sees_into_woods_or_mountains_not_even_from_next_door(ground: str) -> None:
    assert sees(battle(f"bi1 ri1:{ground} .\n. . ."), "blue") == set()


@pytest.mark.parametrize("ground", ["w", "m"])
def test_p7_from_inside_one_sees_out(ground: str) -> None:
    assert sees(battle(f"bi1 ri1:{ground} .\n. . ."), "red") == {"bi1"}


def test_p7_from_woods_one_does_not_see_into_the_next_woods() -> None:
    game = battle("bi1:w ri1:w .\n. . .")
    assert sees(game, "blue") == sees(game, "red") == set()


def test_p7_woods_between_do_not_matter() -> None:
    assert sees(battle("bt1 w ri1\nm m ."), "blue") == {"ri1"}


@pytest.mark.parametrize("ground", [".", "c", "~", "o"])
def test_p7_other_ground_hides_nobody(ground: str) -> None:
    kind = "p" if ground == "~" else "i"
    assert sees(battle(f"bi1 r{kind}1:{ground} .\n. . ."), "blue") == {f"r{kind}1"}


# --- cities --------------------------------------------------------------------------------------


def test_p7_a_city_watches_the_hexes_round_it() -> None:
    game = battle(". . . .\n. c . .\n. . bi1 .", cities={"B2": "red"})
    assert labels(game, hexes_watched(game.state, "red")) == {
        "B2",
        "B1",
        "B3",
        "A1",
        "A2",
        "C1",
        "C2",
    }


def test_p7_or_the_ring_a_scenario_draws() -> None:
    rules = {"rings": {"B2": "far"}}
    zones = {"far": ["D1", "D2"]}
    game = battle(". . . .\n. c . .\n. . bi1 .", cities={"B2": "red"}, zones=zones, rules=rules)
    assert labels(game, hexes_watched(game.state, "red")) == {"B2", "D1", "D2"}


def test_p7_a_zone_called_after_a_city_is_its_ring() -> None:
    zones = {"B2-ring": ["D1"]}
    game = battle(". . . .\n. c . .\n. . bi1 .", cities={"B2": "red"}, zones=zones)
    assert labels(game, hexes_watched(game.state, "red")) == {"B2", "D1"}


def test_p7_no_ring_shows_what_is_in_woods() -> None:
    game = battle(". bi1:w . .\n. c . .\n. . . .", cities={"B2": "red"})
    assert sees(game, "red") == set()


def test_p7_who_stands_in_a_ring_is_seen() -> None:
    game = battle(". bi1 . .\n. c . .\n. . . .", cities={"B2": "red"})
    assert sees(game, "red") == {"bi1"}


# --- views ---------------------------------------------------------------------------------------


def test_p10_a_view_has_own_units_and_the_enemies_in_sight() -> None:
    game = battle("bi1 ri1 ri2:w\n. . ri3")
    assert set(PRIMER.view(game.state, "blue").units) == {"bi1", "ri1"}
    assert set(PRIMER.view(game.state, "umpire").units) == {"bi1", "ri1", "ri2", "ri3"}


def test_p9_a_memo_is_known_to_its_side_alone() -> None:
    game = battle("bi1 . . . ri1\n. . . . .")
    move(game, "bi1", "B1")
    assert len(PRIMER.view(game.state, "blue").memo) == 1
    assert PRIMER.view(game.state, "red").memo == ()
    assert "bi1" in PRIMER.secrets(game.state, "red")


def test_p10_what_is_kept_from_a_side_is_in_none_of_its_bytes() -> None:
    game = battle("bi1 . . . ri1\n. . . . .", budgets={"red": 0})
    for side in ("red", "blue"):
        told = json.dumps(plain(game, side))
        assert PRIMER.secrets(game.state, side)
        assert not [word for word in PRIMER.secrets(game.state, side) if word in told]


def test_p10_the_umpires_additions_to_strength_are_known_to_nobody() -> None:
    game = battle("bi1 ri1 .\n. . .")
    game.intervene(Intervention("strength", ("bi1", "+3")))
    assert game.state.units["bi1"].bonus == 3
    assert [PRIMER.view(game.state, side).units["bi1"].bonus for side in ("red", "blue")] == [0, 0]


def test_p10_a_move_is_told_to_who_sees_where_it_leads() -> None:
    game = battle("ri1 . . bi1 . .\n. . . . . .")
    move(game, "bi1", "C1", "B1")
    hand_in(game)
    steps = happened(game, Stepped)
    assert [step.seers() for step in steps] == [("blue",), ("red", "blue")]


def test_p10_p16_of_a_stack_only_the_beaten_are_seen_to_move() -> None:
    game = battle("bi1+bi2 w . . . ri1\n. . . . . .", beaten=["bi1"])
    move(game, "bi1", "B1", together=True)
    hand_in(game)
    told = [(step.units, step.seers()) for step in happened(game, Stepped)]
    assert told == [(("bi1",), ("red", "blue")), (("bi2",), ("blue",))]


def test_p10_p16_of_a_stack_in_woods_only_the_beaten_are_seen_to_be_lost() -> None:
    game = battle("ba1+ba2 ri1+ri2:w .\n. . .", (6, 6), beaten=["ri1"])
    attack(game, "ba1", "B1", together=True)
    hand_in(game)
    told = [(loss.units, loss.seers()) for loss in happened(game, UnitsWipedOut)]
    assert told == [(("ri1",), ("red", "blue")), (("ri2",), ("red",))]


def test_p10_p11_a_blind_attack_points_at_nobody_who_hides() -> None:
    game = battle("bi1 ri1:w .\n. . .")
    option = next(option for option in game.options if option.kind == "attack")
    assert PRIMER.points_at(game.state, require(game.decision), option).target == ""


# --- memory --------------------------------------------------------------------------------------


def test_p10_an_enemy_that_goes_out_of_sight_is_remembered_with_the_turn() -> None:
    game = battle("ri1 bi1 . . .\n. . . . .")
    assert ghosts(game, "red") == {}
    move(game, "bi1", "C1", "D1")
    hand_in(game)
    assert ghosts(game, "red") == {"bi1": ("@1,0", 1)}
    skip(game, 2)
    assert ghosts(game, "red") == {"bi1": ("@1,0", 1)}


def test_p10_a_sighting_names_type_and_hex() -> None:
    game = battle("ri1 bi1 . . .\n. . . . .")
    (sighted,) = [e for e in happened(game, EnemiesSighted) if e.side == "red"]
    assert [(unit, kind, label(game, hex_)) for unit, kind, hex_ in sighted.seen] == [
        ("bi1", "infantry", "B1")
    ]
    assert sighted.seers() == ("red",)


def test_p10_an_enemy_in_sight_is_no_ghost_and_is_seen_anew_every_turn() -> None:
    game = battle("ri1 bi1 .\n. . .")
    skip(game, 2)
    assert ghosts(game, "red") == {}
    assert game.state.sightings["red"]["bi1"].turn == 2


def test_p10_who_is_met_unseen_is_remembered() -> None:
    game = battle("bi1 . ri1:w .\n~ ~ ~ ~", (3, 3))
    move(game, "bi1", "B1", "C1")
    hand_in(game)
    fall_back(game)
    assert "ri1" in game.state.sightings["blue"]


def test_p10_a_ghost_is_forgotten_when_its_end_is_seen() -> None:
    game = battle("ba1+ba2 ri1 . .\n. . . .", (6, 6))
    attack(game, "ba1", "B1", together=True)
    hand_in(game)
    assert where(game, "ri1") == ""
    assert game.state.sightings["blue"] == {}


def test_p11_only_who_is_seen_may_be_attacked_in_the_open() -> None:
    game = battle("bi1 . . . ri1\n. . . . .")
    assert not [option for option in game.options if option.kind == "attack"]


def test_p11_woods_and_mountains_in_range_may_be_attacked_blind() -> None:
    game = battle("bi1 w . w\nm . . .")
    targets = [label(game, o.at) for o in game.options if o.kind == "attack"]
    assert sorted(targets) == ["A2", "B1"]


def test_p11_own_units_in_woods_are_no_target() -> None:
    game = battle("bi1 bi2:w .\n. . .")
    assert not may(game, "attack", "bi1", "B1")


def test_p7_vision_is_the_range_of_an_attack() -> None:
    game = battle("bt1 . ri1 ri2\nbi2 . . .")
    assert may(game, "attack", "bt1", "C1")
    assert not may(game, "attack", "bt1", "D1")
    assert not may(game, "attack", "bi2", "C1")


def test_p11_an_attack_into_empty_woods_finds_nobody() -> None:
    game = battle("bi1 w .\n. . ri1")
    attack(game, "bi1", "B1")
    hand_in(game)
    (found,) = happened(game, AttackFoundNobody)
    assert found.seers() == ("blue",)
    assert at(game, "B1") == found.at
