"""The time line of a session as a picture needs it: moments, stops, and the spans of turns."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_title
from engine.session.session import Session
from engine.session.timeline import TimelineEntry
from engine.texts import text


@dataclass(frozen=True)
class TimelineSpan:
    """A turn or a phase: the positions from `first` to `last`, in long words and in short ones."""

    first: int
    last: int
    words: str
    short: str = ""


class Timeline:
    """Places are counted from 0 to `last` by answers that the viewer may know of.

    Moment `n` leads from place `n` to `n + 1`.
    """

    _names: ScenarioNames

    def __init__(self) -> None:
        self.moments: list[TimelineEntry] = []
        self.turns: list[TimelineSpan] = []
        self.phases: list[TimelineSpan] = []
        self.stops: list[int] = [0]
        self._phases: dict[str, str] = {}  # in words
        self._read_as: object = None

    @property
    def last(self) -> int:
        """Return the number of moments."""
        return len(self.moments)

    def read(self, session: Session, language: str) -> bool:
        """Read on in the branch being played; returns whether there is anything new."""
        read_as = (session, session.history.number, session.viewer, language)
        if read_as != self._read_as:
            self._read_as, self.moments, self._phases = read_as, [], {}
            self._names = ScenarioNames(session.scenario, language)
        elif len(session.course) == self.last:
            return False
        self.moments += session.timeline_entries(language, self.last)
        self.stops = [each.number for each in self.moments if each.is_stop] + [self.last]
        self.turns = self._spans(lambda moment: moment.turn, self._turn)
        self.phases = self._spans(lambda moment: (moment.turn, moment.phase), self._phase)
        return True

    def _spans(
        self,
        key: Callable[[TimelineEntry], object],
        named: Callable[[TimelineEntry], tuple[str, str]],
    ) -> list[TimelineSpan]:
        spans, first = [], 0
        for _, together in groupby(self.moments, key):
            found = list(together)
            spans.append(TimelineSpan(first, first + len(found), *named(found[0])))
            first += len(found)
        return spans

    def _turn(self, moment: TimelineEntry) -> tuple[str, str]:
        if not moment.turn:
            return self._phase(moment)
        words = turn_title(self._names.scenario.game, moment.turn, self._names.language)
        return words, str(moment.turn)

    def _phase(self, moment: TimelineEntry) -> tuple[str, str]:
        phase = moment.phase
        if phase not in self._phases:
            self._phases[phase] = self._names.word("phase", phase)
        return self._phases[phase], ""

    def nearest_stop(self, position: float) -> int:
        """The stop that is nearest to a place between positions."""
        after = bisect_left(self.stops, position)
        around = self.stops[max(after - 1, 0) : after + 1]
        return min(around, key=lambda stop: abs(stop - position))

    def moment(self, number: int) -> TimelineEntry | None:
        """One moment; None past the last."""
        return self.moments[number] if 0 <= number < self.last else None

    def when(self, number: int) -> str:
        """The turn and phase of a moment, in words."""
        moment = self.moments[number]
        phase, _ = self._phase(moment)
        if not moment.turn:
            return phase
        when = turn_title(self._names.scenario.game, moment.turn, self._names.language)
        return text("playtest.when", self._names.language, turn=when, phase=phase)

    def turn_before(self, position: int) -> int:
        """The first stop of a turn, the last before a position."""
        firsts = [self._first_stop(turn) for turn in self.turns]
        return max((first for first in firsts if first < position), default=0)

    def turn_after(self, position: int) -> int:
        """The first stop of the next turn; the end if there is none."""
        firsts = [self._first_stop(turn) for turn in self.turns]
        return min((first for first in firsts if first > position), default=self.last)

    def _first_stop(self, span: TimelineSpan) -> int:
        return self.stops[bisect_left(self.stops, span.first)]
