"""A table stored in its record: under one lock every act is done, recorded, then announced."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

from engine.problems import SandtableError
from engine.session.session import Session
from engine.texts import text, text_languages, use_language
from engine.umpire import game_record
from engine.umpire.game_record import REOPENED, InvalidRecordError, Line, ParsedGameRecord
from engine.umpire.game_setup import BROKEN, build_state
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game_state import GameTerms, UmpiredGameState


class ActRecord(Protocol):
    """A record of acts."""

    path: Path

    def append(self, line: Line) -> None:
        """Write an act down; SaveError leaves none of it."""
        ...

    def end_loose_line(self) -> None:
        """End a line that was cut short."""
        ...

    def close(self) -> None:
        """Write nothing more."""
        ...


class RecordedGame:
    """A table, its record, and the listeners to changes."""

    def __init__(
        self, table: UmpiredGameState, scenario: Path, head: Line, file: ActRecord
    ) -> None:
        self._table, self._path, self._head, self._record = table, scenario, head, file
        self._lock = threading.RLock()
        self._listening, self._listeners = threading.Lock(), list[Callable[[], None]]()
        self._acts: list[Line] = []
        self._done: dict[tuple[str, str], str] = {}  # by seat and id: the order it wrote
        self._number = 0
        self._ahead = 0.0  # seconds this game is ahead of a clock that was set back

    @property
    def session(self) -> Session:
        """The game, to be read only: the room alone changes it."""
        return self._table.session

    @property
    def terms(self) -> GameTerms:
        """Return the terms agreed before the game."""
        return self._table.terms

    @property
    def seats(self) -> Mapping[str, PlayerSeat]:
        """The seats by their ids."""
        return self._table.seats

    @property
    def record_path(self) -> Path:
        """The record."""
        return self._record.path

    @property
    def path(self) -> Path:
        """The scenario's file."""
        return self._path

    @property
    def change_count(self) -> int:
        """Return the number of changes so far."""
        return self._number

    @contextmanager
    def locked_session(self) -> Iterator[Session]:
        """The game while the room is locked, for readers of several values that must agree."""
        with self._lock:
            yield self._table.session

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after every change; returns the function that ends this.

        Neither waits for the room: who begins or ends to listen may be the thread of a window.
        """
        with self._listening:
            self._listeners.append(listener)

        def ends() -> None:
            with self._listening:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return ends

    def close(self) -> None:
        """Close the record; afterwards nothing can be done in the room."""
        with self._lock:
            self._record.close()

    # --- doing ------------------------------------------------------------------------------------

    def _change(self, kind: str, /, **fields: Any) -> None:
        with self._changing():
            self._do(kind, **fields)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Lock the room while something changes, then notify the listeners."""
        with self._lock:
            yield
            listeners = list(self._listeners)
        notify_listeners(listeners)

    def _do(self, kind: str, /, **fields: Any) -> None:
        """Do an act and write it down; if either fails, nothing has changed.

        Refused where it cannot be done, SaveError where it cannot be written down.
        """
        values = {"n": len(self._acts) + 1, "time": round(self.time, 3), "act": kind, **fields}
        act: Line = json.loads(game_record.record_line_text(values))
        try:
            self._apply(act)
            self._record.append(act)
        except RefusedError:
            raise  # nothing has changed
        except BaseException:  # an act done in part, or not on the disk, must not be gone on from
            self._table = self._again()
            raise
        self._remember(act)
        self._number += 1

    def _apply(self, act: Line) -> None:
        """Do an act; what the rules say no to is Refused in every language."""
        try:
            self._table.apply(act)
        except RefusedError:
            raise
        except SandtableError as error:
            raise RefusedError(
                {each: self._refusal(act, each) for each in text_languages()}
            ) from error

    def _refusal(self, act: Line, language: str) -> str:
        """Return the reason the rules refuse an act; a refused act changes nothing."""
        with use_language(language):
            try:
                self._table.apply(act)
            except SandtableError as error:
                return str(error)
        raise AssertionError(f"refused before, and done now: {act}")

    @property
    def time(self) -> float:
        """Seconds since 1970, as the game keeps it."""
        return monotonic_now() + self._ahead

    @property
    def _first_number(self) -> int:
        """The number of a desk that is first made now: the time in milliseconds.

        So it is above all numbers from before the host was started again, and counts nothing.
        """
        return int(self.time * 1000)

    def _remember(self, act: Line) -> None:
        """Remember what was done, also under the id a screen gave it."""
        self._acts.append(act)
        if name := act.get("id"):
            side = self._table.seats[act["seat"]].side
            written = f"{side}-{self._table.books[side].written}" if act["act"] == "draft" else ""
            self._done[act["seat"], name] = written

    def _again(self) -> UmpiredGameState:
        """The table rebuilt from its record."""
        table = build_state(self.session.scenario, self._path, self._head)
        for act in self._acts:
            table.apply(act)
        return table

    def _repeat(self, acts: Sequence[tuple[int, Line]]) -> None:
        """Repeat the acts of a record."""
        for line, act in acts:
            try:
                self._table.apply(act)
                self._remember(act)
            except (SandtableError, *BROKEN) as error:
                values = {"file": self.record_path, "line": line, "why": str(error) or repr(error)}
                raise InvalidRecordError(text("umpiring.record-act", None, **values)) from error
        self._number = len(self._acts)

    def _greet(self, written: ParsedGameRecord) -> None:
        """Write down that the game was taken up again."""
        if written.loose:
            self._record.end_loose_line()
        self._ahead = max(0.0, self._table.now - monotonic_now())
        stood = self._table.now or self.time
        self._do(REOPENED, cut=written.loose, stood=stood)


def notify_listeners(listeners: Sequence[Callable[[], None]]) -> None:
    """Call every listener, even if one of them fails."""
    with ExitStack() as calls:
        for listener in reversed(listeners):
            calls.callback(listener)


# --- the time -------------------------------------------------------------------------------------

# Where the system has it, the clock that also counts while the computer sleeps.
_COUNTER = getattr(time, "CLOCK_BOOTTIME", None)


def _count_on() -> float:
    return time.monotonic() if _COUNTER is None else time.clock_gettime(_COUNTER)


_BEGAN, _FROM = time.time(), _count_on()


def monotonic_now() -> float:
    """Seconds since 1970 by this machine's clock as it stood when the program started.

    A clock set back neither gives a side more time nor puts acts of a record out of order.
    """
    return _BEGAN + (_count_on() - _FROM)
