"""Whole orders of Tide as players look ahead: where a unit may go, and how it is carried out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.ai import lookahead_player
from engine.ai.candidate_orders import (
    CandidateOrder,
    candidate_orders,
    execute_order,
    next_answer_towards,
)
from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.player_registry import LEVELS
from engine.ai.rollouts import Rollout, RolloutHorizon
from engine.ai.successive_halving import RankedOrder, SearchBudget
from engine.ai.temperaments import AiProfile, ai_profile
from engine.games.tide import action_phase, move_execution, move_steps
from engine.games.tide.action_phase import Act, Order
from engine.games.tide.ai.option_value import is_worth_lookahead, option_value, planning_stage
from engine.games.tide.ai.path_choice import MAXIMUM, possible_paths
from engine.games.tide.attack_declaration import AttackOccasion, AttackOpportunity
from engine.games.tide.fire import Attack
from engine.games.tide.opportunity_fire import OpFire
from engine.games.tide.state import ActivationMode, Phase, State
from engine.play.ai_support import PlanningStage
from engine.play.decisions import Answer
from engine.play.game import Game
from engine.play.option_targets import OptionAction, OptionTarget
from engine.play.players import Question, find_player
from engine.session.move_plans import (
    MovePlan,
    PlanProgress,
    StandingOrders,
    planned_destinations,
)
from engine.session.seats import Seat
from engine.session.session import Session
from tests.conformance.cases import CASES
from tests.games.tide.boards import scenario
from tests.games.tide.walks import walk

MIND = ai_profile("tide")
CASE = next(case for case in CASES if case.rules.id == "tide")
SEEDS = range(3)


def acting(seed: int, most: int = 12) -> Iterator[Question]:
    """The first questions of a game what its side does next."""
    game, who = CASE.game(seed), find_player("greedy", seed)
    while game.decision is not None and most:
        if isinstance(game.decision, Act):
            most -= 1
            yield Question(game, game.decision)
        game.choose(who.choose(Question(game, game.decision)))


def supposed(question: Question) -> Game[State]:
    """The game a question is asked in, to try an order out."""
    game = question.suppose(lambda view, side, seed: view.copy(), 1)
    assert game is not None
    return game


def going(question: Question) -> list[CandidateOrder]:
    """All orders to go somewhere."""
    return [order for order in candidate_orders(question, MIND, 99) if order.is_way]


def test_an_advance_leads_to_several_places_the_most_hopeful_first() -> None:
    made = walk("r1 . .\n. . .\n. . b1", r1="4 regular", b1="4 regular")
    asked = Act("red", 3)
    found = possible_paths(made.state, asked, Order("r1", action_phase.ADVANCE), MIND.weights)
    assert 1 < len(found) <= MAXIMUM
    assert [way.gain for way in found] == sorted((way.gain for way in found), reverse=True)
    assert all(way.start == made.unit("r1").at != way.path[-1] for way in found)
    assert not possible_paths(made.state, asked, Order("r1", action_phase.ASSAULT), MIND.weights)
    assert not possible_paths(made.state, asked, Order("r1", action_phase.FIRE), MIND.weights)


def test_what_fire_on_the_move_promises_counts_with_the_place() -> None:
    made = walk("r1 . .\n. . .\n. . b1", r1="4 regular", b1="1 regular")
    asked = Act("red", 3)
    by_deed = {
        deed: {
            way.path[-1]: way.gain for way in possible_paths(made.state, asked, order, MIND.weights)
        }
        for deed in (action_phase.ADVANCE, action_phase.FIRE_MOVE)
        for order in (Order("r1", deed),)
    }
    both = by_deed[action_phase.ADVANCE].keys() & by_deed[action_phase.FIRE_MOVE].keys()
    assert both
    assert all(
        by_deed[action_phase.FIRE_MOVE][at] > by_deed[action_phase.ADVANCE][at] for at in both
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_an_order_leads_where_it_says_unless_the_mover_is_stopped(seed: int) -> None:
    came = 0
    for question in acting(seed):
        side = question.decision.side
        waits = any(
            unit.side != side and unit.mode is ActivationMode.OP_FIRE
            for unit in question.view.units.values()
        )
        for order in going(question):
            game = supposed(question)
            playout = Rollout(MIND, 1)
            execute_order(game, order, playout.answer)
            unit = game.state.units.get(order.unit)
            if not waits:
                assert unit is not None, f"seed {seed}: {order}"
                assert unit.at == order.path[-1], f"seed {seed}: {order}"
                came += 1
    assert came > 8, f"seed {seed}: only {came} orders"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_player_that_plans_a_way_goes_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    question = next(question for question in acting(seed) if going(question))
    for order in going(question)[::4]:
        planned = [RankedOrder(order)]
        monkeypatch.setattr(lookahead_player, "rank_orders", lambda *_, planned=planned: planned)
        game = supposed(question)
        began, who = game.marks[-1].answers, LookaheadPlayer(seed, SearchBudget(8, 8))
        while game.decision is not None and game.marks[-1].answers == began:
            is_its = game.decision.side == question.decision.side
            others = game.options[-1]  # who waits lets him pass
            game.choose(who.choose(Question(game, game.decision)) if is_its else others)
        assert game.state.units[order.unit].at == order.path[-1], f"seed {seed}: {order}"


def test_who_goes_leaves_his_cover_first_and_takes_cover_where_he_comes() -> None:
    made = walk(
        "r1 . .\n. . .\n. . b1", works={"2,0": "entrenchment"}, r1="4 regular", b1="4 regular"
    )
    start, end = made.unit("r1").at, made.hex(2, 0)
    step = OptionTarget(OptionAction.STEP, "r1", hex=end)
    within, stop = OptionTarget(OptionAction.STEP, "r1", hex=start), OptionTarget(OptionAction.PASS)
    assert next_answer_towards([("leave", within), (None, stop)], end, start) == ["leave"]
    assert next_answer_towards([("leave", within), (None, stop)], end, None) == []
    assert next_answer_towards([("go", step), ("enter", within), (None, stop)], end, start) == [
        "go"
    ]
    assert next_answer_towards([("on", within), ("enter", step), (None, stop)], None, end) == [
        "enter",
        None,
    ]


def test_a_path_of_who_is_in_a_position_leads_out_of_it_first() -> None:
    said = scenario("r1 . .\n. . .\n. . b1", works={"A1": "r:entrenchment"})
    session = Session.begin(said, {"red": Seat.PERSON, "blue": Seat.PERSON}, 1)
    while not isinstance(session.game.decision, Act):
        session.answer(None)
    assert session.game.state.units["r1"].position
    end = said.map.labels.find("C1")
    going = next(each for each in planned_destinations(session, "r1") if end in each.reach.arrivals)
    orders = StandingOrders(session)
    orders.begin(MovePlan("r1", tuple(leg.at for leg in going.reach.path(end)[1:]), going.order))
    while (headway := orders.step()) is PlanProgress.ON:
        pass
    assert headway is PlanProgress.ARRIVED
    assert session.game.state.units["r1"].at == end


def test_nobody_leaves_a_position_he_has_entered_on_the_same_move() -> None:
    made = walk(
        "r1 . .\n. . .\n. . b1", works={"0,0": "entrenchment"}, r1="4 regular", b1="4 regular"
    )
    made.alter("r1", position="entrenchment-0,0")
    here = made.unit("r1").at

    def leaving(*path: Any) -> float:
        gone = move_steps.MoveInProgress("r1", move_steps.ADVANCE, (*path, here))
        leave = move_steps.Go(here, move_steps.LEAVE, move_steps.SHELTER, "entrenchment-0,0")
        asked = move_execution.Step("red", "r1", gone, 9, (leave,), may_stop=True)
        return option_value(made.state, asked, leave, MIND.weights)

    assert leaving(made.hex(0, 1)) < -5 < leaving()


def test_only_actions_and_op_fire_are_worth_looking_ahead_for() -> None:
    assert is_worth_lookahead(Act("red", 1))
    assert is_worth_lookahead(OpFire("red", "b1", ()))
    assert not is_worth_lookahead(
        Attack("red", "r1", AttackOpportunity("red", AttackOccasion.CONCENTRATED))
    )


def test_what_does_not_matter_is_answered_without_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Any]()

    def deliberate(question: Question, mind: AiProfile, *_: Any) -> list[RankedOrder]:
        asked.append(question.decision)
        return [RankedOrder(candidate_orders(question, mind, 1)[0])]

    monkeypatch.setattr(lookahead_player, "rank_orders", deliberate)
    game, who = CASE.game(1), LookaheadPlayer(1, SearchBudget(8, 8))
    while game.decision is not None and game.state.round < 2:
        game.choose(who.choose(Question(game, game.decision)))
    assert asked
    assert all(is_worth_lookahead(decision) for decision in asked)


def test_where_nothing_was_planned_nothing_is_answered_over_and_over_to_find_a_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Builds and losses follow one another in one activity, and none is worth thought."""
    answered, choose = list[Question](), LookaheadPlayer.choose

    def counted(who: LookaheadPlayer, question: Question) -> Answer:
        answered.append(question)
        return choose(who, question)

    monkeypatch.setattr(LookaheadPlayer, "choose", counted)
    game, who, amid = CASE.game(1), LookaheadPlayer(1, SearchBudget(0)), 0
    while game.decision is not None and game.state.round < 2:
        answered.clear()
        question = Question(game, game.decision)
        amid += question.number > question.began and not is_worth_lookahead(game.decision)
        game.choose(who.choose(question))
        assert len(answered) <= 2, "itself, and the question where a plan was made"
    assert amid > 4


