"""The time line, the log and the recap of a session, as a viewer may read them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.narration.scenario_names import ScenarioNames
from engine.play.game import Game
from engine.play.position import PositionCache
from engine.scenario.scenario import Scenario
from engine.session import visible_position
from engine.session.history import Branch, History
from engine.session.known_course import KnownCourse
from engine.session.replay_restore import make_events_translatable
from engine.session.timeline import (
    NOWHERE,
    AnswerSource,
    LoggedEvent,
    LogLine,
    RecordedAnswer,
    TimelineEntry,
)
from engine.session.visible_position import VisiblePosition, scenario_objectives
from engine.texts import localised, preferred_language, text


def visible_log_lines(
    history: History, first: int, viewer: str | None, unit: str, language: str | None
) -> Iterator[LogLine]:
    """The events from `first` on that a viewer may know of; only those of a unit if it is named."""
    make_events_translatable(history, language or preferred_language())
    branch = history.branch
    before = [entry.events for entry in branch.answered]
    for told in branch.told[first : len(history.game.events)]:
        said = localised(told.words, language)
        if said and told.is_for(viewer) and (not unit or unit in told.place.units):
            since = bisect_right(before, told.number)
            answer = max(since - 1, 0)
            is_umpires = _is_umpires(branch, before, told)
            yield LogLine(told.number, answer, told.rank, said, told.place, since, is_umpires)


def _is_umpires(branch: Branch, before: Sequence[int], told: LoggedEvent) -> bool:
    """Return True if an event is the first after an umpire's action or roll."""
    first = bisect_left(before, told.number)
    following = branch.answered[first : bisect_right(before, told.number)]
    return any(entry.giver is AnswerSource.UMPIRE for entry in following)


def log_moments(
    history: History, course: KnownCourse, language: str | None, first: int
) -> Iterator[TimelineEntry]:
    """Yield the moments of a course from a place on, each with the sentence its viewer may read."""
    make_events_translatable(history, language or preferred_language())
    branch, viewer, scenario = history.branch, course.viewer, history.game.scenario
    stops = set(branch.stops)
    for place, number in enumerate(course.numbers[first:], first):
        entry = branch.answered[number]
        happened = _after(branch, entry)
        shown = next((told for told in happened if _tells(told, viewer)), None)
        is_known = all(told.is_for(viewer) for told in happened)
        yield TimelineEntry(
            place,
            entry.turn,
            entry.phase,
            entry.side,
            entry.giver.shown,
            _sentence(entry, shown, viewer, is_known, scenario, language),
            entry.faces if is_known else None,
            entry.number in stops,
            shown.place if shown else NOWHERE,
        )


def _after(branch: Branch, entry: RecordedAnswer) -> Sequence[LoggedEvent]:
    """The events between an answer and the next."""
    following = entry.number + 1
    answered, told = branch.answered, branch.told
    end = answered[following].events if following < len(answered) else len(told)
    return told[entry.events : end]


def _tells(told: LoggedEvent, viewer: str | None) -> bool:
    """Return True if an event reveals the answer before it to a viewer."""
    return told.is_for(viewer) and not told.rank and any(told.words.values())


def _sentence(
    entry: RecordedAnswer,
    shown: LoggedEvent | None,
    viewer: str | None,
    is_known: bool,
    scenario: Scenario,
    language: str | None,
) -> str:
    """An answer in words: its outcome or else the question, as far as a viewer may know."""
    if shown is not None and (entry.roll is None or not is_known):
        return localised(shown.words, language)
    is_own = viewer in (None, entry.side)
    if entry.asked and (is_own if entry.roll is None else is_known):
        said = {"asked": localised(entry.asked, language), "said": localised(entry.said, language)}
        key = "moment" if entry.roll is None else "moment-rolled"
        return text(f"playtest.{key}", language, **said)
    if entry.roll is not None:
        return text("playtest.moment-dice", language)
    return text(
        "playtest.moment-decided", language, side=ScenarioNames(scenario, language).side(entry.side)
    )


# --- since somebody last decided ------------------------------------------------------------------


@dataclass(frozen=True)
class Recap:
    """The events known to a viewer since the side's last decision, without headings."""

    game: Game[Any]
    viewer: str | None
    language: str | None
    lines: tuple[LogLine, ...]

    def __len__(self) -> int:
        return len(self.lines)

    def visible_position(self, place: int) -> VisiblePosition:
        """The position that an event led to, as the viewer may know it."""
        game, events = self.game, self.lines[place].number + 1
        marks = [mark.events for mark in game.marks]
        mark = game.marks[max(bisect_right(marks, events) - 1, 0)]
        state = mark.state.copy()
        for event in game.events[mark.events : events]:
            event.apply(state)
        views = PositionCache(game.rules, state)
        aims = scenario_objectives(game.scenario, self.language)
        return visible_position.visible_position(game, views, self.viewer, aims, self.language)


def make_session_recap(
    history: History, course: KnownCourse, asked: str, language: str | None = None
) -> Recap:
    """Return what has happened since the asked side last decided, or since the beginning.

    What came of that decision is part of it. Decisions the viewer may not know of do not count.
    """
    viewer = course.viewer
    lines = visible_log_lines(
        history, _last_decided(course, history.at, asked), viewer, "", language
    )
    return Recap(history.game, viewer, language, tuple(each for each in lines if not each.rank))


def _last_decided(course: KnownCourse, at: int, asked: str) -> int:
    """Return how many events there were before the side that is asked last answered freely."""
    given = [entry for entry in course.known_before(at) if entry.giver is AnswerSource.PERSON]
    own = (entry.events for entry in given if entry.side in (asked, ""))
    anybodys = (entry.events for entry in given)
    return next(own, next(anybodys, 0)) if asked else next(anybodys, 0)
