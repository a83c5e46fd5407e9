"""What the umpire may do (primer P10): judge orders, and change what the rules do not foresee."""

from __future__ import annotations

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.events import MoveEnded, OrderRefused
from engine.games.primer.fight_events import FightResolved, UnitsWipedOut
from engine.games.primer.memo import GiveOrder
from engine.games.primer.memo_execution import JudgeOrder, OrderVerdict
from engine.games.primer.purchase import Buy
from engine.games.primer.umpire_actions import ORDERS
from engine.games.primer.umpire_events import UmpireActed, UnitAdded
from engine.play.decisions import UMPIRE
from engine.play.game import Intervention, InvalidInterventionError, NotReadyError
from engine.play.players import RandomPlayer, play_to_end
from engine.session import replay
from tests.assertions import require
from tests.conformance.cases import CASES
from tests.games.primer.boards import (
    EMPTY,
    PrimerGame,
    at,
    attack,
    battle,
    hand_in,
    happened,
    last,
    move,
    skip,
    where,
)

BOARD = "bi1 ri1 bi2 . .\n. . . . .\n. . . . ri2"
EXECUTE, REFUSE = OrderVerdict("execute"), OrderVerdict("refuse")


def act(game: PrimerGame, kind: str, *arguments: object) -> PrimerGame:
    game.intervene(Intervention(kind, arguments, "Umpire", "a test"))
    return game


def pair(game: PrimerGame, label: str) -> tuple[int, int]:
    q, r = at(game, label)
    return q, r


# --- attending -----------------------------------------------------------------------------------


def attended(*dice: object, **more: object) -> PrimerGame:
    """Blue orders bi1 to attack and bi2 to move; the umpire attends."""
    game = act(battle(BOARD, *dice, **more), "attend")
    attack(game, "bi1", "B1")
    move(game, "bi2", "D1")
    return hand_in(game)


def test_nobody_attends_at_the_start() -> None:
    assert not battle(BOARD).state.is_attended


def test_an_umpire_who_attends_is_asked_before_every_order() -> None:
    game = attended((3, 4))
    assert game.decision == JudgeOrder(UMPIRE, 1)
    assert list(game.options) == [EXECUTE, REFUSE]
    game.choose(EXECUTE)
    while not isinstance(game.decision, JudgeOrder):
        game.choose(game.options[0])
    assert game.decision == JudgeOrder(UMPIRE, 2)


def test_a_refused_order_is_not_carried_out() -> None:
    game = attended()
    game.choose(REFUSE)
    assert last(game, OrderRefused).seers() == ("blue",)
    assert happened(game, FightResolved) == []
    game.choose(EXECUTE)
    assert where(game, "bi2") == "D1"


def test_p13_each_order_of_a_joint_attack_is_judged() -> None:
    game = act(battle(BOARD, (3, 4)), "attend")
    attack(attack(game, "bi1", "B1"), "bi2", "B1")
    hand_in(game)
    game.choose(EXECUTE)
    game.choose(REFUSE)
    assert last(game, FightResolved).units == ("bi1",)


def test_while_he_judges_he_may_intervene() -> None:
    game = attended((3, 4))
    assert game.is_between_activities
    act(game, "strength", "bi1", "+9")
    game.choose(EXECUTE)
    assert last(game, FightResolved).attack == 10


def test_when_he_leaves_orders_are_carried_out_at_once() -> None:
    game = act(attended((3, 4)), "leave")
    assert happened(game, FightResolved)


def played(seed: int) -> PrimerGame:
    """A random game of the ambush with an umpire who attends and judges at random."""
    case = next(case for case in CASES if case.id == "primer-ambush")
    game = act(case.game(seed), "attend")
    play_to_end(game, {side: RandomPlayer(seed) for side in ("red", "blue", UMPIRE)})
    return game


@pytest.mark.parametrize("seed", [1, 2])
def test_attended_games_end_and_every_answer_can_be_taken_back(seed: int) -> None:
    game = played(seed)
    assert game.result is not None
    state, events, answers = game.state.copy(), list(game.events), list(game.answers)
    assert {"execute", "refuse"} <= {a.word for a in answers if isinstance(a, OrderVerdict)}
    for number in range(len(answers), 0, -7):
        game.rewind(number)
        while not game.is_over:
            game.choose(answers[len(game.answers)])
        assert (game.state, game.events) == (state, events), f"from {number}"


