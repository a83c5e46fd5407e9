"""Fortifications and entrenchments (valor V19)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor import fortifications
from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.combat_events import AdvanceMade, AttackRolled
from engine.games.valor.events import UnitEliminated, WorkLaid
from engine.games.valor.fire_phase import Attack
from engine.games.valor.move_execution import Step
from engine.games.valor.set_up import PlacePosition
from engine.games.valor.support_events import MineRolled, MinesFound, WireCleared
from engine.play.dice import ScriptedDice
from engine.play.events import is_seen_by
from engine.play.game import Game
from engine.scenario.scenario import ScenarioFeature
from tests.assertions import require_type
from tests.games.valor.boards import at, battle, happened, last, place_of
from tests.games.valor.firing import able, aim_at, attack
from tests.games.valor.walking import hold, order, step, walk

MISS = (6, 6)


def reach(game: Any) -> set[str]:
    """The hexes the movers may enter next."""
    labels = game.scenario.map.labels
    return {labels.label(way.to) for way in game.decision.ways}


def cost_into(game: Any, label: str) -> int:
    """MP of the step into a hex."""
    return min(int(way.cost) for way in game.decision.ways if way.to == at(game, label))


def laying(kind: str, board: str, zone: str) -> Any:
    """Blue lays a position in a zone."""
    made = battle(board, zones={"zone": zone})
    features = (ScenarioFeature("f", kind, "blue", zone="zone"),)
    made.scenario.features = features
    return Game(VALOR, made.scenario, ScriptedDice.of())


def sites(kind: str, board: str, zone: str) -> set[str]:
    """Where it may lie."""
    game = laying(kind, board, zone)
    labels = game.scenario.map.labels
    if isinstance(game.decision, PlacePosition):
        return {labels.label(option) for option in game.options}
    return {labels.label(laid.at) for laid in happened(game, WorkLaid)}


# --- V19.1 to V19.5 -------------------------------------------------------------------------------


def test_v19_1_they_stay_when_nobody_is_in_them_and_serve_whoever_is_there() -> None:
    """They stay when nobody is in them and serve whoever is there."""
    game = battle("r1 . . b1", phase="movement", works={"B1": "foxholes"})
    walk(order(game, "r1"), "B1")
    assert fortifications.hex_cover(game.state, at(game, "B1")) == 1
    assert game.state.works[at(game, "B1")].side == "blue"


BOARD = """
r1 . w h o s .
.  . . . . . b1
"""


@pytest.mark.parametrize("kind", ["sandbags", "wire", "minefield", "bunker-wood"])
def test_v19_2_fortifications_only_on_open_ground(kind: str) -> None:
    """Fortifications only on open ground (open, road, beach, field, open hill)."""
    assert sites(kind, BOARD, "B1 C1 D1 E1 F1 B2") == {"B1", "B2"}


@pytest.mark.parametrize("kind", ["foxholes", "trenches"])
def test_v19_2_entrenchments_anywhere_but_building_and_stream(kind: str) -> None:
    """Entrenchments anywhere but building, stream, gully, wadi, canal, pond, marsh, water."""
    assert sites(kind, BOARD, "B1 C1 D1 E1 F1") == {"B1", "C1", "E1"}


@pytest.mark.parametrize(
    ("kind", "ground", "cover"),
    [
        ("bunker-concrete", ".", 4), ("bunker-wood", ".", 3), ("sandbags", ".", 2),
        ("foxholes", ".", 1), ("foxholes", "w", 3), ("trenches", ".", 2), ("trenches", "w", 4),
        ("cave", "w", 4), ("minefield", ".", 0), ("wire", ".", 0),
    ],
)  # fmt: skip
def test_v19_3_a_fortification_replaces_an_entrenchment_adds(
    kind: str, ground: str, cover: int
) -> None:
    """Fortification cover replaces the (open) ground's; entrenchment cover adds."""
    game = battle(f"r1 . b1:{ground}", works={"C1": kind}, work_facing={"C1": 5})
    assert fortifications.hex_cover(game.state, at(game, "C1")) == cover


