"""A map of hexes a game is played on: what lies there at a moment, and on the way to the next."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

from engine.games import handbook_of, mark_looks_of, result_looks_of
from engine.hexes.hex import Hex
from engine.play.option_targets import EventLocation
from engine.play.position import IMPACT, HexFeature, Spot
from engine.scenario.scenario import Scenario
from engine.session.visible_position import SeenFigure, SeenPiece, VisiblePosition
from engine.texts import LocalText
from studio.canvas import overlay_colours
from studio.canvas.counter_effects import CounterRing, HitEffect, ShotEffect
from studio.canvas.map_canvas import MapCanvas
from studio.canvas.scenario_layers import (
    CounterArrangement,
    CounterLayer,
    DeploymentLayer,
    PlacedCounter,
)
from studio.rendering.counters.carried_units import attach_cargo
from studio.rendering.counters.counter import build_counter_customiser
from studio.rendering.counters.counter_painter import Counter, build_counter, side_colours
from studio.rendering.counters.hex_features import ShellImpact
from studio.rendering.map.deployment import build_deployment

LOST = overlay_colours.LOST
NO_RINGS: Mapping[str, CounterRing] = {}


@dataclass(frozen=True)
class CounterTransition:
    """From one position to the next, with the shots that fell between them, and who was struck."""

    before: VisiblePosition
    after: VisiblePosition
    shots: tuple[tuple[Hex, Hex], ...] = ()
    strikes: tuple[HitEffect, ...] = ()

    @property
    def stages(self) -> tuple[AnimationStage, ...]:
        """Return the stages of the animation in order; none if nothing has changed."""
        parts = (self.shots, self.strikes, self.moved)
        return tuple(stage for stage, part in zip(AnimationStage, parts, strict=True) if part)

    @cached_property
    def moved(self) -> dict[str, Hex]:
        """The units that stand elsewhere afterwards, and where they came from."""
        stood = {piece.id: piece.at for piece in self.before.pieces}
        return {
            piece.id: stood[piece.id]
            for piece in self.after.pieces
            if stood.get(piece.id, piece.at) != piece.at
        }


class AnimationStage(Enum):
    """The stages of an animation."""

    SHOTS = "shots"
    STRIKES = "strikes"
    MOVES = "moves"


class CounterArranger:
    """Makes arrangements for the canvas from positions of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self._colours = side_colours(scenario)
        self._dress = build_counter_customiser(scenario)
        self._types, self._marks = handbook_of(scenario).units(), mark_looks_of(scenario.game)
        self._results = result_looks_of(scenario.game)
        self._map, self._aims = scenario.map, build_deployment(scenario)
        self._made: dict[str, tuple[SeenPiece, Counter]] = {}  # by unit, as last seen
        self._held: tuple[object, DeploymentLayer | None] = None, None

    def counter(self, piece: SeenPiece) -> Counter:
        """A unit's counter, the same one as long as it looks the same."""
        known = self._made.get(piece.id)
        if known is not None and known[0] == piece:
            return known[1]
        orientation = self._map.grid.orientation
        made = build_counter(
            piece, self._colours, self._types, orientation, self._marks, self._dress
        )
        self._made[piece.id] = piece, made
        return made

    def is_held(self, standing: VisiblePosition, language: str) -> DeploymentLayer:
        """The objectives, with the colours of those who hold them.

        What the scenario laid is by now wherever the position says, if anywhere.
        """
        shades = [self._colours.get(aim.holder, "") for aim in standing.objectives]
        told, held = self._held
        if held is None or told != (shades, language):
            held = self._deployed(shades, language)
            self._held = (shades, language), held
        return held

    def _deployed(self, shades: Sequence[str], language: str) -> DeploymentLayer:
        aims = tuple(
            replace(aim, colour=shade) for aim, shade in zip(self._aims.aims, shades, strict=True)
        )
        aside = replace(self._aims, placed={}, waiting=(), aims=aims, plates=(), works={})
        return DeploymentLayer(self._map, aside, language)

    def resting_position(
        self,
        standing: VisiblePosition,
        rings: Mapping[str, CounterRing] = NO_RINGS,
        fanned: Hex | None = None,
    ) -> CounterArrangement:
        """A position at rest."""
        lying = _works(standing)
        return CounterArrangement(
            self._placed(standing), _impacts(standing), (), rings, fanned, lying
        )

    def _placed(self, standing: VisiblePosition) -> tuple[PlacedCounter, ...]:
        return tuple(PlacedCounter(counter, at) for counter, at in self._lying(standing))

    def _lying(self, standing: VisiblePosition) -> Iterator[tuple[Counter, Hex]]:
        """The counters that lie by themselves, riders and weapons on those that have them."""
        pieces, counters = standing.pieces, [*map(self.counter, standing.pieces)]
        holders = {piece.id: of for piece in pieces if (of := piece.inside or piece.bearer)}
        if not holders:
            yield from zip(counters, (piece.at for piece in pieces), strict=True)
            return
        for place, counter in attach_cargo(counters, holders):
            yield counter, pieces[place].at

    def passage(
        self, before: VisiblePosition, after: VisiblePosition, shots: tuple[tuple[Hex, Hex], ...]
    ) -> CounterTransition:
        """From one position to the next."""
        strikes = tuple(self._strikes(before, after))
        return CounterTransition(before, after, shots, strikes)

    def _strikes(self, before: VisiblePosition, after: VisiblePosition) -> Iterator[HitEffect]:
        """Units that are worse off: lost, thinned, or with a mark that a result leaves."""
        now, lost = {piece.id: piece for piece in after.pieces}, {away.id for away in after.lost}
        for piece in before.pieces:
            stands = now.get(piece.id)
            if stands is None:
                if piece.id in lost:
                    yield HitEffect(piece.at, LOST, True, 0.0)
                continue
            gained = set(stands.marks) - set(piece.marks)
            mark = self._results.worst_result(gained) if gained else ""
            if gained and self._results.weight(mark):
                yield HitEffect(piece.at, self._results.colour(mark), False, 0.0)
            elif len(stands.figures) < len(piece.figures):
                yield HitEffect(piece.at, LOST, False, 0.0)

    def between(self, passage: CounterTransition, progress: float) -> CounterArrangement:
        """The arrangement at a share of the way, from 0 to 1: shots fall first, then units move."""
        stages = passage.stages
        gone = min(progress, 1.0) * len(stages)
        number = min(int(gone), len(stages) - 1)
        part = gone - number
        if stages[number] is not AnimationStage.MOVES:
            return self._under_fire(passage, stages[number], part)
        moved = passage.moved
        placed = tuple(
            PlacedCounter(counter, moved[counter.id], at, _ease(part))
            if counter.id in moved
            else PlacedCounter(counter, at)
            for counter, at in self._lying(passage.after)
        )
        return CounterArrangement(placed, _impacts(passage.after), lying=_works(passage.after))

    def _under_fire(
        self, passage: CounterTransition, stage: AnimationStage, progress: float
    ) -> CounterArrangement:
        before, is_fire = passage.before, stage is AnimationStage.SHOTS
        shots = tuple(ShotEffect(*shot, progress) for shot in passage.shots if is_fire)
        strikes = tuple(
            replace(strike, progress=progress) for strike in passage.strikes if not is_fire
        )
        placed, lying = self._placed(before), _works(before)
        return CounterArrangement(placed, _impacts(before), shots, lying=lying, strikes=strikes)


