"""Open decisions: a way of any hexes answers one, though it is not among the proposals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engine import games
from engine.play.decisions import Decision
from engine.play.game import Game, InvalidAnswerError
from engine.session import replay
from engine.session.move_plans import MovePlan, PlanProgress, StandingOrders
from engine.session.replay import ReplayMismatchError
from engine.session.seats import Seat
from engine.session.session import Session
from tests.conformance.cases import CASES
from tests.conformance.open_toy import SYSTEM, Trod, Walk, Way, way
from tests.conformance.toy import GRID

CASE = next(case for case in CASES if case.id == "open-toy")
WINDING = way((1, 1), (2, 0), (3, 1))
PLAIN = json.loads(json.dumps(WINDING))


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


@pytest.fixture(autouse=True, scope="module")
def _is_a_game() -> Iterator[None]:
    games.install(SYSTEM.id, "tests.conformance.open_toy")
    yield
    games.remove(SYSTEM.id)


def asked() -> Game[Any]:
    """A game where red's first walker is to be told its way."""
    game = CASE.game(1)
    game.choose("r1")
    assert isinstance(game.decision, Walk)
    return game


def walked(told: Any = WINDING) -> Game[Any]:
    """The walker has gone its way to the end; nobody fired."""
    game = asked()
    game.choose(told)
    while game.state.active == "red" and game.options[0] == "fire":
        game.choose("hold")
    return game


def begun() -> Session:
    """A session where red's first walker is to be told its way."""
    session = Session.begin(CASE.scenario, dict.fromkeys(("red", "blue"), Seat.PERSON), 1)
    session.answer("r1")
    return session


# --- the game ------------------------------------------------------------------------------------


def test_a_way_that_is_not_proposed_is_walked() -> None:
    game = walked()
    assert WINDING not in asked().options
    assert [event.into for event in game.events if isinstance(event, Trod)] == list(WINDING.hexes)
    assert game.state.units["r1"].at == 3


def test_an_answer_out_of_json_is_kept_in_the_games_own_types() -> None:
    game = asked()
    game.choose(as_tuples(PLAIN))
    assert type(game.answers[-1]) is Way


def test_to_answer_nothing_is_an_answer_too() -> None:
    game = asked()
    accepted = game.accepts(None)
    assert accepted is not None
    assert accepted.answer is None
    game.choose(None)
    assert game.state.units["r1"].at == 0
    assert game.state.units["r1"].moved


@pytest.mark.parametrize(
    "answer",
    [
        Way(()),
        way((2, 0)),
        way((1, 0), (3, 0)),
        way((1, 0), (1, 1)),
        Way((GRID.hex(1, 5),)),
        (),
        ((),),
        (((1, True),),),
        (((1.0, 0),),),
        (({"q": 1},),),
        "on",
        7,
        {"hexes": []},
    ],
    ids=repr,
)
def test_what_is_no_way_is_refused_with_proposals_and_changes_nothing(answer: Any) -> None:
    game = asked()
    before = game.state.copy(), list(game.answers), list(game.events), game.decision
    with pytest.raises(InvalidAnswerError) as error:
        game.choose(answer)
    assert repr(game.options[0]) in str(error.value)
    assert (game.state, game.answers, game.events, game.decision) == before


def test_a_way_can_be_taken_back_and_walked_otherwise() -> None:
    game = walked()
    game.rewind(game.answers.index(WINDING))
    assert isinstance(game.decision, Walk)
    assert game.state.units["r1"].at == 0
    game.choose(way((1, 0), (2, 1)))
    assert WINDING not in game.answers


def test_a_fork_in_the_middle_of_a_way_walks_it_to_the_end() -> None:
    game = asked()
    game.choose(WINDING)
    twin = game.fork(2)
    for _ in WINDING.hexes:
        twin.choose("hold")
    assert twin.state.units["r1"].at == 3
    assert game.state.units["r1"].at == 1


