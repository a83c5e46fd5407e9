"""Messages, bulletins and the umpire's own notes: who may write to whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from engine.play.decisions import UMPIRE
from engine.session.timeline import Words
from engine.umpire.game_record import Line
from engine.umpire.observers import OBSERVERS, ObserverList
from engine.umpire.safe_text import sanitise_text
from engine.umpire.seats import OWN_SIDE, PlayerSeat
from engine.umpire.umpire_refusals import refuse

MAX_LETTERS = 8000  # of one message, note, or bulletin in one language
MAX_A_MINUTE = 12  # messages of a seat
MINUTE = 60.0  # seconds


class Message(NamedTuple):
    """A message: `sender` and `to` are seats, sides, or the umpire.

    `unheard` are the seats of the side that it did not reach. `is_refusal`: the words are the
    reason why something was refused.
    """

    time: float
    turn: int
    sender: str
    to: str
    words: str
    is_refusal: bool = False
    unheard: tuple[str, ...] = ()


class Bulletin(NamedTuple):
    """A bulletin of the umpire to a side or a seat, by language."""

    time: float
    turn: int
    to: str
    words: Words


class UmpireNote(NamedTuple):
    """A note of the umpire's, not shown to others."""

    time: float
    turn: int
    words: str


class Mail:
    """The messages of a game, besides the orders."""

    def __init__(
        self,
        sides: Sequence[str],
        seats: Mapping[str, PlayerSeat],
        may_talk: bool,
        reaches: Callable[[PlayerSeat, PlayerSeat], bool],
    ) -> None:
        """`may_talk`: messages within a side are allowed, to whom a seat `reaches`."""
        self.sides, self.seats, self.may_talk = sides, seats, may_talk
        self._reaches = reaches
        self.muted: frozenset[str] = frozenset()  # seats that may write no messages
        self.guests: ObserverList | None = None
        self.messages: list[Message] = []
        self.bulletins: list[Bulletin] = []
        self.notes: list[UmpireNote] = []

    def take(self, act: Line, now: float, turn: int) -> None:
        """Take the message in an act of the record."""
        match act["act"]:
            case "write":
                self._write(act, now, turn)
            case "say":
                to = self._addressee(act["to"])
                words, is_refusal = check_letter(act["words"]), bool(act.get("is_refusal"))
                self.messages.append(Message(now, turn, UMPIRE, to, words, is_refusal))
            case "announce":
                self._announce(act, now, turn)
            case "note":
                self.notes.append(UmpireNote(now, turn, check_letter(act["words"])))
            case "talk":
                self.may_talk = bool(act["is_allowed"])
            case "mute":
                self._mute(act["seat"], is_muted=bool(act["is_muted"]))

    def _write(self, act: Line, now: float, turn: int) -> None:
        """A message of a seat's to the umpire, to its side, or to another seat of its side."""
        seat, to = act["seat"], act["to"]
        if seat in self.muted:
            refuse("muted")
        side, unheard = self.seats[seat].side, self.unreachable_seats(seat)
        if to != UMPIRE:
            self._check(to, side, seat, unheard)
        to = side if to == OWN_SIDE else to
        missed = unheard if to == side else ()
        words = check_letter(act["words"])
        self.messages.append(Message(now, turn, seat, to, words, unheard=missed))

    def _mute(self, seat: str, *, is_muted: bool) -> None:
        if seat not in self.seats:
            refuse("no-such-seat")
        self.muted = self.muted | {seat} if is_muted else self.muted - {seat}

    def check_pace(self, seat: str, now: float) -> None:
        """Refuse another message of a seat that has written too many in the last minute.

        Records are not asked: what was taken once is taken again.
        """
        recent = takewhile(lambda one: one.time > now - MINUTE, reversed(self.messages))
        if sum(one.sender == seat for one in recent) >= MAX_A_MINUTE:
            refuse("too-many-messages", most=MAX_A_MINUTE)

    def _check(self, to: str, side: str, seat: str, unheard: Sequence[str]) -> None:
        """Refuse an addressee whom a seat may not write to."""
        mates = self._mates(seat)
        if to not in (OWN_SIDE, side, *mates):
            refuse("no-such-addressee")
        if not self.may_talk:
            refuse("may-not-talk")
        if to in unheard or (mates and len(unheard) == len(mates)):
            refuse("out-of-reach")

    def _mates(self, seat: str) -> list[str]:
        side = self.seats[seat].side
        return [one.id for one in self.seats.values() if one.side == side and one.id != seat]

    def unreachable_seats(self, seat: str) -> tuple[str, ...]:
        """The seats of its side that a seat may not write to now."""
        own = self.seats[seat]
        return tuple(one for one in self._mates(seat) if not self._reaches(own, self.seats[one]))

    def _announce(self, act: Line, now: float, turn: int) -> None:
        to = act["to"] if self._is_guest(act["to"]) else self._addressee(act["to"])
        kept = {
            each: check_letter(said)
            for each, said in act["words"].items()
            if sanitise_text(said).strip()
        }
        if not kept:
            refuse("nothing-written")
        self.bulletins.append(Bulletin(now, turn, to, kept))

    def _is_guest(self, to: str) -> bool:
        """Return True if a bulletin is for all observers, or one of them."""
        return to == OBSERVERS or (self.guests is not None and to in self.guests.all)

    def _addressee(self, to: str) -> str:
        """A side or a seat the umpire may write to."""
        if to not in self.sides and to not in self.seats:
            refuse("no-such-addressee")
        return to


def check_letter(words: str) -> str:
    """Words as they are stored; Refused if empty or too long."""
    if not sanitise_text(words).strip():
        refuse("nothing-written")
    return check_short_text(words)


def check_short_text(words: str) -> str:
    """Words as they are stored, possibly none; Refused if too long."""
    if len(words) > MAX_LETTERS:
        refuse("too-long", most=MAX_LETTERS)
    return sanitise_text(words)