def _works(standing: VisiblePosition) -> tuple[HexFeature, ...]:
    """Return the features in hexes other than shells: works, wire, smoke."""
    return tuple(one for one in standing.position.lying if one.kind != IMPACT)


def _impacts(standing: VisiblePosition) -> tuple[ShellImpact, ...]:
    """The shells that lie on each hex, those of one battery together."""
    lying = (one for one in standing.position.lying if one.kind == IMPACT)
    guns = Count((one.at, one.type) for one in lying if isinstance(one.at, Hex))
    return tuple(ShellImpact(at, battery, count) for (at, battery), count in guns.items())


def _ease(part: float) -> float:
    """Slow at both ends."""
    return part * part * (3 - 2 * part)


def fire_lines_of_events(places: Sequence[tuple[Hex, Hex] | None]) -> tuple[tuple[Hex, Hex], ...]:
    """The shots among places of events, each line of fire once."""
    return tuple(dict.fromkeys(shot for shot in places if shot is not None))


# --- on a canvas ----------------------------------------------------------------------------------


class MapGameView:
    """Arranges the counters of a game on a canvas."""

    def __init__(self, scenario: Scenario, canvas: MapCanvas, language: str) -> None:
        self.canvas = canvas
        self.staging = CounterArranger(scenario)
        self.layer = CounterLayer(language, canvas.update, lambda: canvas.camera)

    def set_language(self, language: str) -> None:
        """Write on the counters in another language."""
        self.layer.language = language

    def type_name(self, piece: SeenPiece | SeenFigure) -> LocalText:
        """Return the name of a unit's type."""
        assert isinstance(piece, SeenPiece)
        return self.staging.counter(piece).type_name

    def animation_between(
        self, before: VisiblePosition, after: VisiblePosition, places: Sequence[EventLocation]
    ) -> CounterAnimation | None:
        """Units on their way, and the shots that fell before."""
        shots = fire_lines_of_events([place.shot for place in places])
        passage = self.staging.passage(before, after, shots)
        return CounterAnimation(self, passage) if passage.stages else None

    def arrange(self, arrangement: CounterArrangement) -> None:
        """Put this arrangement on the map; only what has changed is painted."""
        region = self.layer.show(arrangement)
        if region is None:
            self.canvas.update()
        else:
            self.canvas.update(region)

    def pointed_at(self) -> QPoint:
        """The pointer, or the hex the keyboard points at."""
        at = self.canvas.keyboard_hex
        return QCursor.pos() if at is None else self.canvas.mapToGlobal(self.point_of(at))

    def point_of(self, spot: Spot) -> QPoint:
        """The middle of a hex on the canvas."""
        assert isinstance(spot, Hex)
        x, y = self.canvas.camera.centre(spot)
        return QPoint(round(x), round(y))


@dataclass(frozen=True)
class CounterAnimation:
    """Shots and moves as they are watched on a map."""

    board: MapGameView
    passage: CounterTransition

    @property
    def stages(self) -> float:
        """Shots are watched first, then what came of them, then moves."""
        return float(len(self.passage.stages))

    @property
    def cues(self) -> Sequence[str]:
        """Return the stages of the animation in turn."""
        return [stage.value for stage in self.passage.stages]

    def show(self, progress: float) -> None:
        """Put the counters where they are by then."""
        self.board.arrange(self.board.staging.between(self.passage, progress))
