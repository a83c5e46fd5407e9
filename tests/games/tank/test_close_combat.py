"""Close combat (tank B): locked units, rounds to the end, going back."""

from __future__ import annotations

import pytest

from engine.games.tank.close_combat import CloseTarget
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.events import (
    CloseCombatEnded,
    CloseCombatRound,
    ShotResolved,
    UnitAnnihilated,
    Withdrew,
)
from engine.games.tank.fire import may_be_fired_upon, may_fire, possible_shots
from engine.games.tank.movement import may_move
from tests.assertions import require
from tests.games.boards import at, battle, place_of
from tests.games.tank.turns import TankGame, happened, last, order, pass_moves

FACE_TO_FACE = "r1 b1 .\n ~ ~ ~"
SEVERAL = "r1 b1+b2 .\n ~ ~ ~"


def locked(board: str, *dice: object, to: tuple[int, int] = (1, 0), **more: object) -> TankGame:
    """Red 1 enters Blue's hex; nobody does anything else."""
    game = order(battle(board, [1, 1, *dice], **more), "r1")
    game.choose(at(game, *to))
    return pass_moves(game)


def test_b1_units_locked_neither_move_nor_fire_nor_are_fired_upon() -> None:
    game = order(battle("r1 b1 r2\n . . .", [1, 1]), "r1")
    game.choose(at(game, 1, 0))
    for unit in (game.state.units["r1"], game.state.units["b1"]):
        assert not may_move(unit)
        assert not may_fire(game.state, unit)
        assert not may_be_fired_upon(unit)
    assert possible_shots(game.state, "red") == ()


def test_b1_more_units_may_enter() -> None:
    game = order(battle("r1 b1 r2\n ~ ~ ~", [1, 1]), "r1")
    game.choose(at(game, 1, 0))
    order(game, "r2").choose(at(game, 1, 0))
    assert len(game.state.units_at(at(game, 1, 0))) == 3
    assert all(unit.engaged for unit in game.state.units.values())


def test_b2_t4_it_is_resolved_after_all_movement() -> None:
    game = locked(FACE_TO_FACE)
    assert game.state.phase == "close-combat"
    assert require(game.awaited).purpose == "close-combat"


def test_b2_or_after_the_events_by_choice() -> None:
    game = locked(FACE_TO_FACE, rules={"close_combat": "after_events", "cards_per_turn": 0})
    assert game.state.phase == "close-combat"
    assert [event.phase for event in game.events if hasattr(event, "phase")][-2:] == [
        "events",
        "close-combat",
    ]


@pytest.mark.parametrize(("die", "first"), [(3, "r1"), (4, "b1")])
def test_b3_odd_dice_let_red_shoot_first(die: int, first: str) -> None:
    game = locked(FACE_TO_FACE, die, (1, 2), 6)
    assert happened(game, ShotResolved)[0].firer == first
    assert len(happened(game, ShotResolved)) == 1, "who is annihilated does not shoot back"


def test_b3_the_level_is_that_of_range_1() -> None:
    game = locked(FACE_TO_FACE, 1, (1, 2), 6)
    shot = last(game, ShotResolved)
    assert (shot.range, shot.level) == (1, 10)


def test_b3_the_other_side_shoots_after_the_first() -> None:
    game = locked(FACE_TO_FACE, 1, (2, 6), (1, 2), 6)
    assert [shot.firer for shot in happened(game, ShotResolved)] == ["r1", "b1"]
    assert last(game, CloseCombatEnded).side == "blue"


def test_b3_each_unit_chooses_its_target() -> None:
    game = locked(SEVERAL, 1)
    assert isinstance(game.decision, CloseTarget)
    assert game.options == ["b1", "b2"]


def test_b3_settlement_and_woods_do_not_help_but_armour_does() -> None:
    game = locked("r1 b1:s .\n ~ ~ ~", 1, (2, 3), 6)
    assert last(game, ShotResolved).result == FireOutcome.ANNIHILATED
    saved = locked("r1 b1:s .\n ~ ~ ~", 1, (2, 3), 1, (2, 6))
    assert happened(saved, ShotResolved)[0].softened == "armour"


def test_b3_earlier_fire_does_not_matter() -> None:
    game = order(battle("r1 . b1 .\n ~ ~ ~ ~", [1, 1, (3, 5), 1, (1, 2), 6]), "r1")
    game.choose(at(game, 1, 0))
    game.choose(None)  # Blue 1 holds fire
    game.choose("b1")
    game.choose(at(game, 2, 0))
    assert [shot.firer for shot in happened(game, ShotResolved)] == ["r1", "r1"]


def test_b4_rounds_go_on_until_one_side_is_gone() -> None:
    game = locked(FACE_TO_FACE, 1, (2, 6), (2, 6), 2, (3, 5), (3, 5), 1, (1, 2), 6)
    assert [event.round for event in happened(game, CloseCombatRound)] == [1, 2, 3]
    assert [event.side for event in happened(game, CloseCombatRound)] == ["red", "blue", "red"]
    assert last(game, CloseCombatEnded).side == "red"
    assert not game.state.units["r1"].engaged


def test_b4_if_neither_side_can_fire_the_last_to_enter_go_back() -> None:
    game = locked(FACE_TO_FACE, marks={"r1": ("gun_out",), "b1": ("gun_out",)})
    assert last(game, Withdrew).unit == "r1"
    assert place_of(game, "r1") == (0, 0)
    assert not game.state.units["b1"].engaged


def test_b4_or_are_annihilated_if_they_cannot() -> None:
    game = order(battle("r1 b1 b2 r2\n ~ ~ ~ ~", [1, 1], marks=NO_GUNS), "r1")
    game.choose(at(game, 1, 0))
    order(game, "b2").choose(at(game, 1, 0))
    order(game, "r2").choose(at(game, 2, 0))  # where Blue 2 came from
    game.choose(None)
    assert last(game, UnitAnnihilated) == UnitAnnihilated("b2", "close-combat")
    assert last(game, Withdrew).unit == "r1", "then Red 1 was the last to have entered"


NO_GUNS = dict.fromkeys(("r1", "r2", "b1", "b2"), ("gun_out",))


def test_b4_a_combat_in_which_no_shot_can_hurt_ends_too() -> None:
    weak = {"tables": {"A": "gun 0-60\n85mm 0"}}
    game = locked(FACE_TO_FACE, rules=weak)
    assert last(game, Withdrew).unit == "r1"
