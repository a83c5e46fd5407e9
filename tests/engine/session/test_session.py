"""A session: it plays by the rules, and every way back leads on again."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from engine.games import new_game
from engine.games.tank.fire import Shot
from engine.games.tank.movement import MoveOrder
from engine.languages import MADE_IN
from engine.play.decisions import is_dice
from engine.play.dice import InvalidDiceError, SeededDice
from engine.play.game import (
    Game,
    Intervention,
    InvalidAnswerError,
    InvalidInterventionError,
    NotReadyError,
)
from engine.play.players import find_player, play_to_end
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from engine.texts import text
from tests.assertions import require
from tests.engine.session.sessions import (
    PERSONS,
    RED_ALONE,
    begun,
    crossroads,
    do_nothing,
    drawn,
    give,
)

DUEL = "r1 . . . b1\n . . . . ."


def position(session: Session) -> tuple[object, ...]:
    game = session.game
    return game.state.copy(), list(game.answers), list(game.events), game.decision, game.awaited


# --- by the rules --------------------------------------------------------------------------------


def test_a_game_through_a_session_is_the_game_of_the_same_answers() -> None:
    session = give(begun(seed=5), random.Random(5))
    game = new_game(crossroads(), SeededDice.of(5))
    while game.decision is not None:
        game.choose(session.game.answers[len(game.answers)])
    assert game.answers == session.game.answers
    assert game.events == session.game.events
    assert game.state == session.game.state
    assert session.result == game.result


def test_machines_play_as_they_do_outside_a_session() -> None:
    session = begun(seed=3, seats={"red": Seat.GREEDY, "blue": Seat.RANDOM})
    while session.play_machine_answer():
        pass
    game = new_game(crossroads(), SeededDice.of(3))
    play_to_end(game, {"red": find_player("greedy", 3), "blue": find_player("random", 3)})
    assert game.answers == session.game.answers


def test_a_machine_answers_one_decision_and_none_that_is_a_person_s() -> None:
    session = begun(seats=RED_ALONE)
    assert not session.play_machine_answer()
    while not session.is_machines_turn:
        session.answer(require(session.question()).choices.options[0])
    before = session.answer_count
    assert session.play_machine_answer()
    decisions = [a for a in session.game.answers[before:] if not is_dice(a)]
    assert len(decisions) == 1


def test_what_is_no_option_leaves_all_as_it_was() -> None:
    session = give(begun(), random.Random(1), 20)
    before = position(session), session.timeline_entries("en")
    with pytest.raises(InvalidAnswerError):
        session.answer("nonsense")
    with pytest.raises(NotReadyError):
        session.enter_dice((1,))
    assert (position(session), session.timeline_entries("en")) == before


@pytest.mark.parametrize("language", MADE_IN)
def test_the_question_has_a_sentence_and_words_for_every_choice(language: str) -> None:
    session = give(begun(), random.Random(2), 15)
    question = session.question(language)
    assert question is not None
    assert question.side == session.asked
    assert question.sentence
    assert all(choice.words for choice in question.choices)
    assert [choice.option for choice in question.choices] == list(session.game.options)


# --- back and on ---------------------------------------------------------------------------------


def test_every_point_of_a_game_can_be_gone_to_and_is_as_it_was() -> None:
    seed, session = 7, begun(seed=7, seats=RED_ALONE)
    rng, seen = random.Random(seed), {}
    while session.result is None:
        seen[session.answer_count] = position(session)
        give(session, rng, 1)
    seen[session.answer_count] = position(session)
    stops = list(seen)
    for stop in random.Random(1).sample(stops, len(stops)):
        session.go_to(stop)
        assert position(session) == seen[stop], f"seed {seed}, answer {stop}"
    for before, after in pairwise(stops):
        session.go_to(before)
        session.step_on()
        assert session.answer_count == after
        session.step_back()
        assert session.answer_count == before
        session.go_to(before + 1)
        assert session.answer_count == after, "dice that fall by themselves are no place to stay at"
    assert len(session.branches()) == 1


def test_undo_goes_back_over_machines_and_dice_to_a_person_s_decision() -> None:
    session = give(begun(seats=RED_ALONE), random.Random(4), 120)
    points = []
    while session.can_undo:
        session.undo()
        points.append(session.answer_count)
        assert session.seats[session.asked] == Seat.PERSON
    free = [m.number for m in session.timeline_entries("en") if m.giver is AnswerSource.PERSON]
    assert points == sorted(free, reverse=True)
    on = []
    while session.can_redo:
        session.redo()
        on.append(session.answer_count)
    assert on[:-1] == sorted(points)[1:]
    assert on[-1] == session.branch_answer_count


def test_what_is_taken_back_and_repeated_brings_the_same_luck_and_no_branch() -> None:
    session = give(begun(), random.Random(6))
    whole = position(session)
    for number in random.Random(6).sample(range(session.branch_answer_count), 8):
        session.go_to(number)
        while session.result is None:
            session.answer(session.history.branch.line.answers[session.answer_count])
        assert position(session) == whole
    assert len(session.branches()) == 1


def test_entered_dice_are_taken_back_one_by_one() -> None:
    session = give(begun(by_hand=True), random.Random(3), 150)
    assert {m.giver for m in session.timeline_entries("en")} == {
        AnswerSource.PERSON,
        AnswerSource.HAND,
    }
    session.go_to(
        next(m.number for m in session.timeline_entries("en") if m.giver is AnswerSource.HAND) + 1
    )
    session.undo()
    assert session.awaited_roll is not None
    assert session.awaited_roll_text("en")
    with pytest.raises(InvalidDiceError):
        session.enter_dice((7,))
    was = require(session.timeline_entries("en")[session.answer_count].faces)
    session.enter_dice(was)
    assert len(session.branches()) == 1
    session.undo()
    session.enter_dice([7 - face for face in was])
    assert len(session.branches()) == 2


# --- branches ------------------------------------------------------------------------------------


def other(session: Session) -> object:
    """Another answer than the one given here before."""
    was = session.history.branch.line.answers[session.answer_count]
    return next(option for option in session.game.options if option != was)


def test_answering_otherwise_begins_a_branch_and_keeps_the_other_with_its_redo() -> None:
    session = give(begun(), random.Random(8), 80)
    first, last = position(session), session.branch_answer_count
    session.go_to(40)
    fork = session.answer_count
    session.answer(other(session))
    give(session, random.Random(9), 10)
    second = position(session)
    assert [branch.number for branch in session.branches() if branch.is_current] == [1]
    assert (session.branches()[1].came_from, session.branches()[1].fork) == (0, fork)
    session.switch(0)
    assert session.answer_count == fork
    assert session.can_redo
    session.go_to(last)
    assert position(session) == first
    session.switch(1)
    assert position(session) == second
    session.switch(0)
    assert position(session) == first, "a branch is taken up where it was left"


def test_a_person_s_branch_keeps_the_dice_and_a_machine_s_gets_its_own() -> None:
    session = give(begun(seats=RED_ALONE), random.Random(8), 60)
    session.undo()
    session.answer(other(session))
    assert session.history.tray.dice == SeededDice.of(5)
    give(session, random.Random(1), 30)
    numbers = [m.number for m in session.timeline_entries("en") if m.giver is AnswerSource.MACHINE]
    session.go_to(numbers[-1])
    session.seat("blue", Seat.RANDOM)
    for seed in range(50):  # until the other player answers otherwise
        session.seed = seed
        branches = len(session.branches())
        session.play_machine_answer()
        if len(session.branches()) > branches:
            break
        session.step_back()
    assert session.history.tray.dice != SeededDice.of(5)
    assert session.history.tray.dice.seeds[0] == (0, 5)


def test_branches_have_names() -> None:
    session = give(begun(), random.Random(8), 20)
    assert [branch.name for branch in session.branches("en")] == ["Branch 1"]
    assert [branch.name for branch in session.branches("zh")] == ["分支 1"]
    session.name_branch(0, " the river ")
    assert session.branches()[0].name == "the river"
    session.name_branch(0, "")
    assert session.branches("en")[0].name == "Branch 1"


def test_other_luck_is_a_branch_with_other_dice() -> None:
    session = give(begun(), random.Random(8), 30)
    session.branch_with_new_dice()
    assert session.branches()[1].fork == session.answer_count
    lucky = give(session, random.Random(2)).game.answers
    session.switch(0)
    assert give(session, random.Random(2)).game.answers != lucky
    with pytest.raises(NotReadyError):
        begun(by_hand=True).branch_with_new_dice()


# --- the umpire ----------------------------------------------------------------------------------


def test_an_umpire_s_act_is_undone_and_redone_like_an_answer() -> None:
    session = drawn(DUEL)
    before = position(session)
    session.intervene(Intervention("hurt", ("b1", "F"), "Ann", "a mine"))
    after = position(session)
    assert [m.giver for m in session.timeline_entries("en")][-1] is AnswerSource.UMPIRE
    assert session.timeline_entries("en")[-1].sentence == text(
        "tank.umpire-acted", "en", kind="apply a result to a unit", reason=": Ann: a mine"
    )
    session.undo()
    assert position(session) == before
    session.redo()
    assert position(session) == after
    session.undo()
    session.intervene(Intervention("remove", ("b1",)))
    assert len(session.branches()) == 2


def test_an_umpire_s_act_waits_for_the_end_of_a_move() -> None:
    session = drawn(DUEL)
    while not isinstance(session.game.options[0], MoveOrder):
        do_nothing(session)
    assert session.may_intervene
    session.answer(session.game.options[0])
    assert not session.may_intervene
    before = position(session)
    with pytest.raises(NotReadyError, match=r"between activities|两次行动之间"):
        session.intervene(Intervention("hurt", ("b1", "F")))
    session.undo()
    with pytest.raises(InvalidInterventionError):
        session.intervene(Intervention("hurt", ("b9", "F")))
    session.redo()
    assert position(session) == before
    assert len(session.branches()) == 1


def test_dice_are_overridden_in_a_branch_of_their_own() -> None:
    session = drawn(DUEL, seed=4)
    shot = Shot(session.asked[0] + "1", "b1" if session.asked == "red" else "r1")
    session.answer(shot)
    rolled = next(m for m in session.timeline_entries("en") if m.faces and len(m.faces) == 2)
    was = position(session)
    session.override_dice(rolled.number, (1, 1), "Ann", "the die fell off the table")
    assert session.game.answers[rolled.number] == (1, 1)
    assert session.timeline_entries("en")[rolled.number].faces == (1, 1)
    assert session.timeline_entries("en")[rolled.number].giver is AnswerSource.UMPIRE
    assert session.game.overrides[rolled.number].who == "Ann"
    changed = position(session)
    session.undo()
    session.redo()
    assert position(session) == changed
    session.switch(0)
    assert position(session) == was
    with pytest.raises(NotReadyError):
        session.override_dice(rolled.number - 1, (1, 1), "", "")
    with pytest.raises(InvalidDiceError):
        session.override_dice(rolled.number, (1, 9), "", "")
    assert position(session) == was


def test_nobody_acts_in_a_game_that_is_over() -> None:
    session = give(begun(), random.Random(5))
    assert not session.may_intervene
    with pytest.raises(NotReadyError):
        session.intervene(Intervention("hurt", ("b1", "F")))


# --- who sees what -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_fog_shows_no_secret_in_position_log_or_time_line(seed: int) -> None:
    session = begun(seed=seed, fog=FogOfWar.PER_SIDE)
    rng, hidden = random.Random(seed), 0
    titles = {card.id: card.title["en"] for card in session.game.state.cards.values()}
    while session.result is None:
        at, events = session.answer_count, len(session.game.events)
        give(session, rng, 1)
        session.hand_over()
        viewer = session.viewer
        assert viewer is not None
        shown = repr(session.visible_position(viewer, "en"))
        told = [line.sentence for line in session.log(events, viewer, "", "en")]
        told += [m.sentence for m in session.timeline_entries("en", session.course.place_of(at))]
        for secret in session.game.rules.secrets(session.game.state, viewer):
            hidden += 1
            assert f"'{secret}'" not in shown, (seed, session.answer_count, secret)
            word = titles.get(secret, secret)
            assert not any(word in said for said in told), (seed, session.answer_count, secret)
    assert hidden


def test_the_umpire_sees_what_the_sides_do_not() -> None:
    session = give(begun(), random.Random(5), 30)
    assert session.viewer is None
    assert len(session.visible_position(None).reserves) == 2
    assert [away.side for away in session.visible_position("red").reserves] == ["red"]
    assert len(session.log()) > len(session.log(side="red"))


def test_dice_that_say_what_a_card_is_are_hidden_from_the_enemy() -> None:
    session = give(begun(fog=FogOfWar.PER_SIDE), random.Random(5), 120)
    session.hand_over()
    viewer = session.viewer
    drawn = {
        session.log(told.number)[0].answer: told.seers
        for told in session.history.branch.told
        if told.words["en"].find(" draws ") > 0
    }
    assert {viewer in seers for seers in drawn.values() if seers} == {True, False}
    course, moments = session.course, session.timeline_entries("en")
    rolled = {course.answers_at(each.number) for each in moments if each.faces is not None}
    for number, seers in drawn.items():
        assert (number in rolled) == (seers is None or viewer in seers)


def test_the_screen_is_handed_over_only_from_person_to_person() -> None:
    session = begun(fog=FogOfWar.PER_SIDE)
    assert session.viewer == session.asked == "red"
    assert not session.needs_hand_over
    while session.asked == "red":
        session.answer(session.game.options[0])
    assert session.needs_hand_over
    assert session.viewer == "red", "until the other has sat down"
    session.hand_over()
    assert (session.viewer, session.needs_hand_over) == ("blue", False)
    alone = give(begun(fog=FogOfWar.PER_SIDE, seats=RED_ALONE), random.Random(1), 60)
    assert alone.viewer == "red"
    assert not alone.needs_hand_over
    assert begun(fog=FogOfWar.PER_SIDE, seats=dict.fromkeys(PERSONS, Seat.RANDOM)).viewer is None


def test_a_position_is_plain_values_of_all_that_is_drawn() -> None:
    session = give(begun(), random.Random(5), 100)
    standing = session.visible_position(None, "en")
    state = session.game.state
    assert {(p.id, p.side, p.at) for p in standing.pieces} == {
        (u.id, u.side, u.at) for u in state.units.values()
    }
    assert {away.id for away in standing.lost} == {unit.id for unit in state.lost}
    assert len(standing.position.lying) == len(state.impacts)
    assert (standing.turn, standing.phase) == (state.turn, state.phase)
    village = next(aim for aim in standing.objectives if aim.id == "crossways")
    assert village.name == "Crossways"
    assert len(village.hexes) > 1
    assert hash(standing.pieces) is not None


def test_the_log_tells_where_things_happened_and_can_be_kept_to_a_unit() -> None:
    session = give(begun(), random.Random(5), 100)
    lines = session.log(language="en")
    assert [line.number for line in lines] == sorted(line.number for line in lines)
    of_r1 = session.log(unit="r1", language="en")
    assert 0 < len(of_r1) < len(lines)
    assert all("r1" in line.place.units and line.place.hexes for line in of_r1)
    later = session.log(lines[20].number, language="en")
    assert later == lines[20:]
    session.go_to(30)
    assert session.log(language="en") == [
        line for line in lines if line.answer < session.answer_count
    ]


def test_the_time_line_has_an_entry_for_every_answer_with_its_time_and_words() -> None:
    session = give(begun(), random.Random(5), 100)
    moments = session.timeline_entries("en")
    assert [moment.number for moment in moments] == list(range(session.branch_answer_count))
    assert all(moment.sentence for moment in moments)
    assert [moment.turn for moment in moments] == sorted(moment.turn for moment in moments)
    assert all(
        is_dice(a) == bool(m.faces) for a, m in zip(session.game.answers, moments, strict=True)
    )
    session.go_to(50)
    assert session.timeline_entries("en") == moments, "what was taken back is listed too"
    assert session.timeline_entries("en", 90) == session.timeline_entries("en")[90:]
    assert all(moment.sentence for moment in session.timeline_entries("zh"))


def test_the_game_of_a_session_stays_one_game() -> None:
    session = give(begun(), random.Random(5), 60)
    game: Game[Any] = session.game
    session.undo()
    session.answer(other(session))
    session.switch(0)
    assert session.game is game
