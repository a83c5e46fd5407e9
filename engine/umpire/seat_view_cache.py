"""The desks of seats that command the same, put together once per change and numbered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.play.arm_commands import CommandScope
from engine.texts import text_languages
from engine.umpire import seat_view
from engine.umpire.seat_briefing import seat_briefing
from engine.umpire.seats import PlayerSeat
from engine.umpire.side_report import SideLog
from engine.umpire.umpired_game_state import UmpiredGameState

UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class _Own:
    """A seat's own part of its desk: the number, and that at which the question was first asked."""

    number: int
    asked_since: int
    shared: int  # the version of what is shared
    asked: int  # the version of the question
    stamp: Hashable
    values: dict[str, Any]


class SeatViewCache:
    """A cache of the views of seats with the same command, a side or an arm of it.

    A desk's number grows when the desk changes, and only then, so that it does not reveal that
    others are at work.
    """

    def __init__(self, command: CommandScope, first: int) -> None:
        self.command, self.side, self._first = command, command.side, first
        self._moves = UNKNOWN
        self._stamp: Hashable = None
        self._papers: dict[str, Any] = {}
        self._position: dict[str, Any] = {}
        self._happened = SideLog(self.side)
        self._chapters: dict[str, Any] = {}
        self._shared: dict[str, Any] = {}
        self._texts: dict[str, str] = {}  # what is shared, part by part
        self._question = ""
        self._version = self._asked = 0
        self._owns: dict[str, _Own] = {}
        self._reached = UNKNOWN  # the move as of which the circle is
        self._circle: Hashable = ()  # seats of the side out of reach; the languages heard
        self._places: dict[str, tuple[Hashable, dict[str, Any]]] = {}

    def desk(self, table: UmpiredGameState, seat: PlayerSeat) -> dict[str, Any]:
        """A seat's desk."""
        own = self._told(table, seat)
        return {"number": own.number, **own.values, **self._shared}

    def number(self, table: UmpiredGameState, seat: PlayerSeat) -> int:
        """The number of a seat's desk."""
        return self._told(table, seat).number

    def question_view_number(self, table: UmpiredGameState, seat: PlayerSeat) -> int:
        """The number of the desk on which the present question first stood."""
        return self._told(table, seat).asked_since

    def question_id(self, table: UmpiredGameState) -> str:
        """An id of the present question, which survives a crash, unlike the numbers of desks."""
        self._share(table)
        return str(self._shared["question_id"])

    def _told(self, table: UmpiredGameState, seat: PlayerSeat) -> _Own:
        self._share(table)
        was, stamp = self._owns.get(seat.id), seat_view.post_stamp(table)
        if was is not None and was.stamp == stamp and was.shared == self._version:
            return was
        now = self._renewed(table, seat, was, stamp)
        self._owns[seat.id] = now
        return now

    def _renewed(
        self, table: UmpiredGameState, seat: PlayerSeat, was: _Own | None, stamp: Hashable
    ) -> _Own:
        """A seat's own part after a change, with a new number if the change is visible to it."""
        if was is not None and was.stamp == stamp:  # the change is of what all seats share
            values = was.values
        else:
            values = {**self._place(table, seat), **seat_view.seat_mail_view(table, seat)}
        if was is None:
            first = self._first
            return _Own(first, first, self._version, self._asked, stamp, values)
        if was.shared == self._version and was.values == values:
            return replace(was, stamp=stamp)
        values = reuse_unchanged(was.values, values)
        number = was.number + 1
        since = was.asked_since if was.asked == self._asked else number
        return _Own(number, since, self._version, self._asked, stamp, values)

    def _place(self, table: UmpiredGameState, seat: PlayerSeat) -> dict[str, Any]:
        """Return who sits there with whom: as before, until others are out of reach."""
        if self._reached != table.moves:
            self._reached, everybody = table.moves, table.seats.values()
            mates = (one for one in everybody if one.side == self.side)
            unheard = tuple(one.id for one in mates if not table.may_write_to(seat, one))
            self._circle = unheard, text_languages()
        known = self._places.get(seat.id)
        if known is None or known[0] != self._circle:
            known = self._places[seat.id] = self._circle, seat_view.seat_identity_view(table, seat)
        return known[1]

    def _share(self, table: UmpiredGameState) -> None:
        """Put together the shared parts of the side's desks, where something may have changed."""
        stamp = (table.moves, table.books[self.side].revision, table.is_closed)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        scenario = table.game.scenario
        self._papers = self._papers or {
            **seat_view.seat_heading(scenario),
            **seat_briefing(scenario, self.side),
        }
        if self._moves != table.moves:
            self._moves, self._position = table.moves, seat_view.position_view(table, self.side)
            self._chapters = self._happened.chapters(table)
        asked = seat_view.pending_decision(table, self.command)
        ordered = asked.pop("with_orders")
        units = [{**unit, "has_order": unit["id"] in ordered} for unit in self._position["units"]]
        told = {**self._papers, **self._chapters}
        question = _spell([asked["question"], asked["options"]])
        self._asked += question != self._question
        self._question = question
        asked["question_id"] = _digest(question)
        self._keep({**self._position, **asked, "units": units, **told})

    def _keep(self, shared: dict[str, Any]) -> None:
        """Take over what is shared; a part that reads as before stays the object it was.

        So neither this nor who writes it out need do so again.
        """
        before, texts = self._shared, {}
        for key, value in shared.items():
            was = before.get(key)
            texts[key] = self._texts[key] if was is value and key in before else _spell(value)
            if texts[key] == self._texts.get(key):
                shared[key] = was
        self._version += texts != self._texts
        self._shared, self._texts = shared, texts


def reuse_unchanged(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The values of now; what is as before is the same object: it need not be encoded again."""
    return {key: _same(before.get(key), value) for key, value in now.items()}


def _same(before: object, now: object) -> object:
    return before if before == now and type(before) is type(now) else now


def _digest(words: str) -> str:
    return hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _spell(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
