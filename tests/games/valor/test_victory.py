"""Victory (valor V4): who meets what, and who wins then."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.shared_events import GameEnded
from engine.games.valor import unit_losses, victory
from engine.games.valor.events import Exited
from engine.play.game import Game
from engine.scenario.scenario import Objective, VictoryCondition, VictoryKind
from tests.games.valor.boards import BLUE, RED, at, battle, happened

HOLD, CLEAR, EXIT = VictoryKind.OBJECTIVES, VictoryKind.CLEAR, VictoryKind.EXIT
KILL, SURVIVE, RATIO = VictoryKind.KILL, VictoryKind.SURVIVE, VictoryKind.RATIO
HOUSES = (Objective("one", at=None, zone="one"), Objective("two", at=None, zone="two"))
ZONES = {"one": "A1", "two": "C1", "west": "A1 A2", "all": "A1 B1 C1 A2 B2 C2"}


def game(board: str, *conditions: VictoryCondition, **more: Any) -> Game[Any]:
    """A game in its first command phase, whose houses are A1 and C1."""
    more = {"objectives": HOUSES, "zones": ZONES, "victory": conditions, **more}
    return battle(board, **more)


def met(of: Game[Any]) -> bool:
    """Whether the first condition holds."""
    return victory.is_condition_met(of.state, of.state.aims.victory[0])


def test_v4_5_hold_the_side_was_last_there_with_unpinned_infantry() -> None:
    """hold: the side was last to have an unpinned infantry unit in it, none of the enemy now."""
    assert met(game("r1 . b1\n . . .", VictoryCondition(HOLD, RED, count=1)))
    assert not met(game("r1 . b1\n . . .", VictoryCondition(HOLD, RED)))
    assert met(game("r1 . r2\n . b1 .", VictoryCondition(HOLD, RED)))


def test_v4_5_pinned_infantry_and_vehicles_take_nothing() -> None:
    """Only an unpinned infantry unit takes a hex."""
    tank = game(
        "r1 . b1\n . . .",
        VictoryCondition(HOLD, RED, count=1),
        types={"r1": "m4a1"},
        facing={"r1": 0},
    )
    assert tank.state.holders["one"] == ""
    made = game("r1 . b1\n . . .", VictoryCondition(HOLD, BLUE, count=1), marks={"b1": ("pinned",)})
    assert made.state.holders["two"] == ""


def test_v4_5_what_is_held_stays_so_until_an_enemy_is_there() -> None:
    """None of the enemy there now."""
    made = game("r1 . b1\n . . .", VictoryCondition(HOLD, RED, count=1))
    made.state.alter("r1", at=at(made, "B2"))
    assert met(made)
    made.state.alter("b1", at=at(made, "A1"))
    assert not met(made)


def test_v4_5_clear_no_unpinned_enemy_in_a_zone() -> None:
    """clear: no unpinned enemy in a zone."""
    condition = VictoryCondition(CLEAR, RED, zone="west")
    assert met(game("r1 . b1\n . . .", condition))
    assert not met(game("b1 . r1\n . . .", condition))
    assert met(game("b1 . r1\n . . .", condition, marks={"b1": ("pinned",)}))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (VictoryCondition(EXIT, RED, zone="west", count=1), True),
        (VictoryCondition(EXIT, RED, zone="west", count=2), False),
        (VictoryCondition(EXIT, RED, zone="west", count=1, kinds=("afv",)), False),
        (VictoryCondition(EXIT, RED, zone="west", points=9), True),
        (VictoryCondition(EXIT, RED, zone="west", points=10), False),
    ],
)
def test_v4_5_exit_so_many_units_or_points_have_left(
    condition: VictoryCondition, holds: bool
) -> None:
    """exit: so many CR or points of own units have left by a zone."""
    made = game("r1 r2 b1\n . . .", condition)
    made.emit(Exited(("r1",)))
    assert met(made) is holds


def test_v4_5_kill_so_many_points_of_the_enemy() -> None:
    """kill: so many points of enemy units eliminated; a reduced squad counts its lost half."""
    made = game("r1 . b1+b2\n . . .", VictoryCondition(KILL, RED, points=13))
    unit_losses.reduce(made, "b1", "fire")
    unit_losses.eliminate(made, "b2", "fire")
    assert victory.points_lost(made.state, BLUE) == 4 + 9
    assert met(made)


def test_v4_5_survive_so_many_are_left_and_a_half_counts_half() -> None:
    """survive: so many of own listed units left; a half counts half (V25.3)."""
    condition = VictoryCondition(SURVIVE, RED, count=2, units=("r1", "r2", "r3"))
    made = game("r1+r2+r3 . b1\n . . .", condition)
    unit_losses.eliminate(made, "r3", "fire")
    assert met(made)
    unit_losses.reduce(made, "r2", "fire")
    assert not met(made)


def test_v4_5_ratio_enemy_points_lost_at_least_so_much_of_the_own() -> None:
    """ratio: enemy points lost ≥ n × own."""
    made = game("r1+r2 . b1+b2\n . . .", VictoryCondition(RATIO, RED, percent=200))
    unit_losses.eliminate(made, "r1", "fire")
    unit_losses.eliminate(made, "b1", "fire")
    assert not met(made)
    unit_losses.eliminate(made, "b2", "fire")
    assert met(made)


def finished(board: str, *conditions: VictoryCondition, **more: Any) -> GameEnded:
    """A game of one turn in which nobody does anything, to its end."""
    made = game(board, *conditions, turns=1, **more)
    while made.decision is not None:
        passes = None if None in made.options else made.options[-1]
        made.choose(passes)
    return happened(made, GameEnded)[-1]  # type: ignore[no-any-return] # one event


FAR = "r1 . b1\n h h h\n h h h"


def test_v4_4_a_side_must_meet_all_of_its_list() -> None:
    """Each side has a list of conditions and must meet all of them at the end of the game."""
    one, other = VictoryCondition(HOLD, RED, ("one",)), VictoryCondition(HOLD, RED, ("two",))
    rival = VictoryCondition(HOLD, BLUE, ("two",))
    assert finished(FAR, one, rival).winner == ""
    assert finished(FAR, one, other, rival).winner == BLUE


def test_v4_4_v26_22_both_lists_or_neither_is_a_draw() -> None:
    """Both sides or neither: a draw."""
    both = VictoryCondition(HOLD, RED, ("one",)), VictoryCondition(HOLD, BLUE, ("two",))
    neither = VictoryCondition(HOLD, RED, ("two",)), VictoryCondition(HOLD, BLUE, ("one",))
    assert finished(FAR, *both).winner == ""
    assert finished(FAR, *neither).winner == ""


def test_v4_4_v26_22_a_side_without_a_list_wins_when_the_other_fails() -> None:
    """A side without conditions wins when the other does not meet its own."""
    assert finished(FAR, VictoryCondition(HOLD, RED, ("two",))).winner == BLUE
    assert finished(FAR, VictoryCondition(HOLD, RED, ("one",))).winner == RED


def wiped_out(*conditions: VictoryCondition, **more: Any) -> Game[Any]:
    """Blue, which was last in both houses, loses its last unit in the first of six turns."""
    made = game("b1 . b2\n r1 . .", *conditions, turns=6, **more)
    made.state.holders.update(one=BLUE, two=BLUE)
    for unit in ("b1", "b2"):
        unit_losses.eliminate(made, unit, "fire")
    return made


HOUSES_DECIDE = (VictoryCondition(HOLD, RED), VictoryCondition(HOLD, BLUE))


@pytest.mark.parametrize("conditions", [(), HOUSES_DECIDE, HOUSES_DECIDE[1:]])
def test_v4_2_the_side_that_is_still_alive_has_won(
    conditions: tuple[VictoryCondition, ...],
) -> None:
    """The game ends at once when all units of a side are eliminated, and the other side has won:
    the houses that the dead were last in do not count."""
    made = wiped_out(*conditions)
    assert victory.judge_immediate_end(made)
    ended = happened(made, GameEnded)[0]
    assert (ended.winner, ended.reason) == (RED, victory.WIPED_OUT)


def test_v4_2_by_choice_the_game_goes_on_to_its_last_turn() -> None:
    """wiped_out: play_on. Red has six turns to take the houses."""
    made = wiped_out(*HOUSES_DECIDE, rules={"wiped_out": "play_on"})
    assert not victory.judge_immediate_end(made)
    while made.decision is not None:
        made.choose(None if None in made.options else made.options[-1])
    assert (made.state.turn, happened(made, GameEnded)[0].winner) == (6, BLUE)


def test_v4_2_units_that_have_left_the_map_are_not_eliminated() -> None:
    """Red has left, Blue is alone on the map: the game goes on."""
    made = game("r1 . b1\n . . .", VictoryCondition(EXIT, RED, zone="west", count=2))
    made.emit(Exited(("r1",)))
    assert not victory.judge_immediate_end(made)


def test_v4_2_the_game_ends_when_the_last_turn_is_over() -> None:
    """The game ends when the last turn's end segment is over."""
    made = game(FAR, turns=3)
    while made.decision is not None:
        made.choose(None if None in made.options else made.options[-1])
    assert made.state.turn == 3
    assert made.is_over