def test_weaker_levels_overlook_what_does_not_matter_too() -> None:
    game, who = CASE.game(1), find_player("greedy", 1)
    while game.decision is not None and (
        len(game.options) < 4 or is_worth_lookahead(game.decision)
    ):
        game.choose(who.choose(Question(game, game.decision)))
    assert game.decision is not None
    question = Question(game, game.decision)
    sharp = {LookaheadPlayer(7, SearchBudget(0)).choose(question)}
    novices = {LookaheadPlayer(seed, LEVELS["novice"]).choose(question) for seed in range(20)}
    assert novices - sharp


def test_one_looks_ahead_to_the_own_next_turn_and_no_further_than_the_status_phase() -> None:
    state = walk("r1 . b1", r1="4 regular", b1="4 regular").state
    state.round, state.phase, state.active = 2, Phase.ACTION, "red"
    assert planning_stage(state) == PlanningStage(4, "red")
    is_over = RolloutHorizon(planning_stage, state, "red")
    assert not is_over(state)
    state.active = "blue"
    assert not is_over(state)
    state.active = "red"
    assert is_over(state)
    at_op_fire = RolloutHorizon(planning_stage, state, "blue")
    state.active = "blue"
    assert at_op_fire(state)
    again = RolloutHorizon(planning_stage, state, "red")
    state.phase = Phase.STATUS
    assert again(state)
