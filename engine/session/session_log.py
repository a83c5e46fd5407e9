"""A session as a viewer may read it: the known answers, branches, time line, log and recap.

An answer that another side gave, and that led to nothing the viewer may know of, has no place
here: neither its number nor how many there are of its kind can be read off a time line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from engine.narration.scenario_names import ScenarioNames
from engine.play.game import Game
from engine.play.position import PositionCache
from engine.scenario.scenario import Scenario
from engine.session import visible_position
from engine.session.history import Branch, History, can_be_translated
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


class KnownCourse:
    """A branch as one viewer counts its answers; None is the umpire, who knows all of them.

    A *place* counts the known answers before it, from 0 to `len`: the known answer `n` leads from
    place `n` to place `n + 1`.
    """

    def __init__(self, branch: Branch, viewer: str | None) -> None:
        self.branch, self.viewer = branch, viewer
        self._known: list[int] = []
        self._decided = 0  # the last decision that was looked at: more may come of it

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the known answers, each that of all answers before it."""
        answered = self.branch.answered
        if self.viewer is None:
            return range(len(answered))
        while self._known and self._known[-1] >= self._decided:
            self._known.pop()
        for number in range(self._decided, len(answered)):
            if answered[number].roll is None:
                self._decided = number
            if self._is_known(answered[number]):
                self._known.append(number)
        return self._known

    def __len__(self) -> int:
        return len(self.numbers)

    def knows(self, number: int) -> bool:
        """Return whether the viewer may know of an answer."""
        return self.place_of(number) < self.place_of(number + 1)

    def place_of(self, answers: int) -> int:
        """Return the place of a position after so many answers."""
        return bisect_left(self.numbers, answers)

    def answers_at(self, place: int) -> int:
        """Return after how many answers a place is shown: where its known answer was given."""
        numbers = self.numbers
        return numbers[place] if place < len(numbers) else len(self.branch.answered)

    def last_stop_before(self, place: int) -> int:
        """Return the last place before another where the game waited; else the very first."""
        first, stops = self.first, self._stops
        found = (each for each in reversed(range(first, place)) if self._waits(each, stops))
        return next(found, first)

    def first_stop_after(self, place: int) -> int:
        """Return the first place after another where the game waited; the end if there is none."""
        stops = self._stops
        found = (each for each in range(place + 1, len(self)) if self._waits(each, stops))
        return next(found, len(self))

    @property
    def first(self) -> int:
        """The place where the game first waited for a decision."""
        return self.place_of(self.branch.stops[0])

    def known_before(self, answers: int) -> Iterator[RecordedAnswer]:
        """Yield the known answers before others, the latest first."""
        answered = self.branch.answered
        for number in reversed(self.numbers[: self.place_of(answers)]):
            yield answered[number]

    def knowledge_of_answers(self) -> list[Hashable]:
        """Return what the viewer knows of each answer: alike of two branches that look alike."""
        answered = self.branch.answered
        return [
            (
                answered[number].side,
                answered[number].giver.shown,
                tuple(
                    (tuple(told.words.values()), told.place) for told in self._known_after(number)
                ),
            )
            for number in self.numbers
        ]

    @property
    def _stops(self) -> frozenset[int]:
        return frozenset(self.branch.stops)

    def _waits(self, place: int, stops: frozenset[int]) -> bool:
        return self.answers_at(place) in stops

    def _is_known(self, entry: RecordedAnswer) -> bool:
        """Return True if it is the viewer's own, or led to anything the viewer knows of.

        Dice that fell at once after a decision are part of what came of it.
        """
        if entry.side == self.viewer:
            return True
        is_decision = entry.roll is None
        return any(told.is_for(self.viewer) for told in self._after(entry.number, is_decision))

    def _known_after(self, number: int) -> Iterator[LoggedEvent]:
        return (told for told in self._after(number, False) if told.is_for(self.viewer))

    def _after(self, number: int, with_dice: bool) -> Sequence[LoggedEvent]:
        """Return the events between an answer and the next; the next decision, `with_dice`."""
        answered, told = self.branch.answered, self.branch.told
        following = number + 1
        while with_dice and following < len(answered) and answered[following].roll is not None:
            following += 1
        end = answered[following].events if following < len(answered) else len(told)
        return told[answered[number].events : end]


