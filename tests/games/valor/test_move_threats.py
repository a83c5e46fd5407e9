"""What awaits a mover of valor on a path (V24.5): exact by the tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.games.valor.move_execution import Step
from engine.games.valor.movement_phase import Order
from engine.games.valor.state import FireLane
from engine.play.move_forecast import MoveStep
from tests.assertions import require, require_type
from tests.games.valor.boards import at, battle


def path(game: Any, *labels: str) -> list[Any]:
    return list(game.rules.threats(game.state, "r1", [at(game, label) for label in labels]))


def test_opportunity_fire_in_the_open_has_minus_1_and_next_door_minus_3() -> None:
    """AP op fire: −1 if no cover, −2 if adjacent, both may apply: row 1–4 at −1 and −3."""
    game = battle("r1 . . . . b1", phase="movement")
    far, near = path(game, "B1", "E1")
    assert far.kinds[0].kind == "shots"
    assert far.threat_sources[0].danger.hurt == Fraction(21, 36)  # 7 or less
    assert near.threat_sources[0].danger.hurt == Fraction(30, 36)  # 9 or less


def test_a_squad_is_lost_only_by_more_than_it_can_bear() -> None:
    """CR 4 with a half of 2: reduced for 2 and pinned for 1; 4 CP on row 1–4 at −1 is 4 or less."""
    game = battle("r1 . . . . b1", phase="movement")
    assert path(game, "B1")[0].threat_sources[0].danger.lost == Fraction(6, 36)


def test_where_nobody_sees_the_mover_nothing_awaits_it() -> None:
    game = battle("r1 . h . b1", phase="movement")
    assert path(game, "B1")[0].kinds == ()


def test_its_own_hex_at_the_beginning_of_a_path_is_safe() -> None:
    game = battle("r1 . . . b1", phase="movement")
    assert path(game, "A1")[0].kinds == ()


def test_known_mines_and_lanes_await_too() -> None:
    """Mines: 3 or less; a lane: row 1–4 without modifiers."""
    game = battle("r1 . h . b1\n h h h h h", phase="movement", works={"B1": "minefield"})
    (mined,) = path(game, "B1")
    assert mined.harm_chance == Fraction(1, 2)
    game = battle("r1 . h . b1\n h h h h h", phase="movement")
    game.state.lanes = (FireLane("b1", "m", "blue", (at(game, "B1"),)),)
    (laned,) = path(game, "B1")
    assert laned.kinds[0].kind == "lanes"
    assert laned.harm_chance == Fraction(15, 36)


def test_an_afv_fears_guns_alone() -> None:
    """AT op fire unmodified: 10 or less hits at up to 10 hexes."""
    game = battle(
        ". .\n r1 .\n . .\n . .\n . b1", phase="movement", facing={"r1": 3, "b1": 0},
        types={"r1": "m3-halftrack", "b1": "pak40"},
    )  # fmt: skip
    (threat,) = path(game, "A3")
    assert threat.threat_sources[0].danger.lost == Fraction(33, 36)  # D against A without a roll
    rifles = battle("r1 . . . b1", phase="movement", types={"r1": "m3-halftrack"}, facing={"r1": 2})
    assert path(rifles, "B1")[0].kinds == ()


def test_the_step_under_the_pointer_says_so_in_both_languages() -> None:
    game = battle("r1 . . . . b1", phase="movement")
    game.choose(Order("r1", "move"))
    game.choose("move")
    way = next(way for way in require_type(game.decision, Step).ways if way.to == at(game, "B1"))
    told = game.rules.forecast(game.state, require(game.decision), way)
    assert isinstance(told, MoveStep)
    assert told.threat is not None
    assert told.threat.harm_chance == Fraction(21, 36)
    assert len(told.lines) == 2
