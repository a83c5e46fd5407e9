"""Worked examples of valor (V26) of no single chapter, and rules tested nowhere else."""

from __future__ import annotations

from typing import Any

from engine.games.valor import fortifications
from engine.games.valor.casualties import Casualties
from engine.games.valor.combat_events import AssaultRolled
from engine.games.valor.unit_lookups import fits_in_hex
from engine.games.valor.victory import judge
from engine.scenario.scenario import Objective, ScenarioUnit, VictoryCondition, VictoryKind
from tests.games.valor.boards import at, battle, last
from tests.games.valor.firing import aim_at, assault, attack, offered


def stack(*types: str) -> bool:
    """Whether these may be in one hex together."""
    game = battle("b1 . .")
    units = [ScenarioUnit(f"r{n}", "red", type_) for n, type_ in enumerate(types)]
    return fits_in_hex(game.state, at(game, "C1"), "red", units)  # type: ignore[arg-type] # as reserves


def test_v26_20_stacking() -> None:
    """3 squads + 1 leader + truck legal, 4 squads not; two trucks and a squad not."""
    assert stack("us-rifle", "us-rifle", "us-rifle", "leader-1", "truck")
    assert not stack("us-rifle", "us-rifle", "us-rifle", "us-rifle")
    assert not stack("truck", "truck", "us-rifle")


HOUSE = (Objective("house", zone="house"),)


def judged(holder: str, *sides: str) -> tuple[str, str] | None:
    """Who wins a house somebody holds, and how much, when these sides have it on their lists."""
    lists = tuple(VictoryCondition(VictoryKind.OBJECTIVES, side) for side in sides)
    game = battle("r1 . b1", zones={"house": "B1"}, objectives=HOUSE, victory=lists)
    game.state.holders["house"] = holder
    return judge(game.state)


def test_v26_22_both_hold_their_lists_draw_and_who_has_none_wins_by_default() -> None:
    """Both sides hold their lists ⇒ draw; DE without a list wins when US fails."""
    zone = {"house": "B1", "far": "A1"}
    both: Any = battle(
        "r1 . b1", zones=zone, objectives=HOUSE,
        victory=(
            VictoryCondition(VictoryKind.OBJECTIVES, "red"),
            VictoryCondition(VictoryKind.SURVIVE, "blue", count=1),
        ),
    )  # fmt: skip
    both.state.holders["house"] = "red"
    assert judge(both.state) == ("", "")
    assert judged("", "red") == ("blue", "")
    assert judged("red", "red") == ("red", "")
    assert judged("", "red", "blue") == ("", "")


def test_v19_7_a_close_assault_on_a_position_counts_its_cover() -> None:
    """A close assault on a position counts its cover in V15.7."""
    game = battle("r1+r2 b1 .", [(1, 1)], phase="assault", works={"B1": "trenches"})
    assault(game, ["r1", "r2"], "B1")
    assert last(game, AssaultRolled).own_points == 2 + 1


def test_v19_11_trenches_hold_infantry_and_no_gun() -> None:
    """Foxholes, trenches: infantry only."""
    kinds = battle("r1 . b1").state.book
    trenches = kinds.works["trenches"]
    assert fortifications.can_shelter(trenches, kinds.units["us-rifle"])
    assert not fortifications.can_shelter(trenches, kinds.units["pak40"])
    assert fortifications.can_shelter(kinds.works["cave"], kinds.units["pak40"])


def test_v22_2_a_valorous_unit_ignores_one_point_an_attack() -> None:
    """Ignores one CP an attack (V14.9)."""
    game = battle("r1 . b1+b2", [(3, 3)], phase="fire", marks={"b1": ("valor",)})
    attack(game, ["r1"], aim_at(game, "C1"))
    assert isinstance(game.decision, Casualties)
    assert ("ignore", "b1") in offered(game)
    assert ("ignore", "b2") not in offered(game)