# --- branches -------------------------------------------------------------------------------------


class KnownBranch(NamedTuple):
    """A branch a viewer can tell from others: its number in the history, where it left which other.

    `came_from` is a place in the list it is part of, `fork` one of the viewer's course.
    """

    number: int
    course: KnownCourse
    came_from: int | None
    fork: int
    name: str


def known_branches(
    branches: Sequence[Branch], current: int, viewer: str | None
) -> list[KnownBranch]:
    """Return the branches a viewer may know of, in the order in which they were begun.

    A branch that looks to the viewer like the beginning of another is not listed: how often the
    enemy has tried something unseen stays secret.
    """
    courses = [KnownCourse(branch, viewer) for branch in branches]
    if viewer is None:
        return [
            KnownBranch(number, courses[number], branch.came_from, branch.fork, branch.name)
            for number, branch in enumerate(branches)
        ]
    stories = [course.knowledge_of_answers() for course in courses]
    merged = _merge(stories, current)
    shown = sorted(merged, key=lambda number: merged[number][0])
    found: list[KnownBranch] = []
    for number in shown:
        shared = [_count_shared(stories[number], stories[one.number]) for one in found]
        fork = max(shared, default=0)
        came_from = shared.index(fork) if shared else None
        name = next(filter(None, (branches[each].name for each in merged[number])), "")
        found.append(KnownBranch(number, courses[number], came_from, fork, name))
    return found


def _merge(stories: list[list[Hashable]], current: int) -> dict[int, list[int]]:
    """Return the branches to be told apart, each with all that look like a beginning of it."""
    longest = sorted(range(len(stories)), key=lambda each: (len(stories[each]), each), reverse=True)
    merged: dict[int, list[int]] = {current: []}
    for number in longest:
        story = stories[number]
        like = next((each for each in merged if stories[each][: len(story)] == story), number)
        merged.setdefault(like, []).append(number)
    return {number: sorted(each) for number, each in merged.items()}


def _count_shared(one: list[Hashable], other: list[Hashable]) -> int:
    """Return how many first entries two stories share."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


# --- the log and the time line --------------------------------------------------------------------


def visible_log_lines(
    history: History, first: int, viewer: str | None, unit: str, language: str | None
) -> Iterator[LogLine]:
    """The events from `first` on that a viewer may know of; only those of a unit if it is named."""
    _require_words_in(history, language or preferred_language())
    branch = history.branch
    before = [entry.events for entry in branch.answered]
    for told in branch.told[first : len(history.game.events)]:
        said = localised(told.words, language)
        if said and told.is_for(viewer) and (not unit or unit in told.place.units):
            since = bisect_right(before, told.number)
            answer = max(since - 1, 0)
            is_umpires = _is_umpires(branch, before, told)
            yield LogLine(told.number, answer, told.rank, said, told.place, since, is_umpires)


def _require_words_in(history: History, language: str) -> None:
    """Word what has happened in a language in which it cannot be read yet."""
    if not can_be_translated(history, language):
        make_events_translatable(history, language)


def _is_umpires(branch: Branch, before: Sequence[int], told: LoggedEvent) -> bool:
    """Return True if an event is the first after an umpire's action or roll."""
    first = bisect_left(before, told.number)
    following = branch.answered[first : bisect_right(before, told.number)]
    return any(entry.giver is AnswerSource.UMPIRE for entry in following)


def log_moments(
    history: History, course: KnownCourse, language: str | None, first: int
) -> Iterator[TimelineEntry]:
    """Yield the moments of a course from a place on, each with the sentence its viewer may read."""
    _require_words_in(history, language or preferred_language())
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


# --- since the last decision ----------------------------------------------------------------------


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
