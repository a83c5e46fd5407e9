"""Messages, bulletins and the umpire's own notes."""

from __future__ import annotations

from typing import NamedTuple

from studio.playtest.session.moments import Words

MOST_LETTERS = 8000  # of one message, note, or bulletin in one language


class Message(NamedTuple):
    """Something written: `sender` and `to` are seats, sides, or the umpire."""

    time: float
    turn: int
    sender: str
    to: str
    words: str


class Bulletin(NamedTuple):
    """What the umpire told a side or a seat, by language."""

    time: float
    turn: int
    to: str
    words: Words


class Note(NamedTuple):
    """A note of the umpire's, for nobody else."""

    time: float
    turn: int
    words: str
