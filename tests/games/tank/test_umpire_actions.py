"""The umpire's acts (tank E3): each does what it says, is told, and can be taken up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.games.shared_events import UmpireActed
from engine.games.tank.adapter.rules import TANK
from engine.games.tank.cards import PlanSupport
from engine.games.tank.events import PhaseBegan
from engine.games.tank.movement import ChooseMove
from engine.games.tank.state import Phase
from engine.games.tank.umpire_actions import ORDERS, OUTCOMES, PHASES
from engine.hexes.hex import Hex
from engine.languages import MADE_IN
from engine.play.dice import SeededDice
from engine.play.game import Game, Intervention, InvalidInterventionError
from engine.scenario.scenario import (
    Card,
    Deck,
    Objective,
    ScenarioSide,
    VictoryCondition,
    VictoryKind,
)
from engine.session import replay
from engine.texts import has_text, text
from tests.assertions import require_none
from tests.games.boards import at, battle, scenario
from tests.games.tank.turns import pass_fire

TankGame = Game[Any]
BOARD = """
r1 .  .  ~  b1
 .  .  .  .  .
r2 .  .  .  b2
"""


def begun(**more: Any) -> TankGame:
    """Two tanks a side, the first fire to be declared."""
    return battle(BOARD, [1, 1], **more)


def act(game: TankGame, kind: str, *arguments: Any) -> TankGame:
    game.intervene(Intervention(kind, arguments, "umpire", "a test"))
    return game


ACTS: list[tuple[str, tuple[Any, ...], Callable[[TankGame], bool]]] = [
    ("move", ("r1", Hex(2, 0)), lambda game: game.state.units["r1"].at == (2, 0)),
    ("add", ("x", "blue", "tank", Hex(1, 0)), lambda game: len(game.state.units_of("blue")) == 3),
    ("remove", ("b1",), lambda game: "b1" not in game.state.units and not game.state.lost),
    ("hurt", ("b1", "K"), lambda game: [unit.id for unit in game.state.lost] == ["b1"]),
    ("hurt", ("b1", "F"), lambda game: game.state.units["b1"].gun_out),
    ("repair", ("r2",), lambda game: not game.state.units["r2"].suppressed),
    ("mark", ("r1", "moved"), lambda game: game.state.units["r1"].moved),
    ("clear", ("r2", "suppressed"), lambda game: not game.state.units["r2"].suppressed),
    ("draw", ("red",), lambda game: len(game.state.hands["red"].held) == 1),
    ("phase", ("movement",), lambda game: game.state.phase is Phase.MOVEMENT),
]


@pytest.mark.parametrize(("kind", "arguments", "is_done"), ACTS, ids=lambda it: str(it)[:24])
def test_an_act_is_done_recorded_and_taken_up_again(
    kind: str, arguments: tuple[Any, ...], is_done: Callable[[TankGame], bool]
) -> None:
    game = TankGame(TANK, scenario(BOARD, marks={"r2": ("suppressed",)}), SeededDice.of(1))
    assert not is_done(game)
    act(game, kind, *arguments)
    assert is_done(game)
    assert [event for event in game.events if type(event) is UmpireActed] == [
        UmpireActed(kind, "umpire", "a test")
    ]
    loaded = replay.resume(replay.parse(replay.compose(game)), game.scenario)
    assert loaded.state == game.state
    game.rewind(game.answers.index(Intervention(kind, arguments, "umpire", "a test")))
    assert not is_done(game)


REFUSED = [
    ("add", ("r1", "red", "tank", Hex(1, 0)), "'r1' cannot be used"),
    ("add", ("", "red", "tank", Hex(1, 0)), "'' cannot be used"),
    ("add", ("x", "green", "tank", Hex(1, 0)), "no side 'green'"),
    ("add", ("x", "red", "tnak", Hex(1, 0)), "no unit type 'tnak'"),
    ("add", ("x", "red", "tank", Hex(3, 0)), "at its stacking limit"),
    ("add", ("x", "red", "tank", "nowhere"), text("tank.no-hex", "en", found="nowhere")),
    ("add", ("x", "red", "tank", Hex(4, 0)), "at its stacking limit"),
    ("remove", ("nobody",), "no unit 'nobody'"),
    ("mark", ("r1", "engaged"), "'engaged'"),
    ("clear", ("r1",), "takes 2 arguments"),
    ("phase", ("over",), "'over'"),
    ("swap", ("red", "fire-boost", "field-repair"), "cannot swap fire-boost"),
    ("swap", ("red", "one", "2"), "no card 'one'"),
    ("draw", ("green",), "no side 'green'"),
    ("hurt", (["r1"], "F"), "no unit"),
]


@pytest.mark.parametrize(("kind", "arguments", "why"), REFUSED, ids=lambda it: str(it)[:24])
def test_what_cannot_be_is_refused_and_nothing_happens(
    kind: str, arguments: tuple[Any, ...], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")
    game = begun()
    before = game.state.copy(), list(game.answers), list(game.events), game.decision
    with pytest.raises(InvalidInterventionError) as error:
        act(game, kind, *arguments)
    assert why in str(error.value)
    assert (game.state, game.answers, game.events, game.decision) == before


def test_the_phase_does_not_change_before_the_first_turn() -> None:
    game = TankGame(TANK, with_zone(), SeededDice.of(1))
    with pytest.raises(InvalidInterventionError):
        act(game, "phase", "movement")


def with_zone() -> Any:
    """A scenario with a unit still to be set up."""
    made = scenario(BOARD)
    made.zones = {"west": (made.map.grid.hex(0, 1),)}
    first, *others = made.units
    made.units = (replace(first, at=None, zone="west"), *others)
    return made


def test_a_unit_taken_off_counts_for_nobody_and_keeps_its_name() -> None:
    game = act(begun(), "remove", "b1")
    assert game.position().points == {"red": 0, "blue": 0}
    told = [TANK.describe_event(game.state, event, "en") for event in game.events]
    assert text("tank.unit-removed", "en", unit="Blue tank b1") in told
    with pytest.raises(InvalidInterventionError):
        act(game, "add", "b1", "blue", "tank", at(game, 2, 0))


def test_losses_are_counted_from_all_units_a_side_has_had() -> None:
    condition = VictoryCondition(VictoryKind.LOSSES, "red", percent=60, at_once=True)
    game = begun(victory=(condition,))
    act(game, "add", "b3", "blue", "tank", at(game, 2, 1))
    act(game, "hurt", "b1", "K")
    require_none(game.result)  # one of three
    act(game, "hurt", "b2", "K")
    assert game.result is not None
    assert game.result.winner == "red"


def test_an_added_unit_takes_part_at_once() -> None:
    game = pass_fire(act(begun(), "add", "r3", "red", "tank", Hex(1, 0)))
    assert isinstance(game.decision, ChooseMove)
    assert "r3" in {order.unit for order in game.decision.orders}


def test_a_card_handed_out_is_one_more_than_the_side_is_due() -> None:
    game = TankGame(TANK, scenario(BOARD, rules={"cards_in_all": 1}), SeededDice.of(1))
    act(game, "draw", "red")
    while isinstance(game.decision, PlanSupport):
        game.choose(game.options[0])
    hand = game.state.hands["red"]
    assert (len(hand.pool), hand.draws) == (6, 1)
    assert game.state.to_draw == ()


def test_an_empty_deck_hands_out_nothing() -> None:
    sides = (ScenarioSide("red", deck="small"), ScenarioSide("blue", deck="small"))
    decks = {"small": Deck("small", (Card("mend", "repair", {"units": 1}),))}
    game = TankGame(TANK, scenario(BOARD, sides=sides, decks=decks), SeededDice.of(1))
    act(game, "draw", "red")
    with pytest.raises(InvalidInterventionError):
        act(game, "draw", "red")


def test_the_umpire_swaps_a_card_and_a_battery_is_planned_at_once() -> None:
    game = battle(BOARD, [1, 1])  # the initiative, then the first card of the deck
    act(game, "draw", "red")
    (held,) = game.state.hands["red"].held
    act(game, "swap", "red", held.card, "support-155mm")
    assert isinstance(game.decision, PlanSupport)
    assert game.decision.turn == 3, "as if drawn in turn 1"


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_can_be_begun_and_the_game_goes_on(phase: str) -> None:
    game = TankGame(TANK, scenario(BOARD), SeededDice.of(3))
    act(game, "phase", phase)
    assert PhaseBegan(phase) in game.events
    for _ in range(40):
        if game.decision is not None:
            game.choose(game.options[-1])
    assert not game.is_over


def test_an_award_to_nobody_s_objective_changes_nothing_else() -> None:
    objective = Objective("hill", "Hill", at=Hex(2, 0))
    game = begun(objectives=(objective,))
    before = dict(game.state.holders)
    act(game, "award", "red")
    assert game.state.holders == before


@pytest.mark.parametrize("language", MADE_IN)
def test_every_act_and_what_it_takes_is_named(language: str) -> None:
    game = begun()
    acts = TANK.acts(game.state)
    assert [entry.kind for entry in acts] == list(ORDERS)
    for entry in acts:
        assert has_text(f"tank.act-{entry.kind}")
        for parameter in entry.parameters:
            assert has_text(f"tank.parameter-{parameter.name}")
            assert parameter.options or parameter.kind in ("unit", "hex", "id")
            for option in parameter.options:
                said = TANK.describe_argument(game.state, parameter, option, language)
                assert said, (parameter.name, option)
    told = TANK.describe_event(game.state, UmpireActed("add", "Ann", "a patrol"), language)
    assert told in (
        text("tank.umpire-acted", "en", kind="add a unit", reason=": Ann: a patrol"),
        "导调人员介入（增加单位）：Ann: a patrol。",
    )
    silent = TANK.describe_event(game.state, UmpireActed("move", "", ""), language)
    assert silent in (
        text("tank.umpire-acted", "en", kind="move a unit", reason=""),
        "导调人员介入（移动单位）。",
    )
    assert OUTCOMES == ("S", "F", "M", "K")