@pytest.mark.parametrize(
    ("kind", "cost"),
    [("foxholes", 2), ("trenches", 2), ("sandbags", 2), ("minefield", 1), ("wire", 1)],
)
def test_v19_4_entering_costs_1_more_but_for_mines_and_wire(kind: str, cost: int) -> None:
    """Entering costs +1 MP (not mines, wire)."""
    game = order(battle("r1 . . b1", phase="movement", works={"B1": kind}), "r1")
    assert cost_into(game, "B1") == cost


def test_v19_5_who_would_stop_with_the_position_full_may_not_enter_unless_he_can_go_on() -> None:
    """Friends pass through; who would stop with the position full may not enter unless he can go
    on."""
    works: dict[str, Any] = {"works": {"B1": "bunker-wood"}, "work_facing": {"B1": 2}}
    game = order(battle("r1 r2+r3 . . b1", phase="movement", **works), "r1")
    assert "B1" in reach(game)
    step(game, "B1")
    hold(game)
    assert not require_type(game.decision, Step).may_stop
    walled = battle("r1 r2+r3 b1", phase="movement", **works)
    assert not hasattr(order(walled, "r1", manner="assault").decision, "ways")
    assert place_of(walled, "r1") == "A1"


# --- V19.6, V19.7 ---------------------------------------------------------------------------------

BUNKER: dict[str, Any] = {"works": {"C1": "bunker-wood"}}


def test_v19_6_fire_goes_out_of_a_bunker_into_its_arc_only() -> None:
    """Bunker: faces a hexside; fire out only into its arc."""
    board = "r1 . b1 . .\n. . . . r2"
    ahead = battle(board, phase="defensive-fire", work_facing={"C1": 5}, **BUNKER)
    assert isinstance(ahead.decision, Attack)
    attack(ahead, ["b1"], aim_at(ahead, "A1"))
    behind = battle(board, phase="defensive-fire", work_facing={"C1": 0}, **BUNKER)
    assert not isinstance(behind.decision, Attack) or "b1" not in able(behind)


def test_v19_6_no_mortars_out_and_no_at_fire_in() -> None:
    """No mortars out; ATFP may not be used on those inside."""
    weapons = {"bm": ("mortar-5cm", "b1")}
    game = battle("r1 . b1 .", phase="defensive-fire", weapons=weapons, work_facing={"C1": 2},
                  **BUNKER)  # fmt: skip
    assert not isinstance(game.decision, Attack)
    types = {"r1": "m4a1", "b1": "pak40"}
    fire = battle("r1 . b1 .", phase="fire", types=types, facing={"r1": 2, "b1": 5},
                  work_facing={"C1": 5}, **BUNKER)  # fmt: skip
    fire.choose("r1")
    kinds = {str(aim.how) for aim in getattr(fire.decision, "aims", ())}
    assert "at" not in kinds


# --- V19.8, V19.14 --------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "lives"), [(3, False), (4, True)])
def test_v19_8_each_unit_entering_mines_rolls_3_or_less_eliminated(die: int, lives: bool) -> None:
    """Minefield: each unit entering, a die: ≤3 eliminated (an AFV too)."""
    works = {"B1": "minefield"}
    game = battle("r1 . h b1", [die], phase="movement", works=works)
    step(order(game, "r1"), "B1")
    assert last(game, MineRolled).result == ("passed" if lives else "eliminated")
    assert ("r1" in game.state.units) == lives
    tank = battle("r1 . h b1\nr2 . . .", [die], phase="movement", works=works,
                  types={"r1": "m4a1"}, facing={"r1": 2})  # fmt: skip
    step(order(tank, "r1"), "B1")
    assert ("r1" in tank.state.units) == lives


def test_v19_8_not_when_staying_or_leaving() -> None:
    """Not when staying or leaving."""
    game = battle("r1 . h b1", phase="movement", works={"A1": "minefield"})
    walk(order(game, "r1"), "B1")
    assert not happened(game, MineRolled)


def test_v5_19_mines_attack_who_advances_and_wire_does_not_matter() -> None:
    """Advancing draws no opportunity fire; mines attack, wire does not matter."""
    game = battle("r1 . h b1", [2], phase="assault", works={"B1": "minefield"})
    game.choose("r1")
    option = next(o for o in game.options if o is not None and o.hex == at(game, "B1"))
    game.choose(option)
    assert happened(game, AdvanceMade)
    assert last(game, UnitEliminated).cause == "mines"


