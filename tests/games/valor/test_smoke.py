"""Smoke (valor V11, V5.21): by hand, by guns and mortars, as a hindrance, thinning."""

from __future__ import annotations

from typing import Any

from engine.games.valor import smoke
from engine.games.valor.move_execution import Step
from engine.games.valor.movement_phase import Order
from engine.games.valor.smoke import LaySmoke
from engine.games.valor.support_events import SmokeLaid, SmokeThinned
from tests.assertions import require_type
from tests.games.valor.boards import at, battle, happened, last
from tests.games.valor.firing import aim_at, attack
from tests.games.valor.walking import order

STOCK: dict[str, Any] = {"stocks": {"red": {"smoke": 2}}}


def labels(game: Any, unit: str) -> set[str]:
    """Where a unit may lay smoke instead of firing."""
    found = smoke.smoke_targets(game.state, game.state.units[unit])
    return {game.scenario.map.labels.label(hex_) for hex_ in found}


def by_hand(game: Any, unit: str, label: str) -> Any:
    """A unit lays smoke before it moves."""
    game.choose(Order(unit, "smoke"))
    if isinstance(game.decision, LaySmoke):
        game.choose(at(game, label))
    return game


def test_v11_1_at_no_factors_no_smoke_and_one_marker_a_hex() -> None:
    """Each side has a number of smoke factors; at 0 no more smoke. One smoke marker a hex."""
    game = battle("r1 r2 . . b1", phase="movement", **STOCK)
    by_hand(game, "r1", "B1")
    assert game.state.count_in_stock("red", "smoke") == 1
    game.choose(Order("r2", "smoke"))
    assert at(game, "B1") not in game.options
    game.choose(at(game, "C1"))
    assert game.state.count_in_stock("red", "smoke") == 0
    assert not [o for o in game.options if o is not None and o.manner == "smoke"]


def test_v11_2_smoke_hinders_by_its_number_into_and_through_its_hex_but_not_out_of_it() -> None:
    """Smoke n is a hindrance of n, on top of terrain. Fire out of one's own smoke hex is not
    hindered (V9.3)."""
    game = battle("r1 . o . b1", phase="fire")
    seeing = game.state.seeing.sight_modifier
    assert seeing(at(game, "A1"), at(game, "E1")) == 1
    game.state.smoke[at(game, "C1")] = 2
    game.state.smoke[at(game, "E1")] = 1
    game.state.clear_lookups()
    seeing = game.state.seeing.sight_modifier
    assert seeing(at(game, "A1"), at(game, "E1")) == 4
    assert seeing(at(game, "E1"), at(game, "A1")) == 3


def test_v11_2_smoke_does_not_change_movement() -> None:
    """No effect on movement."""
    game = battle("r1 . . . b1", phase="movement")
    game.state.smoke[at(game, "B1")] = 2
    order(game, "r1")
    assert {
        way.cost for way in require_type(game.decision, Step).ways if way.to == at(game, "B1")
    } == {1}


def test_v11_3_infantry_before_it_moves_once_in_its_own_or_an_adjacent_hex() -> None:
    """Infantry, before it moves: smoke 1 in its own or an adjacent hex, 1 factor. Once per unit and
    turn."""
    game = battle("r1 . . b1\n . . . .", phase="movement", **STOCK)
    game.choose(Order("r1", "smoke"))
    found = {game.scenario.map.labels.label(o) for o in game.options if o is not None}
    assert found == {"A1", "A2", "B1"}
    game.choose(at(game, "A1"))
    laid = last(game, SmokeLaid)
    assert (laid.amount, laid.factors, laid.manner) == (1, 1, "infantry")
    assert game.state.count_in_stock("red", "smoke") == 1
    assert Order("r1", "smoke") not in game.options
    assert Order("r1", "move") in game.options


def test_v11_3_pinned_infantry_and_vehicles_lay_none_by_hand() -> None:
    """Infantry, before it moves."""
    game = battle("r1 r2 . b1", phase="movement", types={"r2": "truck"}, facing={"r2": 2},
                  marks={"r1": ("pinned",)}, **STOCK)  # fmt: skip
    assert not [o for o in game.options if o is not None and o.manner == "smoke"]


def test_v11_4_a_gun_lays_smoke_2_in_its_arc_and_sight_for_2_factors() -> None:
    """Mortar, gun or AFV gun instead of firing in the Fire phase: smoke 2 in a hex in LOS, no roll,
    2 factors, Fire marker; arcs and minimum range as for fire."""
    game = battle(". r1 . . b1\n. . . h .\n. . . . .", phase="fire", types={"r1": "6-pounder"},
                  facing={"r1": 3}, **STOCK)  # fmt: skip
    assert {"A2", "A3", "B2", "B3", "C2", "C3", "D2"} <= labels(game, "r1")
    assert not {"A1", "B1", "C1", "D1", "E3"} & labels(game, "r1")
    attack(game, ["r1"], aim_at(game, "B3", how="smoke"))
    laid = last(game, SmokeLaid)
    assert (laid.amount, laid.factors, laid.manner) == (2, 2, "shell")
    assert game.state.smoke_at(at(game, "B3")) == 2
    assert game.state.units["r1"].fired
    assert game.state.count_in_stock("red", "smoke") == 0


def test_v11_4_a_turret_turns_and_one_factor_is_too_little() -> None:
    """AFV gun: arcs as for fire; 2 factors."""
    game = battle(". r1 . . b1\n. . . . .", phase="fire", types={"r1": "m4a1"}, facing={"r1": 3},
                  **STOCK)  # fmt: skip
    assert {"A1", "C1", "E1"} <= labels(game, "r1")
    poor = battle(". r1 . . b1", phase="fire", types={"r1": "m4a1"}, facing={"r1": 3},
                  stocks={"red": {"smoke": 1}})  # fmt: skip
    assert labels(poor, "r1") == set()


def test_v11_4_a_mortar_where_a_spotter_sees_not_nearer_than_2_hexes() -> None:
    """Smoke 2 in a hex in LOS (mortar: or spotted); minimum range as for fire."""
    weapons = {"rm": ("mortar-60mm", "r1")}
    game = battle("r1 . h . b1\n . . . . r2", phase="fire", weapons=weapons, **STOCK)
    assert "B1" not in labels(game, "r1")
    assert "E1" in labels(game, "r1")
    alone = battle("r1 . h . b1", phase="fire", weapons=weapons, **STOCK)
    assert "E1" not in labels(alone, "r1")
    housed = battle("r1:h . . . b1", phase="fire", weapons=weapons, **STOCK)
    assert labels(housed, "r1") == set()


def test_v5_21_smoke_thins_at_the_end_of_each_segment() -> None:
    """Smoke 1 goes, smoke 2 becomes 1 — everywhere, so twice a turn."""
    game = battle("r1 . . b1", phase="assault")
    game.state.smoke |= {at(game, "B1"): 2, at(game, "C1"): 1}
    while not happened(game, SmokeThinned):
        game.choose(None)
    thinned = last(game, SmokeThinned)
    assert (thinned.gone, thinned.thinner) == ((at(game, "C1"),), (at(game, "B1"),))
    while len(happened(game, SmokeThinned)) < 2:
        game.choose(None)
    assert game.state.smoke == {}
