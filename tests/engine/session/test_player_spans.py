"""Spans of turns by player, as reports name them."""

from __future__ import annotations

import pytest

from engine.session.player_spans import PlayerSpan, player_spans, player_text
from engine.session.seats import Seat
from engine.session.session import Session
from tests.engine.session.sessions import begun, do_nothing

MAX_ANSWERS = 600


def played(turns: int, session: Session) -> None:
    """Play on until a turn, a person doing as little as can be."""
    for _ in range(MAX_ANSWERS):
        if session.game.decision is None or session.game.rules.turn(session.game.state) >= turns:
            return
        if session.is_machines_turn:
            session.play_machine_answer()
        elif not do_nothing(session):
            session.answer(session.game.options[0])


def handed_over() -> Session:
    """Red is played by a person for two turns, then by the computer."""
    session = begun(seats={"red": Seat.PERSON, "blue": Seat.GREEDY})
    played(3, session)
    session.seat("red", Seat.GREEDY)
    played(5, session)
    return session


def test_a_person_who_gives_up_a_side_has_the_turns_he_played() -> None:
    spans = player_spans(handed_over(), "red")
    assert [each.is_person for each in spans] == [True, False]
    assert spans[0].last == 2
    assert (spans[1].first, spans[1].last >= 3) == (3, True)


def test_a_side_with_one_player_is_named_by_its_seat_alone() -> None:
    session = handed_over()
    assert len(player_spans(session, "blue")) == 1
    assert not any(figure.isdigit() for figure in player_text(session, "blue", "en"))


@pytest.mark.parametrize("language", ["en", "zh", "zh-Hant", "ru"])
def test_both_players_of_a_side_are_named_with_their_turns(language: str) -> None:
    said = player_text(handed_over(), "red", language)
    assert "1–2" in said
    assert "3–" in said


def test_turns_in_which_a_side_is_not_asked_split_no_span() -> None:
    assert PlayerSpan(1, 4, True).is_person
    session = begun(seats={"red": Seat.PERSON, "blue": Seat.PERSON})
    played(3, session)
    assert len(player_spans(session, "red")) == 1
