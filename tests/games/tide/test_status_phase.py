"""The Status phase (tide ST)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.shared_events import DONE
from engine.games.tide import status_phase
from engine.games.tide.card_events import CardDrawn
from engine.games.tide.events import OpFirePrepared, PhaseBegan
from engine.games.tide.set_up_phase import Ready
from engine.games.tide.state import ActivationMode, Phase
from engine.games.tide.status_events import FiguresExchanged
from engine.games.tide.status_phase import Exchange
from tests.games.tide.fights import Fight, fight
from tests.games.tide.hands import pile, shipped
from tests.games.tide.test_fuzz import play


def table(board: str = "r1 . . b1", **units: Any) -> Fight:
    made = fight(board, **units)
    made.state.phase = Phase.STATUS
    return made


def begin(made: Fight, *dice: str, answers: Any = ()) -> Fight:
    """The phase up to its first question about Op Fire mode."""
    made.run(status_phase.begin_status_phase(made.game), answers, *dice)
    return made


def go(made: Fight, *answers: Any) -> Fight:
    """The rest of the phase, with what both sides answer in turn."""
    left = list(answers)
    while made.state.stage != DONE:
        made.run(status_phase.status_activity(made.game), [left.pop(0)])
    assert not left
    return made


def test_st1_each_side_draws_a_card_in_order_of_initiative() -> None:
    """Each side in order of initiative draws one strategy card from one of its decks, face up."""
    made = pile(table(), "red", "orders", shipped("keep-going"), shipped("once-more"))
    pile(made, "blue", "nerve", shipped("rattled"))
    made.state.initiative = "blue"
    begin(made, "1", "2")
    assert [(each.side, each.card) for each in made.happened(CardDrawn)] == [
        ("blue", "rattled"), ("red", "once-more"),
    ]  # fmt: skip


def test_st1_a_card_marked_plus_draws_one_more_once() -> None:
    """A card marked + draws one more (once)."""
    plus = shipped("dispatch-rider"), shipped("old-soldiers"), shipped("once-more")
    made = begin(pile(table(), "red", "orders", *plus), "1", "1")
    assert [each.card for each in made.happened(CardDrawn)] == ["dispatch-rider", "old-soldiers"]


def test_st1_an_empty_deck_gives_nothing() -> None:
    assert begin(table()).happened(CardDrawn) == []


def test_st2_everything_is_fresh_op_fire_mode_too() -> None:
    """All activation tokens off: everything is fresh, Op Fire mode too."""
    made = table("r1 r2 . b1").wait("r1").alter("r2", mode=ActivationMode.FATIGUED).wait("b1")
    begin(made)
    assert {unit.mode for unit in made.state.units.values()} == {ActivationMode.FRESH}


def test_st3_pinned_off() -> None:
    """Pinned off."""
    assert begin(table().pin("r1")).unit("r1").is_steady


def test_st4_a_disrupted_squad_is_pinned_next_round() -> None:
    """Disrupted -> pinned. ST3 before ST4, so a disrupted squad is pinned next round."""
    assert begin(table().disrupt("r1")).unit("r1").is_pinned


def test_st4_with_an_own_officer_in_the_hex_it_is_normal() -> None:
    """With an own officer in the hex -> normal."""
    made = table("r1+r2 . b1", r2="1 officer, 3 regular").disrupt("r1")
    assert begin(made).unit("r1").is_steady


def test_st4_an_officer_in_a_disrupted_squad_does_nothing() -> None:
    """An officer in a disrupted squad does none of this; in a pinned one he does (U6)."""
    board, officer = "r1+r2 . b1", "1 officer, 3 regular"
    made = begin(table(board, r2=officer).disrupt("r1", "r2"))
    assert made.unit("r1").is_pinned
    assert made.unit("r2").is_pinned
    led = begin(table(board, r2=officer).disrupt("r1").pin("r2"))
    assert led.unit("r1").is_steady


def test_ex17_status_of_morale_and_damage() -> None:
    """ST: disrupted without officer => pinned next round; pinned => normal; damage stays."""
    made = table("r1 r2 r3 b1", r3="sherman").disrupt("r1").pin("r2").alter("r3", damage=1)
    begin(made)
    assert made.unit("r1").is_pinned
    assert made.unit("r2").is_steady
    assert made.unit("r3").damage == 1


@pytest.mark.parametrize(("since", "left"), [(0, 0), (1, 1)])
def test_st5_smoke_of_last_round_goes(since: int, left: int) -> None:
    """Smoke of last round goes (X3), round-long effects end."""
    made = begin(table().lay("smoke", "r1", since=since))
    assert len(made.state.works) == left


def test_st5_what_lasts_a_round_is_over() -> None:
    made = table().bonus("red", "defence", 1, lasts="round", until=1)
    made.bonus("red", "attack", 1, lasts="round", until=2)
    made.bonus("red", "move", 1, lasts="game")
    begin(made)
    assert [effect.what for effect in made.state.effects] == ["attack", "move"]


def test_st6_units_may_be_put_in_op_fire_mode() -> None:
    """Then units may be put in Op Fire mode."""
    made = begin(table("r1 r2 . b1").disrupt("r2"))
    assert Ready("red").options(made.state) == ["r1", None]
    go(made, "r1", "b1")
    assert [each.units for each in made.happened(OpFirePrepared)] == [("r1",), ("b1",)]
    assert made.unit("r1").mode is ActivationMode.OP_FIRE


def test_st6_squads_of_a_hex_may_exchange_figures() -> None:
    """Squads of one hex not pinned or disrupted may exchange figures within Q1 (tokens stay)."""
    units = {"r1": "2 elite, 2 regular [medic]", "r2": "3 regular"}
    made = begin(table("r1+r2 . b1", **units))
    go(
        made,
        None,
        None,
        Exchange("r1", "elite", "r2"),
        Exchange("r1", "elite", "r2", "regular"),
        None,
    )
    assert sorted(made.unit("r1").figures) == ["regular", "regular", "regular"]
    assert sorted(made.unit("r2").figures) == ["elite", "elite", "regular", "regular"]
    assert (made.unit("r1").token, made.unit("r2").token) == ("medic", "")


def test_st6_a_crew_goes_for_two_others() -> None:
    units = {"r1": "1 mg-crew, 2 regular", "r2": "2 elite, 2 regular"}
    made = table("r1+r2 . b1", **units)
    found = list(status_phase.squad_exchanges(made.state, "red"))
    assert Exchange("r1", "mg-crew", "r2", "elite", "elite") in found
    assert Exchange("r1", "mg-crew", "r2", "elite") not in found


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ({"r1": "1 elite", "r2": "3 regular"}, "nobody's base gets empty (Q2)"),
        ({"r1": "1 elite, 1 regular", "r2": "4 regular"}, "four places (Q1)"),
        ({"r1": "1 mg-crew, 1 regular", "r2": "1 regular [medic]"}, "no token with a crew (Q4)"),
    ],
)
def test_st6_only_within_q1(units: dict[str, str], why: str) -> None:
    made = table("r1+r2 . b1", **units)
    first = made.unit("r1").figures[0]
    found = [each for each in status_phase.squad_exchanges(made.state, "red") if not each.back]
    assert all((each.giver, each.figure) != ("r1", first) for each in found), why


def test_st6_not_with_pinned_or_disrupted_squads_nor_other_hexes() -> None:
    """Squads of one hex not pinned or disrupted."""
    pinned = table("r1+r2 . b1", r1="1 elite, 2 regular").pin("r2")
    apart = table("r1 r2 . b1", r1="1 elite, 2 regular")
    assert not list(status_phase.squad_exchanges(pinned.state, "red"))
    assert not list(status_phase.squad_exchanges(apart.state, "red"))


def test_q7_squads_swap_figures_only_in_the_status_phase() -> None:
    """Squads swap figures only in the Status phase (ST6)."""
    phases: list[str] = [Phase.SET_UP]
    swapped = set()
    for event in play("skirmish", 0).events:
        match event:
            case PhaseBegan(phase=phase):
                phases.append(phase)
            case FiguresExchanged():
                swapped.add(phases[-1])
    assert set(phases) > {Phase.STATUS}
    assert swapped == {Phase.STATUS}
