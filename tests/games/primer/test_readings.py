"""The primer's readings checked against the handbook: each with what it settles."""

from __future__ import annotations

import pytest

from engine.files.source_text import ROOT
from engine.games.primer.data.rulebook import load_rulebook
from engine.games.primer.events import Encountered, RoundTold
from engine.games.primer.retreat import Retreat
from engine.games.primer.state import Unit
from engine.games.primer.vision import hexes_watched, seen_enemies
from engine.games.shared_events import GameEnded
from engine.play.game import Intervention, InvalidInterventionError
from engine.play.option_targets import OptionAction
from engine.texts import text
from tests.assertions import require
from tests.games.primer.boards import (
    PrimerGame,
    at,
    attack,
    battle,
    hand_in,
    happened,
    label,
    last,
    may,
    where,
)

ROOM = "\n. . . .\n. . . .\n. . . ."
SIX, TWELVE, TWO = (3, 3), (6, 6), (1, 1)


def sees(game: PrimerGame, side: str) -> set[str]:
    return {unit.id for unit in seen_enemies(game.state, side)}


# --- P17: 主动攻击时，即使失败也不用撤退 ---


def test_p17_ranged_attackers_that_lose_need_not_retreat() -> None:
    game = battle("bt1 ra1 ." + ROOM, SIX)
    attack(game, "bt1", "B1")
    hand_in(game)
    assert where(game, "bt1") == "A1"
    assert not isinstance(game.decision, Retreat)


def test_p17_a_result_of_wiped_out_still_destroys_them() -> None:
    assert load_rulebook().choices.ranged_loser == "wiped_out"
    game = battle("bt1 ra1 ." + ROOM, TWELVE)
    attack(game, "bt1", "B1")
    hand_in(game)
    assert where(game, "bt1") == ""


# --- P12: 遭遇战 ---


def test_p12_an_order_may_lead_onto_an_enemy_that_is_seen_and_a_fight_follows() -> None:
    game = battle("bi1 ri1 ." + ROOM, TWELVE)
    game.choose(("move", "bi1", None, 0))
    pointed = game.rules.points_at(game.state, require(game.decision), at(game, "B1"))
    assert pointed.deed is OptionAction.ASSAULT
    game.choose(at(game, "B1"))
    assert not game.state.memo[0].path[1:], "the order ends where the enemy is"
    hand_in(game)
    assert last(game, Encountered).target == at(game, "B1")
    assert where(game, "bi1") == "B1"


def test_p12_by_choice_a_move_onto_enemies_in_sight_is_barred() -> None:
    game = battle("bi1 ri1 .\n~ ~ ~", rules={"seen_enemies": "barred"})
    assert not may(game, "move", "bi1")


# --- P7: 步兵、炮兵可藏于树林中；步兵可藏于山脉中 ---


@pytest.mark.parametrize(("kind", "hidden"), [("i", True), ("t", True), ("p", False)])
def test_p7_infantry_and_artillery_hide_in_woods_aircraft_do_not(kind: str, hidden: bool) -> None:
    game = battle(f"bi1 r{kind}1:w .\n. . .")
    assert (sees(game, "blue") == set()) is hidden


def test_p7_an_aircraft_in_woods_is_seen_by_the_ring_of_a_city_too() -> None:
    game = battle(". bp1:w . .\n. c . .\n. . . .", cities={"B2": "red"})
    assert sees(game, "red") == {"bp1"}


def test_p7_an_aircraft_in_woods_out_of_reach_is_not_seen() -> None:
    assert sees(battle("bi1 . . rp1:w\n. . . ."), "blue") == set()


def test_p7_in_the_sample_the_woods_in_a_ring_hide_infantry() -> None:
    """B3 is woods next to Northgate: a ring shows who stands in it, but nobody sees into woods."""
    from engine.checks.scenario_checks import load_playable
    from engine.games.primer.adapter.rules import PRIMER

    made = load_playable(ROOT / "samples" / "primer" / "scenarios" / "three-cities.scenario.yaml")
    find = made.map.labels.find
    state = PRIMER.start(made)
    assert state.holders["northgate"] == "red"
    assert find("B3") not in hexes_watched(state, "red")
    assert find("B2") in hexes_watched(state, "red")
    state.turn = 1
    state.units = {
        n: Unit(n, "blue", t, find("B3")) for n, t in (("i", "infantry"), ("p", "recon"))
    }
    assert [unit.id for unit in seen_enemies(state, "red")] == ["p"]
    assert find("B3") not in made.zone("ring-c2")


