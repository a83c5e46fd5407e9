"""What a game that goes on by itself may stop at, and what happened since somebody decided."""

from __future__ import annotations

import random

from engine.play.events import cards_of
from engine.play.position import LostUnit, Piece, Position
from engine.session.seats import Fog
from engine.session.stop_conditions import NO_STOPS, StopAt, StopWatcher, read_stops, stops_as_text
from tests.engine.session.sessions import begun, give


def position(turn: int = 1, *pieces: str, lost: tuple[str, ...] = ()) -> Position:
    """A position with these pieces, and these lost."""
    return Position(
        turn, 9, "", "red", tuple(Piece(name, "blue", "tank") for name in pieces),
        lost=tuple(LostUnit(name, "blue", "tank") for name in lost),
    )  # fmt: skip


def test_losses_sightings_and_ends_of_turns_are_met() -> None:
    before = position(1, "b1")
    assert StopWatcher().met(before, position(1, "b1"), ()) == NO_STOPS
    assert StopWatcher().met(before, position(2, "b1"), ()) == {StopAt.TURN}
    assert StopWatcher().met(before, position(1, lost=("b1",)), ()) == {StopAt.LOSS}
    assert StopWatcher().met(before, position(1, "b1", "b2"), ()) == {StopAt.SIGHTING}
    assert StopWatcher().met(position(0), position(1, "b1"), ()) == NO_STOPS, "that is set-up"


def test_who_was_seen_before_is_no_first_sighting() -> None:
    watchman = StopWatcher()
    seen, hidden = position(1, "b1"), position(1)
    assert watchman.met(hidden, seen, ()) == {StopAt.SIGHTING}
    assert watchman.met(seen, hidden, ()) == NO_STOPS
    assert watchman.met(hidden, seen, ()) == NO_STOPS
    assert watchman.met(hidden, seen, (), looking="another") == {StopAt.SIGHTING}


def test_a_card_is_met_by_whatever_event_names_one() -> None:
    session = give(begun(seed=3), random.Random(3), 150)
    named = [event for event in session.game.events if cards_of(event)]
    assert named, "seed 3"
    here = position(1, "b1")
    assert StopWatcher().met(here, here, named[:1]) == {StopAt.CARD}


def test_stops_are_kept_as_a_line_and_strange_words_count_for_nothing() -> None:
    stops = frozenset({StopAt.CARD, StopAt.TURN})
    assert read_stops(stops_as_text(stops)) == stops
    assert read_stops("turn whatever") == {StopAt.TURN}


def test_every_event_since_the_decision_is_shown_with_the_position_it_led_to() -> None:
    session = give(begun(seed=5), random.Random(5), 60)
    while session.asked != "red" and session.result is None:
        give(session, random.Random(5), 1)
    told = session.recap("en")
    assert len(told)
    now = session.standing(session.viewer, "en")
    assert told.standing(len(told) - 1).position.pieces == now.position.pieces
    given = session.history.branch.answered[: session.at]
    last = next(entry for entry in reversed(given) if entry.side == "red")
    assert all(line.number >= last.events for line in told.lines)
    numbers = [line.number for line in told.lines]
    assert numbers == sorted(numbers)


def test_a_recap_goes_by_the_view_of_whoever_looks() -> None:
    session = give(begun(seed=5, fog=Fog.PER_SIDE), random.Random(5), 60)
    told = session.recap("en")
    assert told.viewer == session.viewer
    seen = session.log(0, session.viewer, language="en")
    assert set(told.lines) <= set(seen)
