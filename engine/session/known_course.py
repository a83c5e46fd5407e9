"""The answers of a branch that one viewer may know of, counted by themselves.

An answer that another side gave, and that led to nothing the viewer may know of, has no place
here: neither its number nor how many there are of its kind can be read off a time line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from engine.session.history import Branch
from engine.session.timeline import LoggedEvent, RecordedAnswer


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
        """The place where the game first waited for a person."""
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
        """Return whether it is the viewer's own, or had any effect the viewer knows of.

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
    """A branch that a viewer can distinguish: its number, its parent and its fork.

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

    A branch that looks to the viewer like the beginning of another is no other: how often the enemy
    has tried something unseen stays secret.
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
