"""Rally (valor V21): who rolls, on what number, with whose help."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.events import Rallied
from engine.games.valor.state import State
from engine.games.valor.support_events import RallyRolled
from engine.play.game import Game
from engine.scenario.scenario import ScenarioUnit
from tests.games.valor.boards import battle, happened, last

PINNED: dict[str, Any] = {"marks": {"r1": ("pinned",)}}


def after_action(board: str, dice: list[Any], **more: Any) -> Game[State]:
    """The end of Red's segment: his pinned units roll, in order of battle."""
    game = battle(board, dice, phase="defensive-fire", **more)
    while game.decision is not None and game.state.phase != "after-action":
        game.choose(None)
    return game


def rallied(game: Game[State]) -> tuple[str, ...]:
    """Who has rallied by a roll."""
    found = [each.units for each in happened(game, Rallied) if each.cause == "roll"]
    return tuple(unit for units in found for unit in units)


def test_v21_1_in_the_own_command_phase_all_rally_without_a_roll() -> None:
    """Own Command phase: all, without a roll (V5.2)."""
    game = battle("r1 r2 . b1", **PINNED)
    assert happened(game, Rallied)[0].units == ("r1",)
    assert not game.state.units["r1"].pinned


@pytest.mark.parametrize(
    ("kind", "dice", "result"),
    [
        ("us-rifle", (3, 3), "rallied"), ("us-rifle", (3, 4), "failed"),
        ("us-rifle-half", (2, 4), "rallied"), ("us-rifle-half", (6, 1), "failed"),
        ("us-para", (3, 4), "rallied"), ("us-para", (4, 4), "failed"),
        ("leader-1", (3, 4), "rallied"), ("leader-1", (6, 2), "failed"),
        ("truck", (3, 4), "rallied"), ("6-pounder", (3, 4), "rallied"), ("jeep", (4, 4), "failed"),
    ],
)  # fmt: skip
def test_v21_2_one_roll_a_pinned_unit_at_most_7_or_6(
    kind: str, dice: tuple[int, int], result: str
) -> None:
    """Own After-action phase: one dice roll a pinned unit: leader, elite, vehicle, AFV-cargo by its
    carrier, gun ≤ 7; other infantry ≤ 6."""
    fronts = {"r1": 0} if kind in ("truck", "6-pounder", "jeep") else {}
    game = after_action("r1 . . b1", [dice], types={"r1": kind}, facing=fronts, **PINNED)
    rolled = last(game, RallyRolled)
    assert (rolled.unit, rolled.result) == ("r1", result)
    assert rallied(game) == (("r1",) if result == "rallied" else ())


def test_v21_3_an_unpinned_leader_of_the_hex_helps_any_number_of_units() -> None:
    """An unpinned leader of the hex adds his modifier (to any number of units)."""
    marks = {"r1": ("pinned",), "r2": ("pinned",), "r4": ("pinned",)}
    game = after_action(
        "r1+r2+r3 r4 . b1", [(4, 4), (4, 4), (4, 4)], types={"r3": "leader-2"}, marks=marks
    )
    rolled = happened(game, RallyRolled)
    assert [(each.unit, each.modifier, each.result) for each in rolled] == [
        ("r1", -2, "rallied"), ("r2", -2, "rallied"), ("r4", 0, "failed"),
    ]  # fmt: skip


def test_v21_3_a_pinned_leader_helps_nobody_until_he_has_rallied_himself() -> None:
    """An unpinned leader of the hex adds his modifier; rally goes in order of battle (V24.1)."""
    marks = {"r1": ("pinned",), "r2": ("pinned",), "r3": ("pinned",)}
    game = after_action(
        "r1+r2+r3 . . b1", [(4, 3), (3, 3), (4, 3)], types={"r2": "leader-1"}, marks=marks
    )
    rolled = happened(game, RallyRolled)
    assert [(each.unit, each.modifier, each.result) for each in rolled] == [
        ("r1", 0, "failed"), ("r2", 0, "rallied"), ("r3", -1, "rallied"),
    ]  # fmt: skip


def test_v21_3_a_carrier_that_rallies_rallies_its_cargo() -> None:
    """A carrier that rallies rallies its cargo."""
    passenger = ScenarioUnit("r2", "red", "us-rifle", aboard="r1", marks=("pinned",))
    game = after_action(
        "r1 . . b1", [(3, 4)], types={"r1": "truck"}, units=[passenger], facing={"r1": 0}, **PINNED
    )
    assert [each.unit for each in happened(game, RallyRolled)] == ["r1"]
    assert rallied(game) == ("r1", "r2")
