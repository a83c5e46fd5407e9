"""A hand on a table from afar: what a gesture of a seat comes to, and the order it makes."""

from __future__ import annotations

from engine.play.handling import Gesture
from engine.umpired import gripping
from engine.umpired.gripping import Plain
from engine.umpired.refusing import refuse
from engine.umpired.room import UmpiredGame


def gesture_preview(room: UmpiredGame, seat: str, gesture: Gesture) -> Plain:
    """What a gesture of a seat would come to, as its side knows the table."""
    with room.held():
        place = room.seats[seat]
        return gripping.prospect(room.trial(place.command), place.command, gesture)


def gesture_order(
    room: UmpiredGame, seat: str, gesture: Gesture, number: int, act: str = "", question: str = ""
) -> str:
    """Write the order that a gesture makes; refused where it makes none."""
    with room.held():
        told = gripping.try_gesture(room.trial(room.seats[seat].command), gesture)
        is_done = room.has_done(seat, act)
    if told.answer is None and not is_done:
        refuse("not-reached")
    answer = None if told.answer is None else told.answer.answer
    return room.draft(seat, "", number, act, question, answer)