@pytest.mark.parametrize("seed", [1, 2])
def test_attended_games_can_be_saved_and_taken_up(seed: int) -> None:
    game = played(seed)
    loaded = replay.resume(replay.parse(replay.compose(game)), game.scenario)
    assert (loaded.state, loaded.events) == (game.state, game.events)


# --- his acts ------------------------------------------------------------------------------------


def test_he_moves_a_unit() -> None:
    game = battle(BOARD)
    assert where(act(game, "move", "bi1", pair(game, "A3")), "bi1") == "A3"


def test_he_adds_a_unit() -> None:
    game = battle(BOARD)
    act(game, "add", "fresh", "blue", "armour", pair(game, "D2"))
    assert where(game, "fresh") == "D2"
    assert last(game, UnitAdded).seers() == ("blue",)


def test_he_removes_a_unit_and_it_is_no_loss() -> None:
    game = act(battle(BOARD), "remove", "ri2")
    assert where(game, "ri2") == ""
    assert game.state.lost == ()


def test_he_destroys_a_unit() -> None:
    game = act(battle(BOARD), "destroy", "ri2")
    assert [loss.unit.id for loss in game.state.lost] == ["ri2"]
    assert last(game, UnitsWipedOut).seers() == ("red",)


def test_he_weakens_exposes_and_restores() -> None:
    game = act(act(battle(BOARD), "weaken", "ri2", "2"), "expose", "ri2", "1")
    unit = game.state.units["ri2"]
    assert (unit.weakened, unit.exposed) == (2, 1)
    assert "ri2" in PRIMER.view(game.state, "blue").units
    unit = act(game, "restore", "ri2").state.units["ri2"]
    assert (unit.weakened, unit.exposed) == (0, 0)


def test_a_change_of_strength_is_good_for_one_fight() -> None:
    game = act(battle(BOARD, (3, 3), (3, 3)), "strength", "ri1", "+4")
    attack(game, "bi1", "B1")
    hand_in(game)
    assert last(game, FightResolved).defence == 5
    assert game.state.units["ri1"].bonus == 0


def test_strength_never_falls_below_nothing() -> None:
    game = act(battle(BOARD, (3, 3)), "strength", "ri1", "-8")
    attack(game, "bi1", "B1")
    hand_in(game)
    assert last(game, FightResolved).defence == 0


def test_he_hands_over_a_city() -> None:
    game = battle(BOARD, cities={"E2": "red", "A3": "red"})
    assert act(game, "city", "E2", "blue").state.holders["E2"] == "blue"


def test_he_gives_money_before_the_army_is_bought() -> None:
    zones = {"blue-deployment": ["A1"]}
    game = battle(EMPTY, budgets={"blue": 1}, zones=zones)
    assert game.decision == Buy("blue")
    assert act(game, "budget", "blue", "+5").state.purses["blue"] == 6


def test_he_lets_a_side_write_anew() -> None:
    game = act(attended(), "phase", "write")
    assert isinstance(game.decision, GiveOrder)
    assert game.state.memo == ()


def test_he_hands_in_for_a_side() -> None:
    game = battle(BOARD)
    move(game, "bi2", "D1")
    act(game, "phase", "execute")
    assert where(game, "bi2") == "D1"
    assert require(game.decision).side == "red"


def test_he_ends_a_side_s_turn() -> None:
    game = battle(BOARD)
    move(game, "bi2", "D1")
    act(game, "phase", "end-turn")
    assert (require(game.decision).side, where(game, "bi2")) == ("red", "C1")


def test_what_he_does_is_his_secret_and_what_he_changes_is_told_to_who_sees_it() -> None:
    game = battle(BOARD)
    act(game, "remove", "ri2")
    assert last(game, UmpireActed).seers() == ()
    assert game.events[-1].seers() == ("red",)


