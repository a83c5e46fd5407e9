"""What a side may know, and the position as values (G8, E6)."""

from __future__ import annotations

from typing import Any

from engine.games.tide import side_views
from engine.games.tide.adapter.rules import TIDE
from engine.play.position import as_json, spot_formatter_for
from engine.scenario.scenario import Arrival, StartingHand
from tests.games.tide.boards import at, begun, unit
from tests.games.tide.cases import ACTIONS

BOARD = "r1+r2 . . b1"


def game(**more: Any) -> Any:
    """Red has a trench and an officer; Blue hides mines and expects a tank."""
    return begun(
        BOARD, [1, 1], kinds={"r1": "1 officer, 1 elite [medic]"},
        works={"A1": "r:entrenchment", "C1": "mines"},
        units=[unit("b9", "tiger", arrives=Arrival(3, "east"))], zones={"east": "D1"},
        decks={"orders": ACTIONS}, hands={"red": (StartingHand("orders", 1),)},
        rules={"hidden_mines": True}, **more,
    )  # fmt: skip


def test_g8_all_is_open_but_hidden_mines_and_reserves() -> None:
    """All is open but what cards or operations hide (mines, O-cards say so) and reserves."""
    state = game().state
    red, blue = TIDE.view(state, "red"), TIDE.view(state, "blue")
    assert set(TIDE.secrets(state, "red")) == {"b9", "mines-C1"}
    assert [work.kind for work in red.works.values()] == ["entrenchment"]
    assert len(blue.works) == 2
    assert red.reserves == ()
    assert [entry.id for entry in blue.reserves] == ["b9"]
    assert red.units == blue.units == state.units


def test_e6_cards_are_open_and_the_decks_tell_how_many_are_left() -> None:
    """Cards and decks are open except the order of draw piles."""
    found = game()
    told = found.position("blue")
    assert told.hands["red"] == found.state.hq["red"].hand
    assert told.more["decks"]["red"] == {"orders": len(ACTIONS) - 1}


def test_pieces_tell_figures_values_and_states() -> None:
    found = game()
    piece = found.position().by_id["r1"]
    assert piece.figures == ("officer", "elite")
    assert set(piece.marks) == {"dug-in", "medic"}
    assert piece.values == {"fp": 3, "fp_v": 2, "range": 4, "range_v": 1, "move": 5}
    lying = {each.kind: each for each in found.position().lying}
    assert lying["mines"].marks == (side_views.HIDDEN,)
    assert lying["mines"].at == at(found, "C1")


def test_marks_are_those_that_have_badges() -> None:
    from engine.games import mark_looks_of

    known = {mark.id for mark in mark_looks_of("tide")}
    state = game().state
    state.alter("r2", morale="pinned", mode="fatigued")
    for marked in state.units.values():
        assert set(side_views.unit_marks(marked)) <= known
    assert set(side_views.MARKS) <= known


def test_the_position_is_json() -> None:
    found = game()
    told = as_json(found.position(), spot_formatter_for(found.scenario))
    assert told["phase"] == "action"
    assert told["actions"] == 3
    assert told["stocks"]["red"] == {"command": 0, "initiative": 0}