def test_v19_14_hidden_mines_are_known_to_the_owner_and_revealed_when_entered() -> None:
    """Hidden mines only by scenario: known to the owner and the umpire; revealed when entered."""
    game = battle("r1 . h b1", [6], phase="movement", works={"B1": "minefield"},
                  rules={"hidden_mines": True})  # fmt: skip
    here = at(game, "B1")
    assert here not in game.rules.view(game.state, "red").works
    assert here in game.rules.view(game.state, "blue").works
    walk(order(game, "r1"), "B1")
    assert last(game, MinesFound).at == here
    assert here in game.rules.view(game.state, "red").works
    laid = WorkLaid("m", "minefield", "blue", here, None, True)
    assert not is_seen_by(laid, "red")


# --- V19.9 ----------------------------------------------------------------------------------------


def test_v19_9_infantry_entering_wire_stops_and_may_move_next_time() -> None:
    """Wire: infantry entering stops; it may advance out or move next time."""
    game = battle("r1 . . h b1\n r2 . . . .", phase="movement", works={"B1": "wire"})
    walk(order(game, "r1"), "B1")
    assert place_of(game, "r1") == "B1"
    assert not hasattr(game.decision, "ways")
    out = battle("r1 . h b1", phase="movement", works={"A1": "wire"})
    assert "B1" in reach(order(out, "r1"))


def test_v19_9_fire_from_wire_is_1_worse() -> None:
    """Its fire from there +1."""
    game = battle("r1 . . b1", [MISS], phase="fire", works={"A1": "wire"})
    attack(game, ["r1"], aim_at(game, "D1"))
    assert ("wire", 1) in last(game, AttackRolled).corrections


def test_v19_9_vehicles_may_not_enter_afvs_ignore_it() -> None:
    """Vehicles may not enter, AFVs ignore it."""
    types, fronts = {"r1": "truck", "r2": "m4a1"}, {"r1": 2, "r2": 1}
    game = battle("r1 . h b1\nr2 . . .", phase="movement", works={"B1": "wire"}, types=types,
                  facing=fronts)  # fmt: skip
    assert not _has_move(game, "r1")
    tank = battle("r1 . h b1\nr2 . . .", phase="movement", works={"B1": "wire"}, types=types,
                  facing=fronts)  # fmt: skip
    assert "B1" in reach(order(tank, "r2"))


def _has_move(game: Any, unit: str) -> bool:
    return any(o is not None and (o.unit, o.manner) == (unit, "move") for o in game.options)


def test_v19_9_a_satchel_clears_adjacent_wire_in_the_fire_phase() -> None:
    """In the Fire phase a unit may use a satchel on an adjacent wire hex: wire gone, marked."""
    game = battle("r1 . h . b1", phase="fire", works={"B1": "wire"},
                  stocks={"red": {"satchel": 1}})  # fmt: skip
    attack(game, ["r1"], aim_at(game, "B1", how="wire"))
    assert last(game, WireCleared).at == at(game, "B1")
    assert at(game, "B1") not in game.state.works
    assert game.state.units["r1"].fired
    assert game.state.count_in_stock("red", "satchel") == 0


# --- V19.10 to V19.13 -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["foxholes", "trenches"])
def test_v19_10_a_vehicle_may_pass_foxholes_and_trenches_but_not_stop(kind: str) -> None:
    """Infantry only; a vehicle unit may pass the hex but not stop in it (V19.5)."""
    game = battle("r1\n.\n.\n.\n h\n b1", phase="movement", works={"A2": kind},
                  types={"r1": "m4a1"}, facing={"r1": 3})  # fmt: skip
    step(order(game, "r1"), "A2", facing=3)
    hold(game)
    assert not require_type(game.decision, Step).may_stop
    assert "A3" in reach(game)


def test_v19_13_a_position_may_be_taken_by_the_enemy_once_empty() -> None:
    """A position may be taken by the enemy once empty."""
    game = battle("r1 . . b1", phase="assault", works={"B1": "trenches"})
    game.choose("r1")
    game.choose(next(o for o in game.options if o is not None and o.hex == at(game, "B1")))
    assert place_of(game, "r1") == "B1"
    assert fortifications.hex_cover(game.state, at(game, "B1"), [game.state.units["r1"]]) == 2
