"""The players of a side in the course of a game: a person for two turns, then the computer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from engine.narration.scenario_names import player_named
from engine.session.seats import Seat
from engine.session.session import Session
from engine.session.timeline import AnswerSource
from engine.texts import text


class PlayerSpan(NamedTuple):
    """A run of turns in which a person, or the computer, decided for a side."""

    first: int
    last: int
    is_person: bool


def player_spans(session: Session, side: str) -> list[PlayerSpan]:
    """Return who decided for a side, turn by turn; a turn in which a person did is the person's.

    Set-up counts as turn 0. Turns in which the side was not asked belong to the span before.
    """
    by_turn: dict[int, bool] = {}
    for entry in session.history.branch.answered[: session.answer_count]:
        giver = entry.giver.shown
        if entry.side == side and giver in (AnswerSource.PERSON, AnswerSource.MACHINE):
            is_person = giver is AnswerSource.PERSON
            by_turn[entry.turn] = by_turn.get(entry.turn, False) or is_person
    return list(_spans(sorted(by_turn.items())))


def _spans(turns: list[tuple[int, bool]]) -> Iterator[PlayerSpan]:
    for is_person, run in groupby(turns, key=lambda each: each[1]):
        numbers = [turn for turn, _ in run]
        yield PlayerSpan(numbers[0], numbers[-1], is_person)


def player_text(session: Session, side: str, language: str | None = None) -> str:
    """Name who played a side: its seat, or where players changed, each with its turns."""
    spans = [span for span in player_spans(session, side) if span.last]
    seat = session.seats[side]
    if len(spans) < 2:
        is_other = bool(spans) and spans[0].is_person == seat.is_automatic
        return _player(seat, spans[0].is_person if is_other else None, language)
    said = [
        text("overview.played-turns", language, player=_player(seat, span.is_person, language),
             first=max(span.first, 1), last=span.last)
        for span in spans
    ]  # fmt: skip
    return text("overview.comma", language).join(said)


def _player(seat: Seat, is_person: bool | None, language: str | None) -> str:
    """Name a player; where the seat is another's by now, only a person or the computer."""
    if is_person is None or is_person != seat.is_automatic:
        return player_named(str(seat), language)
    return text("overview.by-person" if is_person else "overview.by-computer", language)
