"""Lines of sight that add up what they pass: blocked, or open and hindered by so much.

A game says what hexes and hexsides do to a line that meets them (`HexEffect`, `HexsideEffect`),
what ground does by its level, and how a run along hexsides is judged (`HindranceRules`). `fold` is
the readable definition over `trace`: it lists every step and its effect. The compiled kernels must
agree with it (`docs/design/sight.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import NamedTuple, Protocol

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, HexSide, distance
from engine.sight.line_trace import LineStep, TraceRule, trace


class HexEffect(NamedTuple):
    """The effect of a hex on lines: it blocks lines through it, and hinders those into it."""

    blocks: bool = False
    hinders: int = 0

    def with_(self, other: HexEffect) -> HexEffect:
        """Both in one hex."""
        return HexEffect(self.blocks or other.blocks, self.hinders + other.hinders)


class HexsideEffect(NamedTuple):
    """The effect of a hexside on lines across and along it.

    Crossed, it does not hinder out of the hex it bounds, and does not block where it bounds either
    end. Along it a line is always hindered, or blocked.
    """

    blocks: bool = False
    hinders: int = 0


OPEN, NO_SIDE = HexEffect(), HexsideEffect()


class LevelEffect(IntEnum):
    """The effect of ground between two ends by its level alone."""

    NOTHING = 0
    SLOPE = 1  # one of these on a line is a slope, a second blocks
    BLOCKS = 2
    EDGE = 3  # it blocks next to the higher end, and nowhere else


class AlongHexsideRule(StrEnum):
    """The rule for the hexes beside a run along hexsides."""

    WHOLE = "whole"
    """Over the whole run. What blocks on both sides blocks, wherever it stands. Where one side
    blocks or hinders and the other hinders, the hindrances of both count, less 1 if neither side
    blocks. A side that is open spares the line everything, but along a hexside that hinders no side
    is open: every hindrance counts."""
    EACH = "each"
    """Hexside by hexside: what blocks on both sides blocks, by what stands there or by its level;
    what both hinder hinders."""


class LineEffect(StrEnum):
    """The effect of a step on its line."""

    NOTHING = "nothing"
    HINDERS = "hinders"
    BLOCKS = "blocks"
    SLOPE = "slope"
    BESIDE = "beside"  # it lies beside a run, and counts with the rest of it
    PASSED_OVER = "passed-over"  # it would block, but stands too far from the lower end


class LineSubject(StrEnum):
    """The subjects of judgement on a line, each with a rule of its own."""

    GROUND = "ground"  # what stands in a hex and blocks
    BLIND = "blind"  # the same between ends of different levels; as `ground` where it has no rule
    HINDRANCE = "hindrance"  # what stands in a hex and hinders
    LEVEL = "level"  # how high a hex lies
    CREST = "crest"  # the same between ends of different levels; as `level` where it has no rule
    SIDE = "side"  # a hexside that hinders
    BARRIER = "barrier"  # a hexside that blocks
    RUN = "run"  # what lies beside hexsides that the line runs along


def _any_level(low: int, high: int, between: int) -> LevelEffect:
    return LevelEffect.NOTHING


@dataclass(frozen=True, eq=False)
class HindranceRules:
    """The rules by which a game judges what a line passes.

    `rise` gives the effect of a hex between by its level: (lower end, higher end, hex). `near_only`
    has, by the difference of the ends' levels, 1 or more, within how many hexes of the lower end
    something must stand to block; differences not named have no such bound. `rules` are the numbers
    of the rules by their subjects.
    """

    runs: AlongHexsideRule = AlongHexsideRule.WHOLE
    rise: Callable[[int, int, int], LevelEffect] = _any_level
    near_only: Mapping[int, int] = field(default_factory=dict)
    rules: Mapping[LineSubject, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert 0 not in self.near_only, "of two ends as high neither is the lower"

    def may_block(self, difference: int, from_low: int) -> bool:
        """Return True if something so many hexes from the lower end can block."""
        return from_low <= self.near_only.get(difference, from_low)

    def rule(self, matter: LineSubject, difference: int) -> str:
        """The number of the rule by which something is judged; none where it has no number."""
        if difference and _UNEVEN.get(matter) in self.rules:
            matter = _UNEVEN[matter]
        return self.rules.get(matter, "")


_UNEVEN = {LineSubject.GROUND: LineSubject.BLIND, LineSubject.LEVEL: LineSubject.CREST}


class SightTerrain(Protocol):
    """The parts of a map that line of sight needs; nothing off the map has an effect."""

    @property
    def grid(self) -> Grid:
        """The hexes of the sheet."""

    def on_hex(self, hex_: Hex) -> HexEffect:
        """Return the effect of a hex."""

    def on_side(self, side: HexSide) -> HexsideEffect:
        """Return the effect of a hexside."""

    def level_at(self, hex_: Hex) -> int | None:
        """The level of a hex; None off the map."""


@dataclass(frozen=True, slots=True)
class PassedFeature:
    """One thing a line passes and what that does: the hexes or the hexside, by which rule.

    `distance` counts from the start. What is judged over several steps together, a run or two
    slopes, is listed once more at its end with all its hexes.
    """

    distance: int
    hexes: tuple[Hex, ...]
    side: HexSide | None = None
    does: LineEffect = LineEffect.NOTHING
    adds: int = 0
    rule: str = ""


def line_modifier(passed: tuple[PassedFeature, ...]) -> int | None:
    """Return the modifier of a line; None if it is blocked."""
    if any(each.does is LineEffect.BLOCKS for each in passed):
        return None
    return sum(each.adds for each in passed if each.does is LineEffect.HINDERS)


def judge_line(
    country: SightTerrain,
    folding: HindranceRules,
    a: Hex,
    b: Hex,
    kind: TraceRule = TraceRule.CROSSED,
) -> tuple[PassedFeature, ...]:
    """Return the features the line from a to b passes, in order, with their effects.

    It is blocked both ways or neither; hindrance may differ. Raises ValueError if an end is off the
    map.
    """
    steps = tuple(trace(country.grid, a, b, kind))
    return tuple(_Line(country, folding, a, b).passed(steps)) if steps else ()


class _Beside:
    """The features on one side of a run."""

    def __init__(self) -> None:
        self.blocks, self.hinders, self.slopes = False, 0, 0

    def take(self, ground: _Ground) -> None:
        """Count one more hex on this side."""
        self.blocks |= ground.blocks
        self.hinders += ground.hinders
        self.slopes += ground.is_slope


class _Ground(NamedTuple):
    """The effect of one hex on one line: by the features in it, and by its level."""

    stands: bool
    rises: bool
    hinders: int
    is_slope: bool
    is_passed_over: bool

    @property
    def blocks(self) -> bool:
        """Return True if it blocks by its features or its level."""
        return self.stands or self.rises

    @property
    def matter(self) -> LineSubject:
        """By which it blocks."""
        return LineSubject.GROUND if self.stands else LineSubject.LEVEL


class _Line:
    """One line from a to b as it is followed."""

    def __init__(self, country: SightTerrain, folding: HindranceRules, a: Hex, b: Hex) -> None:
        self.country, self.folding, self.a, self.b = country, folding, a, b
        first, last = country.level_at(a), country.level_at(b)
        assert first is not None
        assert last is not None
        self.low, self.high, self.begins_low = min(first, last), max(first, last), first <= last
        self.length = distance(a, b)
        self.left, self.right = _Beside(), _Beside()
        self.beside: list[Hex] = []
        self.is_walled = False
        self.slopes: list[tuple[Hex, ...]] = []

    def passed(self, steps: tuple[LineStep, ...]) -> Iterator[PassedFeature]:
        for step in steps:
            if step.along is not None:
                yield from self._run(step, step.along)
                continue
            for side in step.sides:
                yield from self._cross(step, side)
            for hex_ in step.hexes:
                yield self._enter(step, hex_)
        yield from self._judge_run()
        if len(self.slopes) > 1:
            hexes = dict.fromkeys(hex_ for each in self.slopes for hex_ in each)
            yield self._passed(steps[-1], tuple(hexes), LineEffect.BLOCKS, LineSubject.LEVEL)

    # --- hexes and hexsides on the line --------------------------------------------------------

    def _enter(self, step: LineStep, hex_: Hex) -> PassedFeature:
        if hex_ == self.b:
            hinders = self.country.on_hex(hex_).hinders
            return self._hindered(step, (hex_,), hinders, LineSubject.HINDRANCE)
        ground = self._ground(step, hex_)
        if ground.blocks:
            return self._passed(step, (hex_,), LineEffect.BLOCKS, ground.matter)
        if ground.is_slope:
            self.slopes.append((hex_,))
            if not ground.hinders:
                return self._passed(step, (hex_,), LineEffect.SLOPE, LineSubject.LEVEL)
        if ground.is_passed_over and not ground.hinders:
            return self._passed(step, (hex_,), LineEffect.PASSED_OVER, LineSubject.GROUND)
        return self._hindered(step, (hex_,), ground.hinders, LineSubject.HINDRANCE)

    def _cross(self, step: LineStep, side: HexSide) -> Iterator[PassedFeature]:
        lies, bounds = self.country.on_side(side), (side.first, side.second)
        if lies.blocks and self.a not in bounds and self.b not in bounds:
            yield self._passed(step, bounds, LineEffect.BLOCKS, LineSubject.BARRIER, side)
        elif lies.hinders:
            hinders = 0 if self.a in bounds else lies.hinders
            yield self._hindered(step, bounds, hinders, LineSubject.SIDE, side)

    def _ground(self, step: LineStep, hex_: Hex) -> _Ground:
        """Return the effect of a hex between the ends, by its features and its level."""
        level, lies = self.country.level_at(hex_), self.country.on_hex(hex_)
        if level is None:
            return _Ground(False, False, 0, False, False)
        rise = self.folding.rise(self.low, self.high, level)
        from_low = step.distance if self.begins_low else self.length - step.distance
        stands = lies.blocks and self.folding.may_block(self.high - self.low, from_low)
        is_at_edge = rise is LevelEffect.EDGE and self.length - from_low == 1
        rises, is_slope = rise is LevelEffect.BLOCKS or is_at_edge, rise is LevelEffect.SLOPE
        return _Ground(stands, rises, lies.hinders, is_slope, lies.blocks and not stands)

    # --- runs along hexsides -------------------------------------------------------------------

    def _run(self, step: LineStep, along: HexSide) -> Iterator[PassedFeature]:
        lies, pair = self.country.on_side(along), [self._ground(step, h) for h in step.hexes]
        if lies.blocks:
            yield self._passed(step, step.hexes, LineEffect.BLOCKS, LineSubject.BARRIER, along)
        elif lies.hinders:
            self.is_walled = True
            yield self._hindered(step, step.hexes, lies.hinders, LineSubject.SIDE, along)
        if self.folding.runs is AlongHexsideRule.EACH:
            yield self._between(step, pair)
            return
        self.left.take(pair[0])
        self.right.take(pair[1])
        self.beside += step.hexes
        yield self._passed(step, step.hexes, LineEffect.BESIDE, LineSubject.RUN)

    def _between(self, step: LineStep, pair: list[_Ground]) -> PassedFeature:
        """Two hexes with the line between them, judged by themselves."""
        if all(ground.blocks for ground in pair):
            return self._passed(step, step.hexes, LineEffect.BLOCKS, LineSubject.RUN)
        if all(ground.is_slope for ground in pair):
            self.slopes.append(step.hexes)
        return self._hindered(step, step.hexes, min(g.hinders for g in pair), LineSubject.RUN)

    def _judge_run(self) -> Iterator[PassedFeature]:
        """All hexes beside hexsides the line has run along, together (`AlongHexsideRule.WHOLE`)."""
        left, right, hexes = self.left, self.right, tuple(self.beside)
        if not hexes:
            return
        for _ in range(min(left.slopes, right.slopes)):
            self.slopes.append(hexes)
        end = LineStep(self.length, hexes, None, ())
        if left.blocks and right.blocks:
            yield self._passed(end, hexes, LineEffect.BLOCKS, LineSubject.RUN)
        elif self.is_walled and (left.hinders or right.hinders):
            yield self._hindered(end, hexes, left.hinders + right.hinders, LineSubject.RUN)
        elif (left.hinders and (right.blocks or right.hinders)) or (right.hinders and left.blocks):
            spared = 0 if left.blocks or right.blocks else 1
            yield self._hindered(end, hexes, left.hinders + right.hinders - spared, LineSubject.RUN)

    # --- telling -------------------------------------------------------------------------------

    def _hindered(
        self,
        step: LineStep,
        hexes: tuple[Hex, ...],
        by: int,
        matter: LineSubject,
        side: HexSide | None = None,
    ) -> PassedFeature:
        """Return the step that hinders by an amount, or not at all."""
        if not by:
            rule = self._rule(matter) if side else ""
            return PassedFeature(step.distance, hexes, side, rule=rule)
        return PassedFeature(step.distance, hexes, side, LineEffect.HINDERS, by, self._rule(matter))

    def _passed(
        self,
        step: LineStep,
        hexes: tuple[Hex, ...],
        does: LineEffect,
        matter: LineSubject,
        side: HexSide | None = None,
    ) -> PassedFeature:
        return PassedFeature(step.distance, hexes, side, does, 0, self._rule(matter))

    def _rule(self, matter: LineSubject) -> str:
        return self.folding.rule(matter, self.high - self.low)
