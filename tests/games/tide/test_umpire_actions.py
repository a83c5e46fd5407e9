"""What an umpire may do in tide, and what he is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.shared_events import UmpireActed
from engine.games.tide.adapter.rules import TIDE
from engine.games.tide.umpire_actions import ORDERS
from engine.play.game import Intervention, InvalidInterventionError
from engine.scenario.scenario import Objective
from tests.games.tide.boards import at, begun, happened
from tests.games.tide.cases import ACTIONS

BOARD = """
r1+r2 .  h  b1
 r3   .  .  .
"""
KINDS = {"r2": "1 mg-crew, 1 regular", "r3": "sherman"}


def table(**more: Any) -> Any:
    """A game in Red's first turn."""
    mill = Objective("mill", zone="mill")
    return begun(
        BOARD, kinds=KINDS, decks={"orders": ACTIONS}, objectives=(mill,), zones={"mill": "B1"},
        **more,
    )  # fmt: skip


def act(game: Any, kind: str, *arguments: Any) -> Any:
    """The umpire intervenes."""
    game.intervene(Intervention(kind, arguments, "umpire", "because"))
    return game


def here(game: Any, label: str) -> tuple[int, int]:
    q, r = at(game, label)
    return q, r


def test_every_act_is_offered_with_its_words() -> None:
    told = {each.kind: each for each in TIDE.acts(table().state)}
    assert set(told) == set(ORDERS)
    assert told["figure"].parameters[1].options == (
        "regular", "elite", "officer", "mg-crew", "german-mg-crew", "mortar-crew",
    )  # fmt: skip
    assert "squad" in told["add"].parameters[2].options
    assert "elite" not in told["add"].parameters[2].options


def test_units_are_moved_added_and_removed() -> None:
    game = act(table(), "move", "r1", here(table(), "B1"))
    assert game.state.units["r1"].at == at(game, "B1")
    act(game, "add", "r9", "red", "squad", here(game, "A1"))
    assert game.state.units["r9"].figures == ("regular",)
    act(game, "remove", "r1")
    assert "r1" not in game.state.units
    assert not game.state.fallen
    assert happened(game, UmpireActed)[0] == UmpireActed("move", "umpire", "because")


def test_states_are_set() -> None:
    game = act(table(), "morale", "r1", "disrupted")
    assert game.state.units["r1"].is_disrupted
    act(game, "mode", "r1", "op-fire")
    assert game.state.units["r1"].mode == "op-fire"
    act(game, "damage", "r3", "heavy")
    assert game.state.units["r3"].damage == 2


def test_figures_and_tokens_are_given_and_taken() -> None:
    game = act(table(), "figure", "r2", "elite")
    assert game.state.units["r2"].figures == ("mg-crew", "regular", "elite")
    act(game, "take", "r2", "mg-crew")
    act(game, "token", "r2", "engineer")
    assert game.state.units["r2"].token == "engineer"
    act(game, "token", "r2", "none")
    assert game.state.units["r2"].token == ""


def test_works_command_cards_objectives_and_actions_are_set() -> None:
    game = act(table(), "work", "red", "smoke", here(table(), "B1"))
    assert game.state.has_work(at(game, "B1"), "smoke")
    act(game, "lift", "smoke", here(game, "B1"))
    assert not game.state.works
    act(game, "command", "red", 7)
    act(game, "card", "red", "dash")
    assert (game.state.hq["red"].command, game.state.hq["red"].hand) == (7, ("dash",))
    act(game, "discard", "red", "dash")
    assert game.state.hq["red"].hand == ()
    act(game, "objective", "mill", "blue")
    assert game.state.holders["mill"] == "blue"
    act(game, "actions", "blue", 2)
    assert (game.decision.side, game.decision.actions) == ("blue", 2)


@pytest.mark.parametrize(
    ("kind", "arguments", "said"),
    [
        ("move", ("r1", (3, 0)), "cannot be there"),
        ("move", ("r9", (0, 0)), "no unit 'r9'"),
        ("move", ("r1", "there"), "'there'"),
        ("move", ("r1",), "takes 2 arguments"),
        ("add", ("r1", "red", "squad", (1, 0)), "id of a new unit"),
        ("add", ("r9", "green", "squad", (1, 0)), "no side 'green'"),
        ("add", ("r9", "red", "shermen", (1, 0)), "sherman"),
        ("add", ("r9", "red", "sherman", (2, 0)), "cannot be there"),
        ("morale", ("r3", "pinned"), "not a squad"),
        ("morale", ("r1", "normal"), "already"),
        ("damage", ("r1", "light"), "not a vehicle"),
        ("figure", ("r1", "elite"), "no room for that"),
        ("token", ("r2", "medic"), "no room for that"),
        ("take", ("r1", "elite"), "has no such figure"),
        ("work", ("red", "smoke", (2, 0)), "cannot be placed there"),
        ("work", ("red", "smoke", (99, 0)), "not on the map"),
        ("lift", ("wire", (0, 0)), "nothing of that kind"),
        ("command", ("red", -1), "'-1'"),
        ("discard", ("red", "dash"), "not in the hand"),
    ],
)
def test_what_the_position_does_not_allow_is_refused(
    kind: str, arguments: tuple[Any, ...], said: str
) -> None:
    game = table()
    before = game.state.copy()
    with pytest.raises(InvalidInterventionError, match=said):
        game.intervene(Intervention(kind, arguments, "umpire", "because"))
    assert game.state == before


def test_acts_and_their_parameters_have_words_in_both_languages() -> None:
    game = table()
    for each in TIDE.acts(game.state):
        for language in ("en", "zh"):
            told = TIDE.describe_event(game.state, UmpireActed(each.kind, "", ""), language)
            assert told
