"""What a game that goes on by itself may stop at, and what happened since somebody decided."""

from __future__ import annotations

import random

from engine.play.events import cards_of
from engine.play.position import LostUnit, Piece, Position
from engine.session.seats import FogOfWar
from engine.session.stop_conditions import (
    NO_STOPS,
    StopCondition,
    StopWatcher,
    read_stops,
    stops_as_text,
)
from tests.engine.session.sessions import begun, give


def position(turn: int = 1, *pieces: str, lost: tuple[str, ...] = ()) -> Position:
    """A position with these pieces, and these lost."""
    return Position(
        turn, 9, "", "red", tuple(Piece(name, "blue", "tank") for name in pieces),
        lost=tuple(LostUnit(name, "blue", "tank") for name in lost),
    )  # fmt: skip


def test_losses_sightings_and_ends_of_turns_are_met() -> None:
    before = position(1, "b1")
    assert StopWatcher().conditions_met(before, position(1, "b1"), ()) == NO_STOPS
    assert StopWatcher().conditions_met(before, position(2, "b1"), ()) == {StopCondition.TURN}
    assert StopWatcher().conditions_met(before, position(1, lost=("b1",)), ()) == {
        StopCondition.LOSS
    }
    assert StopWatcher().conditions_met(before, position(1, "b1", "b2"), ()) == {
        StopCondition.SIGHTING
    }
    assert StopWatcher().conditions_met(position(0), position(1, "b1"), ()) == NO_STOPS, (
        "that is set-up"
    )


def test_who_was_seen_before_is_no_first_sighting() -> None:
    watchman = StopWatcher()
    seen, hidden = position(1, "b1"), position(1)
    assert watchman.conditions_met(hidden, seen, ()) == {StopCondition.SIGHTING}
    assert watchman.conditions_met(seen, hidden, ()) == NO_STOPS
    assert watchman.conditions_met(hidden, seen, ()) == NO_STOPS
    assert watchman.conditions_met(hidden, seen, (), looking="another") == {StopCondition.SIGHTING}


def test_a_card_is_met_by_whatever_event_names_one() -> None:
    session = give(begun(seed=3), random.Random(3), 150)
    named = [event for event in session.game.events if cards_of(event)]
    assert named, "seed 3"
    here = position(1, "b1")
    assert StopWatcher().conditions_met(here, here, named[:1]) == {StopCondition.CARD}


def test_stops_are_kept_as_a_line_and_strange_words_count_for_nothing() -> None:
    stops = frozenset({StopCondition.CARD, StopCondition.TURN})
    assert read_stops(stops_as_text(stops)) == stops
    assert read_stops("turn whatever") == {StopCondition.TURN}


def test_every_event_since_the_decision_is_shown_with_the_position_it_led_to() -> None:
    session = give(begun(seed=5), random.Random(5), 60)
    while session.asked != "red" and session.result is None:
        give(session, random.Random(5), 1)
    told = session.recap("en")
    assert len(told)
    now = session.visible_position(session.viewer, "en")
    assert told.visible_position(len(told) - 1).position.pieces == now.position.pieces
    given = session.history.branch.answered[: session.answer_count]
    last = next(entry for entry in reversed(given) if entry.side == "red")
    assert all(line.number >= last.events for line in told.lines)
    numbers = [line.number for line in told.lines]
    assert numbers == sorted(numbers)


def test_a_recap_goes_by_the_view_of_whoever_looks() -> None:
    session = give(begun(seed=5, fog=FogOfWar.PER_SIDE), random.Random(5), 60)
    told = session.recap("en")
    assert told.viewer == session.viewer
    seen = session.log(0, session.viewer, language="en")
    assert set(told.lines) <= set(seen)