# --- P2, P6: joining ------------------------------------------------------------------------------


def test_p2_p6_own_units_are_not_joined_as_the_handbooks_example_has_it() -> None:
    """M1、N2 都有一支蓝方步兵，在 N1 的蓝方部队就无法移动。"""
    assert load_rulebook().choices.joining is False
    assert not may(battle("bi1 bi2 .\n~ ~ ~"), "move", "bi1")
    assert may(battle("bi1 bi2 .\n~ ~ ~", rules={"joining": True}), "move", "bi1")


# --- P10: 主持人将告知每一回合的视野和决策结果 ---


def test_p10_after_every_round_each_side_is_told_what_it_sees_and_what_became_of_its_fights() -> (
    None
):
    game = battle("bi1+bi2+bi3 ri1 ." + ROOM, TWELVE)
    attack(game, "bi1", "B1", together=True)
    hand_in(game)
    while not happened(game, RoundTold):
        hand_in(game)
    blue, red = sorted(happened(game, RoundTold)[:2], key=lambda event: event.side)
    assert (blue.turn, blue.seers(), red.seers()) == (1, ("blue",), ("red",))
    assert [(label(game, at_), *rest) for at_, *rest in blue.fights] == [
        ("B1", "attacked", "red", 0)
    ]
    assert [rest[0] for _, *rest in red.fights] == ["defended"]
    assert {unit for unit, _, _ in red.seen} == sees(game, "red")
    told = game.rules.describe_event(game.state, blue, "en")
    assert told == text(
        "primer.round-told", "en", turn="1", side="Blue", seen=text("primer.round-nobody", "en"),
        fights="attack on B1, Red is wiped out",
    )  # fmt: skip


# --- P16: shut in ---------------------------------------------------------------------------------


def test_p16_whether_there_is_a_way_is_judged_once_when_the_retreat_begins() -> None:
    """已经没有合法撤退路径: with all units on the board counted, seen or not; see also the halt of
    a stack that unseen enemies shut in on its way, in test_retreat.py."""
    game = battle("ba1 ri1 bi2:w\n~ ~ ~", SIX)
    attack(game, "ba1", "B1")
    hand_in(game)
    assert where(game, "ri1") == ""


# --- P19: the umpire ------------------------------------------------------------------------------


def act(game: PrimerGame, kind: str, *arguments: str) -> PrimerGame:
    game.intervene(Intervention(kind, arguments, "Umpire", "agreed"))
    return game


@pytest.mark.parametrize(("winner", "result"), [("red", "red"), ("blue", "blue"), ("nobody", None)])
def test_p19_the_umpire_may_declare_the_winner(winner: str, result: str | None) -> None:
    game = battle("bi1 . . ri1\n. . . .")
    act(game, "declare", winner)
    assert game.is_over
    assert (require(game.result).winner, last(game, GameEnded).reason) == (result, "declared")


def test_p19_the_umpire_may_end_the_game_which_is_judged_as_after_its_last_turn() -> None:
    game = battle("bi1 . . ri1\n. . . c", cities={"D2": "red"})
    act(game, "end")
    assert (require(game.result).winner, last(game, GameEnded).reason) == ("red", "turn-limit")


def test_p19_the_umpire_may_extend_the_game() -> None:
    game = battle("bi1 . . ri1\n. . . .", turns=1)
    act(game, "extend", "+2")
    assert turns_of(game) == 3
    for _ in range(4):
        hand_in(game)
    assert not game.is_over
    hand_in(hand_in(game))
    assert game.is_over


def turns_of(game: PrimerGame) -> int:
    return game.position().turns


def test_p19_a_game_cannot_end_before_the_turn_under_way() -> None:
    game = battle("bi1 . . ri1\n. . . .", turns=2)
    with pytest.raises(InvalidInterventionError):
        act(game, "extend", "-5")
