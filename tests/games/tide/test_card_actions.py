"""What cards do: a test for each primitive (tide D7), and EX18."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.tide import active_effects, card_play
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.barrage import units_struck
from engine.games.tide.card_events import (
    ActionsAdded,
    BarrageFell,
    CardDiscarded,
    CommandTaken,
    SquadCalled,
)
from engine.games.tide.combat_events import AttackRolled, RolledAgain
from engine.games.tide.data.piece_types import SMOKE
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.events import Fatigued
from engine.games.tide.game_board import THIRDS
from engine.games.tide.move_events import Stepped
from engine.games.tide.move_steps import movement_allowance
from engine.games.tide.state import ActivationMode, Phase
from engine.play.decisions import Decision
from tests.assertions import require_type
from tests.games.tide.fights import Fight, fight
from tests.games.tide.hands import card, hold, pile, play, shipped
from tests.games.tide.walks import walk


def table(board: str = "r1 . . b1", **units: Any) -> Fight:
    made = fight(board, **units)
    made.state.phase = Phase.ACTION
    return made


def playable(made: Fight, tried: Any) -> bool:
    hold(made, "red", tried)
    return card_play.may_play(made.state, "red", tried.id, "action")


# --- headquarters ---------------------------------------------------------------------------------


def test_command() -> None:
    """command | amount | own command points."""
    assert play(table(), card("command", amount=3)).state.hq["red"].command == 12


@pytest.mark.parametrize(("there", "taken"), [(5, 2), (1, 1)])
def test_take_command(there: int, taken: int) -> None:
    """take-command | amount | from the enemy, as far as he has."""
    made = table()
    made.state.alter_headquarters("blue", command=there)
    play(made, card("take-command", amount=2))
    assert made.happened(CommandTaken) == [CommandTaken("red", taken, "test")]
    assert (made.state.hq["red"].command, made.state.hq["blue"].command) == (
        9 + taken,
        there - taken,
    )


def test_nothing_is_taken_from_who_has_nothing() -> None:
    assert not playable(table(), card("take-command"))


def test_initiative() -> None:
    """initiative | amount | on the initiative card without payment."""
    made = play(table(), card("initiative", amount=3))
    assert (made.state.hq["red"].initiative, made.state.hq["red"].command) == (3, 9)


def test_extra_actions() -> None:
    """extra-actions | actions | more actions in this turn."""
    made = table()
    made.state.left = 1
    play(made, card("extra-actions", actions=2))
    assert made.happened(ActionsAdded) == [ActionsAdded("red", 2, "test")]
    assert made.state.left == 3


def test_draw() -> None:
    """draw | cards | from own decks."""
    made = pile(table(), "red", "orders", shipped("keep-going"), shipped("once-more"))
    play(made, card("draw", cards=2), dice=("2", "1"))
    assert made.state.hq["red"].hand == ("once-more", "keep-going")


def test_discard_enemy() -> None:
    """discard-enemy | cards | the owner of the card chooses among the face-up ones."""
    made = hold(table(), "blue", shipped("rattled"), shipped("heads-up"))
    play(made, card("discard-enemy", cards=1), "heads-up")
    assert made.happened(CardDiscarded) == [CardDiscarded("blue", "heads-up", "test")]
    assert made.asked[0].side == "red"
    assert made.state.hq["blue"].hand == ("rattled",)


# --- units ----------------------------------------------------------------------------------------


def test_ready() -> None:
    """ready | units, kind (squad, vehicle, any) | fatigued -> fresh."""
    made = table("r1 r2 . b1", r2="sherman")
    for unit in ("r1", "r2"):
        made.alter(unit, mode=ActivationMode.FATIGUED)
    play(made, card("ready", units=1, kind="vehicle"), "r2")
    assert made.unit("r2").is_fresh
    assert not made.unit("r1").is_fresh


def test_ready_not_if_pinned_or_disrupted() -> None:
    """Unless pinned or disrupted."""
    made = table().alter("r1", mode=ActivationMode.FATIGUED).pin("r1")
    assert not playable(made, card("ready"))


@pytest.mark.parametrize(
    ("from_", "able"), [("pinned", ["r1"]), ("disrupted", ["r2"]), ("both", ["r1", "r2"])]
)
def test_recover(from_: str, able: list[str]) -> None:
    """recover | units, from (pinned, disrupted, both) | to normal."""
    made = hold(table("r1 r2 . b1").pin("r1").disrupt("r2"), "red", card("recover", from_=from_))
    asked = require_type(card_play.play(made.game, "red", "test").send(None), Decision)
    assert asked.options(made.state) == able
    play(made, card("recover", units=1, from_=from_), able[0])
    assert made.unit(able[0]).is_steady


def test_condition() -> None:
    """condition | units, to | one enemy squad in LOS of an own unit."""
    made = play(table().wait("b1"), card("condition", units=1, to="pinned"), "b1")
    assert made.unit("b1").is_pinned
    assert made.unit("b1").mode is ActivationMode.FATIGUED, "it loses Op Fire mode (RS12)"


def test_condition_needs_sight() -> None:
    assert not playable(table("r1 . w . b1"), card("condition"))


def test_ex18_card_11_on_a_squad_in_a_pillbox_has_no_target() -> None:
    """Card 11 on a squad in a pillbox: no target."""
    made = table().lay("pillbox", "b1", dug_in=True)
    assert not playable(made, shipped("rattled"))
    assert playable(table().lay("entrenchment", "b1", dug_in=True), shipped("rattled"))


def test_repair() -> None:
    """repair | grades | one own vehicle."""
    made = play(table(r1="sherman").alter("r1", damage=2), card("repair", grades=1), "r1")
    assert made.unit("r1").damage == 1
    assert not playable(table(r1="sherman"), card("repair"))


def test_replace_figures() -> None:
    """replace-figures | figures, kind | into own squads with places, not adjacent to enemies."""
    made = table("r1 r2 . b1", r1="2 regular", r2="3 regular")
    play(made, card("replace-figures", figures=3, kind="regular"), "r1", "r2", "r1")
    assert [len(made.unit(unit).figures) for unit in ("r1", "r2")] == [4, 4]


@pytest.mark.parametrize(
    ("board", "units", "kind"),
    [
        ("r1 . . b1", {"r1": "4 regular"}, "regular"),
        ("r1 b1 . .", {"r1": "2 regular"}, "regular"),
        ("r1 . . b1", {"r1": "3 regular"}, "mg-crew"),
        ("r1 . . b1", {"r1": "1 regular [medic]"}, "mg-crew"),
    ],
)
def test_no_figure_goes_where_it_has_no_place(board: str, units: dict[str, str], kind: str) -> None:
    made = table(board, **units)
    assert not playable(made, card("replace-figures", kind=kind))


def test_reinforce() -> None:
    """reinforce | squads, type, zone, rounds | come in the Status phase so many rounds on."""
    made = table()
    here = made.hex(0, 0)
    object.__setattr__(made.state.aims, "musters", {"red": (here,)})
    play(made, card("reinforce", squads=2, type="elite", rounds=1))
    called = made.happened(SquadCalled)
    assert [each.figures for each in called] == [("elite",) * 4] * 2
    assert {each.seers() for each in called} == {("red",)}, "reserves are hidden (G8)"
    assert [each.round for each in called] == [3, 3], (
        "the Status phase of round 2 is before round 3"
    )
    assert [(each.id, each.hexes) for each in made.state.reserves] == [
        ("test-1", (here,)), ("test-2", (here,)),
    ]  # fmt: skip


def test_free_move() -> None:
    """free-move | units, points | now, op fire as usual, no action, no fatigue."""
    made = walk("r1 . . . b1")
    hold(made, "red", card("free-move", units=1, points=1))
    procedure = card_play.play(made.game, "red", "test")
    assert require_type(procedure.send(None), Decision).options(made.state) == ["r1"]
    step = require_type(procedure.send("r1"), Decision)
    with pytest.raises(StopIteration):
        procedure.send(step.options(made.state)[0])
    assert len(made.happened(Stepped)) == 1
    assert made.unit("r1").is_fresh
    assert made.happened(Fatigued) == []


# --- what stays in force --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "kind", "against"),
    [
        ("attack", AttackKind.NORMAL, "squads"), ("defence", AttackKind.SUPPRESSIVE, ""),
        ("range", AttackKind.NORMAL, ""), ("armour", AttackKind.NORMAL, ""),
        ("hit", AttackKind.NORMAL, ""),
    ],
)  # fmt: skip
def test_bonus(what: str, kind: AttackKind, against: str) -> None:
    """bonus | what, amount, who, against, lasts | dice or numbers."""
    said: dict[str, Any] = {
        "what": what,
        "amount": 2,
        "who": "squads",
        "against": "any",
        "lasts": "turn",
    }
    made = play(table(), card("bonus", **said))
    assert active_effects.total_bonus(made.state, what, made.unit("r1"), kind, against) == 2
    assert active_effects.total_bonus(made.state, what, made.unit("b1"), kind, against) == 0
    active_effects.end_turn(made.game)
    assert active_effects.total_bonus(made.state, what, made.unit("r1"), kind, against) == 0


@pytest.mark.parametrize(
    ("against", "kind", "target", "works"),
    [
        ("suppressive", AttackKind.SUPPRESSIVE, "squads", True),
        ("suppressive", AttackKind.NORMAL, "squads", False),
        ("assault", AttackKind.ASSAULT, "squads", True),
        ("assault", AttackKind.NORMAL, "squads", False),
        ("vehicles", AttackKind.NORMAL, "vehicles", True),
        ("vehicles", AttackKind.NORMAL, "squads", False),
    ],
)  # fmt: skip
def test_bonus_against(against: str, kind: AttackKind, target: str, works: bool) -> None:
    """against (squads, vehicles, suppressive, assault, any)."""
    made = play(table(), card("bonus", amount=1, who="all", against=against))
    assert active_effects.total_bonus(made.state, "attack", made.unit("r1"), kind, target) == works


def test_bonus_of_one_unit_chosen_when_played() -> None:
    made = play(table("r1 r2 . b1"), shipped("fuel-forward"), "r2")
    assert movement_allowance(made.state, made.unit("r2")) == (4 + 2) * THIRDS
    assert movement_allowance(made.state, made.unit("r1")) == 4 * THIRDS


def test_a_bonus_of_one_attack_ends_with_it() -> None:
    """lasts (attack, turn, round, game)."""
    made = play(table("r1 r2 . b1"), shipped("mortar-store"), "r1")
    for unit, left in (("r2", 1), ("r1", 0)):
        used = active_effects.single_attack_effects(made.state, [made.unit(unit)])
        active_effects.end_attack(made.game, used)
        assert len(made.state.effects_in_force("bonus")) == left


@pytest.mark.parametrize(("phase", "until"), [(Phase.ACTION, 1), (Phase.COMMAND, 2)])
def test_what_lasts_a_round_and_is_played_after_the_action_phase_lasts_the_next(
    phase: Phase, until: int
) -> None:
    made = table()
    made.state.phase = phase
    play(made, card("deny", what="support"))
    assert [effect.until for effect in made.state.effects_in_force("deny")] == [until]


@pytest.mark.parametrize("what", ["support", "op-fire", "cards", "assault", "guns"])
def test_deny(what: str) -> None:
    """deny | what | the enemy, until the end of the round."""
    made = play(table(), card("deny", what=what))
    assert active_effects.is_denied(made.state, "blue", what)
    assert not active_effects.is_denied(made.state, "red", what)
    active_effects.end_round(made.game)
    assert not active_effects.is_denied(made.state, "blue", what)


def test_limit_of_sight() -> None:
    """limit | what (sight, range), most | everybody, while it stays."""
    made = table("r1 . . . . b1")
    assert made.state.sees(made.unit("r1").at, made.unit("b1").at)
    play(made, card("limit", what="sight", most=4))
    assert not made.state.sees(made.unit("r1").at, made.unit("b1").at)


def test_cost() -> None:
    """cost | deck, amount | cards of a deck cost more or less, while it stays."""
    made = hold(table(), "blue", shipped("low-pass"), deck="guns")
    play(made, card("cost", deck="guns", amount=1))
    assert card_play.card_cost(made.state, "blue", shipped("low-pass")) == 5


def test_reroll() -> None:
    """reroll | colour, dice | once in one attack of this turn."""
    made = play(table(), card("reroll", colour="black", dice=2))
    hold(made, "red", card("strike", id_="hit", dice=3, against="squads"))
    made.run(card_play.play(made.game, "red", "hit"), ["b1", True], "114", "46")
    assert made.happened(RolledAgain) == [RolledAgain("red", "test", "black", (1, 1, 4), (4, 6, 4))]
    assert made.happened(AttackRolled)[0].hits == 3
    assert made.state.effects_in_force("reroll") == []


# --- hexes ----------------------------------------------------------------------------------------


def test_barrage_attacks_every_enemy_of_a_hex() -> None:
    """barrage | dice, kind, scatter, blind, range | area attack on a hex, no band: black 5-6."""
    made = table("r1 . . b1+b2:s", b2="truck")
    at = made.unit("b1").at
    play(made, card("barrage", dice=2, kind="normal"), at, dice=("56", "111", "45"))
    rolled = made.happened(AttackRolled)
    assert [(each.target, each.band, each.least, each.hits) for each in rolled] == [
        ("b1", RangeBand.NORMAL, 5, 2), ("b2", RangeBand.NORMAL, 5, 1),
    ]  # fmt: skip


def test_ex18_each_unit_of_the_hex_has_its_own_dice() -> None:
    """Card 15: 6 dice on a hex with two squads (cover 2): each rolls 6 black 5-6 against 2 red."""
    made = table("r1 . . b1+b2:w")
    at = made.unit("b1").at
    play(made, shipped("registered-target"), at, dice=("4", "555511", "55", "111111", "11"))
    assert [(len(each.black), len(each.red)) for each in made.happened(AttackRolled)] == [
        (6, 2)
    ] * 2
    assert [each.hits for each in made.happened(AttackRolled)] == [2, 0]


@pytest.mark.parametrize("die", [1, 2, 3])
def test_scatter(die: int) -> None:
    """scatter: die 1-2 lands in the hex of a direction die."""
    made = table("r1 . . b1 .\n. . . . .\n. . . . .")
    aim = made.unit("b1").at
    scatters = die <= 2
    rolls = (f"{die}", "1") if scatters else (f"{die}", "11")
    play(made, card("barrage", dice=2, scatter=True), aim, dice=rolls)
    (fell,) = made.happened(BarrageFell)
    assert fell.die == die
    assert (fell.at != aim) is scatters
    assert made.rolled[0] == (1, "scatter")


def test_what_scatters_off_the_map_is_lost() -> None:
    made = table("r1 . . b1")
    play(made, card("barrage", dice=2, scatter=True), made.unit("b1").at, dice=("1", "1"))
    assert [each.at for each in made.happened(BarrageFell)] == [None]
    assert made.happened(AttackRolled) == []


def test_vehicles_are_shelled_only_if_normal() -> None:
    """Vehicles only if normal (AA2)."""
    made = table("r1 . . b1+b2", b2="truck")
    at = made.unit("b1").at
    assert [unit.id for unit in units_struck(made.state, "red", at, AttackKind.NORMAL)] == [
        "b1",
        "b2",
    ]
    assert [unit.id for unit in units_struck(made.state, "red", at, AttackKind.SUPPRESSIVE)] == [
        "b1"
    ]


def test_barrage_within_range_of_own_units() -> None:
    made = table("r1 . . b1 .")
    hold(made, "red", card("barrage", range=2))
    asked = require_type(card_play.play(made.game, "red", "test").send(None), Decision)
    columns = [
        made.state.field.board.grid.column_row(hex_)[0] for hex_ in asked.options(made.state)
    ]
    assert columns == [0, 1, 2]


def test_strike() -> None:
    """strike | dice, against | single attack on a unit seen by a friend, black 4-6."""
    made = table("r1 . . b1 b2", b1="truck")
    play(made, card("strike", dice=3, against="vehicles"), "b1", dice=("411",))
    (rolled,) = made.happened(AttackRolled)
    assert (rolled.target, rolled.least, rolled.hits) == ("b1", 4, 1)
    assert made.unit("b1").damage == 1


def test_smoke() -> None:
    """smoke | hexes | smoke in so many adjacent hexes."""
    made = table("r1 . . b1 .")
    one, next_ = made.hex(1, 0), made.hex(2, 0)
    play(made, card("smoke", hexes=2), one, next_)
    assert {work.at for work in made.state.works.values() if work.kind == SMOKE} == {one, next_}
    assert made.hex(4, 0) not in made.asked[1].options(made.state)


@pytest.mark.parametrize("what", ["wire", "mines", "entrenchment", "trap"])
def test_place(what: str) -> None:
    """place | what, count, hidden | in or adjacent to a hex with own units, none with enemies."""
    made = table("r1 . . b1")
    hold(made, "red", card("place", what=what, count=1))
    asked = require_type(card_play.play(made.game, "red", "test").send(None), Decision)
    assert list(asked.options(made.state)) == [made.hex(0, 0), made.hex(1, 0)]
    near = table("r1 b1 . .")
    play(near, card("place", what=what, count=1), near.hex(0, 0))
    assert [(work.kind, work.at) for work in near.state.works.values()] == [(what, near.hex(0, 0))]


def test_hidden_mines_are_known_to_their_side_alone() -> None:
    made = play(table(), shipped("hidden-charge"), (at := table().hex(1, 0)))
    (work,) = made.state.works.values()
    assert (work.hidden, work.at) == (True, at)
    assert made.events[-1].seers() == ("red",)
