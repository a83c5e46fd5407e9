"""A line of sight that adds up what it passes, explained step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, distance
from engine.hexes.labels import Labels
from engine.sight.hindrance_rules import (
    HindranceRules,
    LineEffect,
    PassedFeature,
    SightTerrain,
    line_modifier,
)
from engine.sight.sight_profile import Profile, ProfilePoint


@dataclass(frozen=True, slots=True)
class HindranceProfile(Profile):
    """A line from `start` into `end`: what it passes, in this order, and what that adds up to.

    `points` are the hexes between for the chart, from the low end up; what blocks by more than its
    height stands one level high there. `is_far` is a line longer than anybody sees. `hides_within`
    is how near the low end something must stand to hide it, where the game knows such a bound.
    """

    passed: tuple[PassedFeature, ...] = ()
    is_far: bool = False
    hides_within: int | None = None

    @property
    def modifier(self) -> int | None:
        """Return the modifier of the line from start to end; None if it is blocked."""
        return None if self.is_far else line_modifier(self.passed)

    @property
    def is_clear(self) -> bool:
        """Return True if the two hexes see each other."""
        return self.modifier is not None

    @property
    def blocking(self) -> ProfilePoint | None:
        """Return the point at which the line is blocked first, seen from the start."""
        at = next((each for each in self.passed if each.does is LineEffect.BLOCKS), None)
        if at is None:
            return None
        return next((point for point in self.points if point.hex in at.hexes), self._end(at))

    @property
    def hiding(self) -> ProfilePoint | None:
        """Return the point that hides the low end, the nearest to it; None if none does."""
        if self.hides_within is None:
            return None
        lower = (p for p in self.points if p.blocks and p.level < self.high_level)
        return min(lower, key=lambda point: point.distance, default=None)

    @property
    def blind(self) -> tuple[int, ...]:
        """The distances from the low end that lie hidden behind what stands on the line."""
        within, standing = self.hides_within or 0, [p for p in self.points if p.cover]
        hidden = {p.distance - n for p in standing for n in range(1, within + 1)}
        return tuple(sorted(at for at in hidden if at >= 0))

    def hidden_end_values(self, labels: Labels) -> dict[str, str | int] | None:
        """Return the values of a sentence on a hidden end; None if nothing hides it."""
        hiding = self.hiding
        if hiding is None or self.hides_within is None:
            return None
        named = {"hex": labels.label(hiding.hex), "low": labels.label(self.low)}
        return {**named, "away": hiding.distance, "within": self.hides_within}

    def _end(self, at: PassedFeature) -> ProfilePoint:
        """Return the blocking feature as a point, if it is not a hex between the ends."""
        hex_, level = at.hexes[-1], self.high_level
        return ProfilePoint(hex_, None, at.distance, level, 0, level, Fraction(level), True)

    def as_json(self, grid: Grid) -> dict[str, Any]:
        """The profile as `sandtable sight MAP FROM TO --json` prints it, with all it passes."""
        told = Profile.as_json(self, grid)
        if self.hiding is not None:
            told["hidden"] = {"by": grid.name(self.hiding.hex), "within": self.hides_within}
        return {**told, "modifier": self.modifier, "passed": list(self._passed_as_json(grid))}

    def _passed_as_json(self, grid: Grid) -> Iterator[dict[str, Any]]:
        for each in self.passed:
            told: dict[str, Any] = {"distance": each.distance}
            told["hexes"] = [grid.name(hex_) for hex_ in each.hexes]
            if each.side is not None:
                told["side"] = [grid.name(each.side.first), grid.name(each.side.second)]
            told |= {"does": each.does.value, "adds": each.adds}
            yield {**told, "rule": each.rule} if each.rule else told


def fold_profile(
    country: SightTerrain,
    folding: HindranceRules,
    a: Hex,
    b: Hex,
    passed: tuple[PassedFeature, ...],
    is_far: bool,
) -> HindranceProfile:
    """The profile of a line whose steps are known."""
    level_a, level_b = country.level_at(a), country.level_at(b)
    assert level_a is not None
    assert level_b is not None
    low, high = (a, b) if level_a <= level_b else (b, a)
    ends = min(level_a, level_b), max(level_a, level_b)
    points = tuple(_points(country, a, low, distance(a, b), ends, passed))
    ordered = points if low == a else points[::-1]
    within = folding.near_only.get(ends[1] - ends[0])
    return HindranceProfile(a, b, low, high, *ends, distance(a, b), ordered, passed, is_far, within)


def _points(
    country: SightTerrain,
    a: Hex,
    low: Hex,
    length: int,
    ends: tuple[int, int],
    passed: tuple[PassedFeature, ...],
) -> Iterator[ProfilePoint]:
    """The hexes between the ends, each once; of two beside a hexside the lower."""
    seen: set[tuple[Hex, ...]] = set()
    for each in passed:
        is_between = each.side is None and each.distance < length
        if not is_between or each.hexes in seen:
            continue
        seen.add(each.hexes)
        on_map = [hex_ for hex_ in each.hexes if country.level_at(hex_) is not None]
        if not on_map:
            continue
        hex_ = min(on_map, key=lambda at: (country.level_at(at), at))
        beside = next((other for other in each.hexes if other != hex_), None)
        level = country.level_at(hex_)
        assert level is not None
        from_low = each.distance if low == a else length - each.distance
        cover = int(country.on_hex(hex_).blocks)
        limit = ends[0] + Fraction(from_low * (ends[1] + 1 - ends[0]), max(length, 1))
        blocks = each.does is LineEffect.BLOCKS
        yield ProfilePoint(hex_, beside, from_low, level, cover, level + cover, limit, blocks)