def test_a_closed_decision_accepts_its_options_alone() -> None:
    game = CASE.game(1)
    decision = game.decision
    assert decision is not None
    assert not decision.is_open
    accepted = decision.accepts(game.state, "r2")
    assert accepted is not None
    assert accepted.answer == "r2"
    assert decision.accepts(game.state, "b1") is None


def test_an_open_decision_must_say_what_it_accepts() -> None:
    @dataclass(frozen=True, slots=True)
    class Anything(Decision[Any, str]):
        is_open: ClassVar[bool] = True

    with pytest.raises(AssertionError, match="Anything"):
        Anything("red").accepts(None, "x")


# --- replays -------------------------------------------------------------------------------------


def test_a_replay_writes_the_way_itself_and_is_verified() -> None:
    game = walked()
    told = replay.compose(game)
    assert json.dumps(PLAIN, separators=(",", ":")) in told
    loaded = replay.resume(replay.parse(told), CASE.scenario)
    assert loaded.answers == game.answers
    assert loaded.events == game.events
    assert any(type(answer) is Way for answer in loaded.answers)


@pytest.mark.parametrize("forged", [[[[9, 0]]], {"dice": PLAIN[0]}], ids=["way", "dice"])
def test_a_replay_with_a_way_that_cannot_be_walked_is_told_by_its_line(forged: Any) -> None:
    lines = replay.compose(walked()).splitlines(keepends=True)
    short = (",", ":")
    old, new = json.dumps(PLAIN, separators=short), json.dumps(forged, separators=short)
    number = next(place for place, line in enumerate(lines) if old in line)
    lines[number] = lines[number].replace(old, new)
    body = "".join(lines[:-1])
    end = json.loads(lines[-1]) | {"digest": replay._digest(body)}
    with pytest.raises(ReplayMismatchError, match=f":{number + 1}"):
        replay.resume(replay.parse(body + json.dumps(end) + "\n"), CASE.scenario)


# --- sessions ------------------------------------------------------------------------------------


def test_a_session_takes_a_way_back_and_goes_on_in_the_same_branch_by_the_same_way() -> None:
    session = begun()
    session.answer(WINDING)
    session.undo()
    session.answer(as_tuples(PLAIN))
    assert len(session.branches()) == 1
    session.undo()
    session.answer(way((1, 0)))
    assert len(session.branches()) == 2


def test_a_session_in_a_file_keeps_ways(tmp_path: Path) -> None:
    session = begun()
    session.answer(WINDING)
    session.save(tmp_path / "a.session")
    loaded = Session.resume(tmp_path / "a.session", CASE.scenario)
    assert loaded.game.answers == session.game.answers
    assert type(loaded.game.answers[-1]) is Way
    assert loaded.timeline_entries("en") == session.timeline_entries("en")


def test_a_click_finds_the_hex_of_a_proposal_alone() -> None:
    question = begun().question()
    assert question is not None
    choices = question.choices
    assert [choice.option for choice in choices.choices_at_hex(GRID.hex(1, 0))] == [way((1, 0))]
    assert choices.choices_at_hex(GRID.hex(1, 1)) == []
    accepted = choices.accepts(as_tuples(PLAIN))
    assert accepted is not None
    assert choices.choice_of_option(accepted.answer).pointing.hex == WINDING.hexes[-1]


def test_a_plan_begins_with_a_way_that_is_not_proposed() -> None:
    session = begun()
    orders, question = StandingOrders(session), session.question()
    assert question is not None
    order = question.choices.choice_of_option(WINDING)
    orders.begin(MovePlan("r1", WINDING.hexes, order))
    assert orders.step() is PlanProgress.ON
    assert session.game.answers[-1] == WINDING


def test_a_plan_whose_way_cannot_be_walked_is_barred() -> None:
    session = begun()
    orders, question = StandingOrders(session), session.question()
    assert question is not None
    orders.begin(MovePlan("r1", WINDING.hexes, question.choices.choice_of_option(way((3, 0)))))
    assert orders.step() is PlanProgress.BARRED