def test_a_unit_he_moved_away_no_longer_follows_its_stack() -> None:
    game = battle("bi1+bi2 . . ri1\n. . . .\n. . . .")
    act(game, "attend")
    move(game, "bi1", "B1", together=True)
    hand_in(game)
    act(game, "move", "bi2", pair(game, "A3"))
    game.choose(EXECUTE)
    assert (where(game, "bi1"), where(game, "bi2")) == ("B1", "A3")


def test_a_path_he_has_broken_ends_the_move() -> None:
    game = battle("bi1 . . ri1\n. . . .\n. . . .")
    act(game, "attend")
    move(game, "bi1", "B1")
    hand_in(game)
    act(game, "move", "bi1", pair(game, "A3"))
    game.choose(EXECUTE)
    assert where(game, "bi1") == "A3"
    assert last(game, MoveEnded).reason == "blocked"


def test_all_he_may_do_is_offered_with_what_it_takes() -> None:
    game = battle(BOARD, cities={"E2": "red"})
    acts = {act_.kind: act_.parameters for act_ in PRIMER.acts(game.state)}
    assert set(acts) == set(ORDERS)
    assert acts["city"][0].options == ("E2",)
    assert "missile" not in acts["add"][2].options


# --- misuse --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "arguments", "why"),
    [
        ("dance", (), "attend"),
        ("move", ("bi1",), "2"),
        ("move", ("nobody", (0, 0)), "nobody"),
        ("move", ("bi1", "A1"), "'A1'"),
        ("move", ("bi1", (0, 0)), "bi1"),
        ("move", ("bi1", (40, 40)), "bi1"),
        ("move", ("bi1", (1, -1)), "bi1"),
        ("add", ("bi2", "blue", "infantry", (0, 1)), "bi2"),
        ("add", ("", "blue", "infantry", (0, 1)), "empty"),
        ("add", ("x", "green", "infantry", (0, 1)), "green"),
        ("add", ("x", "blue", "missile", (0, 1)), "missile"),
        ("weaken", ("bi1", "many"), "many"),
        ("strength", ("bi1", 3), "3"),
        ("city", ("E9", "blue"), "E2"),
        ("city", ("E2", "blue"), "E2"),
        ("budget", ("blue", "+5"), "blue"),
        ("phase", ("lunch",), "write"),
    ],
)
def test_what_he_may_not_do_is_refused_and_changes_nothing(
    kind: str, arguments: tuple[object, ...], why: str
) -> None:
    game = battle(BOARD.replace(". . . . .", ". . . . ri3", 1), cities={"E2": "red"})
    before = game.state.copy(), list(game.answers), list(game.events)
    with pytest.raises(InvalidInterventionError) as error:
        act(game, kind, *arguments)
    assert why in str(error.value)
    assert (game.state, game.answers, game.events) == before


def test_no_phase_before_the_first_turn() -> None:
    game = battle(EMPTY, budgets={"blue": 1}, zones={"blue-deployment": ["A1"]})
    with pytest.raises(InvalidInterventionError, match="first turn"):
        act(game, "phase", "execute")


def test_no_side_goes_into_debt() -> None:
    game = battle(EMPTY, budgets={"blue": 1}, zones={"blue-deployment": ["A1"]})
    with pytest.raises(InvalidInterventionError, match="blue"):
        act(game, "budget", "blue", "-5")


def test_he_waits_while_an_order_is_being_written() -> None:
    game = battle(BOARD)
    game.choose(("move", "bi2", None, 0))
    with pytest.raises(NotReadyError):
        act(game, "remove", "ri2")


def test_the_game_is_the_same_when_his_acts_are_played_again() -> None:
    game = attended((3, 4))
    act(game, "strength", "bi1", "+9")
    game.choose(EXECUTE)
    number = len(game.answers)
    state, events = game.state.copy(), list(game.events)
    twin = attended((3, 4))
    act(twin, "strength", "bi1", "+9")
    twin.choose(EXECUTE)
    assert (len(twin.answers), twin.state, twin.events) == (number, state, events)


def test_the_umpire_sees_all() -> None:
    game = skip(battle(BOARD))
    assert PRIMER.view(game.state, UMPIRE) == game.state
    assert PRIMER.secrets(game.state, UMPIRE) == []
