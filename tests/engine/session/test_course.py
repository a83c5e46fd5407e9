"""A side counts the answers and branches it may know of, and goes about in time by these alone."""

from __future__ import annotations

from engine.checks.scenario_checks import load_playable
from engine.session.seats import FogOfWar
from engine.session.session import Session
from tests.engine.session.sessions import PERSONS, do_nothing
from tests.engine.umpire.rooms import THREE_CITIES

BOUGHT = 5  # units


def bought(units: int = BOUGHT, tries: int = 0) -> Session:
    """Blue has bought an army unseen, the first unit after so many others; red is asked."""
    session = Session.begin(load_playable(THREE_CITIES), PERSONS, 1, fog=FogOfWar.PER_SIDE)
    assert session.asked == "blue"
    session.hand_over()
    for number in range(tries + 1):
        question = session.question()
        assert question is not None
        session.answer(question.choices.options[number])
        if number < tries:
            session.undo()
    for _ in range(units - 1):
        session.answer(session.game.options[0])
    assert do_nothing(session)
    return session


def test_what_the_enemy_bought_has_no_place_on_the_time_line() -> None:
    told = []
    for units in (1, BOUGHT):
        session = bought(units)
        session.hand_over()
        assert session.viewer == session.asked == "red"
        told.append((session.timeline_entries("en"), session.place, session.branches("en")))
    assert told[0] == told[1]
    (moment,), place, _ = told[0]
    assert (moment.number, moment.side, place) == (0, "blue", 1)


def test_who_buys_counts_every_answer_of_his_own() -> None:
    session = bought()
    assert session.viewer == "blue"
    assert session.place == len(session.course) == BOUGHT + 1


def test_undo_takes_back_what_one_knows_of_and_stops_there() -> None:
    session = bought()
    session.hand_over()
    assert session.can_undo
    session.undo()
    assert session.place == 0
    assert not session.can_undo
    assert not session.can_step_back
    session.redo()
    assert session.answer_count == session.branch_answer_count


def test_a_branch_that_looks_like_another_is_no_other() -> None:
    session = bought(tries=2)
    assert len(session.history.branches) == len(session.branches("en")) == 3
    session.hand_over()
    (branch,) = session.branches("en")
    assert branch.is_current
    assert (branch.name, branch.answers) == ("Branch 1", 1)
    session.answer(session.game.options[0])
    session.undo()
    session.answer(session.game.options[1])
    assert [each.name for each in session.branches("en")] == ["Branch 1", "Branch 2"]
    assert session.branches("en")[1].fork == 1
    session.switch(0)
    assert [each.is_current for each in session.branches("en")] == [True, False]


def test_no_umpire_acts_where_a_side_looks_that_is_not_asked() -> None:
    session = bought()
    assert session.game.is_between_activities
    assert not session.may_intervene
    session.hand_over()
    assert session.may_intervene
