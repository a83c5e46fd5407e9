"""Transport (valor V8): what fits aboard, loading, unloading, cargo's fate."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor import unit_lookups, unit_losses
from engine.games.valor.data.rulebook import load_rulebook
from engine.games.valor.events import Loaded, Unloaded
from engine.games.valor.movement_phase import Order
from engine.games.valor.transport import LoadNext, UnloadNext, can_carry
from tests.games.valor.boards import at, happened, place_of
from tests.games.valor.test_movement_phase import field, go, moving

TYPES = {"r1": "us-rifle", "rt": "truck", "rh": "m3-halftrack", "rj": "jeep", "rg": "pak40",
         "rf": "flak-88", "rl": "leader-1", "rx": "us-rifle-half", "rm": "m4a1"}  # fmt: skip


def park(board: str, *dice: Any, **more: Any) -> Any:
    """Red's movement with vehicles of the usual letters, all facing south."""
    fronts = dict.fromkeys(("rt", "rh", "rj", "rg", "rf", "rm"), 3)
    return field(board, *dice, types=TYPES, facing=fronts, **more)


@pytest.mark.parametrize(
    ("carrier", "cargo", "fits"),
    [
        ("m3-halftrack", "us-rifle", True),
        ("m3-halftrack", "us-rifle us-rifle-half", False),
        ("m3-halftrack", "us-rifle-half us-rifle-half leader-1", True),
        ("m3-halftrack", "leader-1 leader-0", False),
        ("truck", "us-rifle us-rifle leader-1 leader-0", True),
        ("truck", "us-rifle us-rifle us-rifle", False),
        ("jeep", "us-rifle-half leader-1", True),
        ("jeep", "us-rifle", False),
        ("m4a1", "us-rifle", False),
        ("truck", "pak40 us-rifle", True),
        ("truck", "pak40 pak40", False),
        ("truck", "flak-88", True),
        ("jeep", "pak40", True),
        ("jeep", "flak-88", False),
        ("truck", "jeep", False),
    ],
)
def test_v8_1_what_a_transport_class_carries(carrier: str, cargo: str, fits: bool) -> None:
    """Tn: per n one squad (or two halves), one leader; TH one half, one leader; a gun in tow."""
    types = load_rulebook().units
    assert can_carry(types[carrier], [types[each] for each in cargo.split()]) is fits


def test_v8_2_loading_costs_no_mp_and_the_carrier_may_move_afterwards() -> None:
    """Loading: in the same hex, no MP cost. The carrier may move before or after it."""
    game = park("r1+rt . .\n . . .")
    game.choose(Order("rt", "load"))
    assert game.state.units["r1"].inside == "rt"
    go(moving(game, "rt"), "A2")
    assert place_of(game, "r1") == "A2"


def test_v8_2_after_loading_a_carrier_unloads_nobody_this_turn() -> None:
    """Each unit loads or unloads once a turn at most, never both."""
    game = park("r1+rt . .")
    game.choose(Order("rt", "load"))
    assert Order("rt", "unload") not in game.options
    assert Order("rt", "load") not in game.options


def test_v8_2_several_may_load_at_once() -> None:
    """A truck takes two squads, one after the other, in one loading."""
    game = park("r1+r2+rt . .")
    game.choose(Order("rt", "load"))
    assert isinstance(game.decision, LoadNext)
    assert game.options == ["r1", "r2"]
    game.choose("r2")
    assert game.options == ["r1", None]
    game.choose("r1")
    assert [loaded.unit for loaded in happened(game, Loaded)] == ["r2", "r1"]


def test_v8_3_who_loads_or_unloads_is_move_marked() -> None:
    """An unloaded unit is Move-marked; so is one that loaded."""
    game = park("r1+rt . .")
    game.choose(Order("rt", "load"))
    assert game.state.units["r1"].moved
    game = park("rt . .", aboard={"r1": "rt"})
    game.choose(Order("rt", "unload"))
    assert game.state.units["r1"].moved
    assert game.state.units["r1"].inside == ""


def test_v8_3_cargo_that_has_moved_does_not_load() -> None:
    """Cargo does not move before loading."""
    game = park("r1 . .\n rt . .")
    go(moving(game, "r1"), "A2")
    game.choose(None)
    assert Order("rt", "load") not in game.options


def test_v8_2_the_carrier_may_move_first_and_then_unload() -> None:
    """The carrier may move before or after it, not both."""
    game = park("rt . .\n . . .", aboard={"r1": "rt"})
    go(moving(game, "rt"), "A2")
    game.choose(None)
    game.choose(Order("rt", "unload"))
    assert place_of(game, "r1") == "A2"
    assert Order("rt", "move") not in game.options


def test_v8_3_in_a_full_hex_cargo_gets_off_next_door() -> None:
    """Cargo moves one hex to keep stacking."""
    game = park("r2+r3+r4+rt . .\n . . .", aboard={"r1": "rt"})
    game.choose(Order("rt", "unload"))
    game.choose(at(game, "B1"))
    assert place_of(game, "r1") == "B1"


def test_v8_2_a_gun_is_unhooked_facing_as_its_side_says() -> None:
    """A gun faces any way when it is unhooked."""
    game = park("rt . .", aboard={"rg": "rt"})
    game.choose(Order("rt", "unload"))
    game.choose(5)
    assert game.state.units["rg"].facing == 5


def test_v8_2_of_several_the_side_says_who_gets_off() -> None:
    """As many of the cargo as its side wants."""
    game = park("rt . .", aboard={"r1": "rt", "r2": "rt"})
    game.choose(Order("rt", "unload"))
    assert isinstance(game.decision, UnloadNext)
    game.choose("r1")
    game.choose(None)
    assert [each.unit for each in happened(game, Unloaded)] == ["r1"]
    assert game.state.units["r2"].inside == "rt"


def test_v8_4_a_carrier_with_cargo_is_one_vehicle_unit() -> None:
    """Carrier with cargo = one vehicle unit."""
    game = park("rt+r2+r3+r4 . .", aboard={"r1": "rt"})
    here = game.state.units_at(at(game, "A1"))
    assert [unit.id for unit in here] == ["r2", "r3", "r4", "rt"]
    assert unit_lookups.fits_in_hex(game.state, at(game, "A1"), "red", ())


def test_v8_4_a_full_hex_is_entered_to_load_if_all_fits_afterwards() -> None:
    """It may enter a full hex only to load if all fits afterwards."""
    game = park("rt . .\n rg+r1+r2 . .\n . . .")
    go(moving(game, "rt"), "A2")
    game.choose(None)
    game.choose("rg")
    assert game.state.units["rg"].inside == "rt"
    assert unit_lookups.fits_in_hex(game.state, at(game, "A2"), "red", ())


def test_v8_6_a_pinned_carrier_pins_its_cargo_and_a_lost_one_loses_it() -> None:
    """Carrier pinned ⇒ cargo pinned; eliminated ⇒ cargo eliminated."""
    game = park("rt . .", aboard={"r1": "rt"})
    unit_losses.pin(game, "rt", "fire")
    assert game.state.units["r1"].pinned
    unit_losses.eliminate(game, "rt", "fire")
    assert [unit.id for unit in game.state.lost] == ["r1", "rt"]


def test_v8_6_unless_the_scenario_leaves_the_cargo_alone() -> None:
    """`pinned_carrier` says whether the cargo is pinned too."""
    game = park("rt . .", aboard={"r1": "rt"}, rules={"pinned_carrier": "alone"})
    unit_losses.pin(game, "rt", "fire")
    assert not game.state.units["r1"].pinned
