"""Aides follow a game, are stopped, replaced, and gone in the end; a thought survives them."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from engine.ai import player_registry, successive_halving
from engine.ai.candidate_orders import CandidateOrder, candidate_orders
from engine.ai.rollout_workers import NOBODY, RolloutContext, RolloutPool, RolloutTask
from engine.ai.successive_halving import RankedOrder, SearchBudget, rank_orders
from engine.ai.temperaments import ai_profile
from engine.play.players import Question, find_player
from engine.session.seats import Seat
from engine.session.session import Session
from tests.conformance.cases import Case
from tests.conformance.test_thinking import PLAYED, thoughtful

SEED = 3
BUDGET = SearchBudget(20, 3, turns=1)
KILLED = getattr(signal, "SIGKILL", signal.SIGTERM)
PRIMER = next(case for case in PLAYED if case.rules.id == "primer")


def gathered(count: int) -> RolloutPool:
    """Aides that have all come."""
    made = RolloutPool(count)
    made.start_missing()
    wait_for(made, count)
    return made


def wait_for(made: RolloutPool, count: int) -> None:
    """Wait until so many have come and are at nothing."""
    while made.count_idle < count:
        time.sleep(0.02)


@pytest.fixture
def pair() -> Iterator[RolloutPool]:
    """Two aides that know the game, and that the test may lose."""
    made = gathered(2)
    come_to(first_question(), made, 2)
    yield made
    made.shut_down()
    assert processes() == []


def come_to(question: Question, helped: RolloutPool, count: int) -> None:
    """Have so many come to the game of a question."""
    mind = ai_profile(question.rules.id)
    trial = RolloutTask(candidate_orders(question, mind, 1)[0], SEED)
    assert helped.chances(RolloutContext.of(question, mind, 0), [trial], lambda: True) == []
    wait_for(helped, count)


def processes() -> list[int]:
    """Those that were begun here."""
    return [process.pid or 0 for process in multiprocessing.active_children()]


def thought(
    question: Question, helped: RolloutPool, budget: SearchBudget = BUDGET
) -> list[RankedOrder]:
    return rank_orders(question, ai_profile(question.rules.id), budget, SEED, aides=helped)


def first_question(case: Case = PRIMER) -> Question:
    return next(thoughtful(case.game(SEED)))


def test_where_playouts_remember_each_other_nobody_helps(
    pair: RolloutPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = first_question(next(case for case in PLAYED if case.rules.id == "tank"))
    monkeypatch.setattr(pair, "chances", None)
    assert thought(question, pair) == thought(question, NOBODY)


def test_aides_follow_a_game_that_goes_back_and_on_otherwise(pair: RolloutPool) -> None:
    game, wheres = PRIMER.game(SEED), []
    for who in ("greedy", "random"):
        for _ in range(30):
            assert game.decision is not None
            game.choose(find_player(who, SEED).choose(Question(game, game.decision)))
        wheres.append(game.fork(0))
        game.rewind(20)
    for where in (*wheres, wheres[0]):
        assert where.decision is not None
        question = Question(where, where.decision)
        assert thought(question, pair) == thought(question, NOBODY)


# --- who is lost ----------------------------------------------------------------------------------


def killing(pair: RolloutPool, count: int) -> Callable[[], bool]:
    """A wish to stop that is none: when it is first asked for, some aides die."""
    left = processes()[:count]

    def kill() -> bool:
        while left:
            os.kill(left.pop(), KILLED)
        return False

    return kill


@pytest.mark.parametrize("count", [1, 2])
def test_a_thought_survives_the_aides_that_die(pair: RolloutPool, count: int) -> None:
    question, mind = first_question(), ai_profile("primer")
    found = rank_orders(question, mind, BUDGET, SEED, killing(pair, count), pair)
    assert found == thought(question, NOBODY)
    assert len(processes()) == pair.count_idle == 2 - count


def test_the_dead_are_replaced_when_aides_are_called_again(pair: RolloutPool) -> None:
    os.kill(processes()[0], KILLED)
    assert thought(first_question(), pair) == thought(first_question(), NOBODY)
    pair.start_missing()
    wait_for(pair, 2)
    assert len(processes()) == 2


def test_what_an_aide_cannot_do_is_left_to_whoever_thinks(pair: RolloutPool) -> None:
    topic = RolloutContext.of(first_question(), ai_profile("primer"), 0)
    impossible = RolloutTask(CandidateOrder("no answer of this game", intent="nothing"), 1)
    assert pair.chances(topic, [impossible], successive_halving.is_never_stopped) == []
    assert pair.count_idle == 0


def test_aides_help_one_thought_at_a_time(pair: RolloutPool) -> None:
    topic = RolloutContext.of(first_question(), ai_profile("primer"), 0)
    trial, inner = RolloutTask(thought(first_question(), NOBODY)[0].order, 1), []

    def ask_too() -> bool:
        inner.append(pair.chances(topic, [trial], successive_halving.is_never_stopped))
        return False

    assert len(pair.chances(topic, [trial], ask_too)) == 1
    assert inner[0] == []


# --- who stops ------------------------------------------------------------------------------------


def test_a_thought_that_is_stopped_is_the_beginning_of_the_whole_one(pair: RolloutPool) -> None:
    question, mind, asked = first_question(), ai_profile("primer"), iter(range(1_000_000))
    whole = {each.order: each.chances for each in thought(question, NOBODY)}
    found = rank_orders(question, mind, BUDGET, SEED, lambda: next(asked) > 12, pair)
    assert sum(each.playouts for each in found) < sum(map(len, whole.values()))
    for each in found:
        assert each.chances == whole[each.order][: each.playouts]
    wait_for(pair, 2)
    assert thought(question, pair) == thought(question, NOBODY)


def test_aides_leave_a_trial_that_goes_to_the_end_of_the_game_for_the_next_thought(
    pair: RolloutPool,
) -> None:
    question = first_question()
    order = thought(question, NOBODY)[0].order._replace(intent="")
    far = RolloutContext.of(question, ai_profile("primer"), 10_000)
    assert pair.chances(far, [RolloutTask(order, luck) for luck in (1, 2)], lambda: True) == []
    assert pair.count_idle < 2
    wait_for(pair, 2)
    assert thought(question, pair) == thought(question, NOBODY)


def test_what_a_thought_that_broke_off_had_asked_for_is_no_answer_of_the_next(
    pair: RolloutPool,
) -> None:
    """Ctrl-C may come at any moment of a thought."""
    question, mind = first_question(), ai_profile("primer")

    def interrupt() -> bool:
        raise KeyboardInterrupt

    far = RolloutTask(candidate_orders(question, mind, 1)[0]._replace(intent=""), 1)
    with pytest.raises(KeyboardInterrupt):
        pair.chances(RolloutContext.of(question, mind, 10_000), [far, far], interrupt)
    assert thought(question, pair) == thought(question, NOBODY)


# --- who calls them -------------------------------------------------------------------------------


@pytest.mark.usefixtures("two_cores")
def test_a_second_game_has_the_aides_of_the_first() -> None:
    begun: list[list[int]] = []
    for seed in (1, 2):
        session = Session.begin(PRIMER.scenario, {"red": Seat.ELITE, "blue": Seat.PERSON}, seed)
        session.wait_for_machines()
        begun.append(sorted(processes()))
    assert len(begun[0]) == 2
    assert begun[0] == begun[1]


@pytest.mark.usefixtures("two_cores")
def test_nobody_is_called_for_who_does_not_look_ahead_or_does_it_alone() -> None:
    for name, game in (("regular", "primer"), ("greedy", "primer"), ("elite", "tank")):
        assert player_registry.make_parallel_player(
            player_registry.make_player(name, SEED), game
        ) == player_registry.make_player(name, SEED)
    assert processes() == []


@pytest.mark.usefixtures("two_cores")
def test_nobody_is_called_by_a_session_that_nobody_waits_for() -> None:
    session = Session.begin(PRIMER.scenario, {"red": Seat.ELITE, "blue": Seat.ELITE}, SEED)
    assert session.play_machine_answer()
    assert processes() == []


def test_on_one_core_nobody_is_called() -> None:
    alone = RolloutPool(1)
    alone.start_missing()
    assert alone.count_idle == 0
    assert processes() == []


def test_where_the_system_begins_no_more_processes_whoever_thinks_does_so_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(multiprocessing.context.SpawnProcess, "start", refuse)
    made = RolloutPool(2)
    made.start_missing()
    assert made.count_idle == 0
    assert thought(first_question(), made) == thought(first_question(), NOBODY)


CALLING = """
import time
from engine.ai.rollout_workers import RolloutPool

if __name__ == "__main__":
    made = RolloutPool(2)
    made.start_missing()
    while made.count_idle < 2:
        time.sleep(0.02)
    print(*(aide.process.pid for aide in made._aides))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process is asked for by a signal")
def test_a_program_that_ends_leaves_no_aide() -> None:
    told = subprocess.run([sys.executable, "-c", CALLING], capture_output=True, text=True)
    assert told.stderr == ""
    assert len(told.stdout.split()) == 2
    for pid in map(int, told.stdout.split()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
