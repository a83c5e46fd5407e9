"""A position as a viewer may know it, with names: to be drawn without knowing the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.hexes.hex import Hex
from engine.narration.scenario_names import ScenarioNames
from engine.play.game import Game
from engine.play.position import Point, Position, PositionCache
from engine.scenario.scenario import Objective, Scenario


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A unit on the map. `marks` are words of the game; `Names.word` says them.

    `facing` is a direction 0…5 of the map; `inside` names its carrier, `bearer` who bears it.
    """

    id: str
    side: str
    type: str
    name: str
    at: Hex
    marks: tuple[str, ...]
    facing: int | None = None
    inside: str = ""
    bearer: str = ""
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenFigure:
    """A figure, gun or wagon on a table; `facing` is in degrees clockwise from the top."""

    id: str
    side: str
    type: str
    name: str
    at: Point
    marks: tuple[str, ...]
    facing: int | None = None
    inside: str = ""
    bearer: str = ""


@dataclass(frozen=True, slots=True)
class OffMapUnit:
    """A unit off the map: lost, or yet to come in `turn` (0: when the game is set up)."""

    id: str
    side: str
    type: str
    name: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class HeldObjective:
    """An objective: where it is, and the side that holds it; empty for none."""

    id: str
    name: str
    hexes: tuple[Hex, ...]
    points: int
    holder: str


@dataclass(frozen=True)
class VisiblePosition:
    """The parts of a position that a viewer may see; `viewer` None is the umpire.

    `pieces` are those on a map, with those they carry and bear; `figures` those on a table.
    """

    viewer: str | None
    position: Position
    pieces: tuple[SeenPiece, ...]
    lost: tuple[OffMapUnit, ...]
    reserves: tuple[OffMapUnit, ...]
    objectives: tuple[HeldObjective, ...]
    figures: tuple[SeenFigure, ...] = ()

    @property
    def units(self) -> tuple[SeenPiece | SeenFigure, ...]:
        """All that stand anywhere, on a map or on a table."""
        return (*self.pieces, *self.figures)

    def seen(self, unit: str) -> SeenPiece | SeenFigure | None:
        """A unit, as far as it is seen."""
        return next((each for each in self.units if each.id == unit), None)

    def hex_of_unit(self, unit: str) -> Hex | None:
        """The hex a unit stands in, as far as it is seen."""
        return next((piece.at for piece in self.pieces if piece.id == unit), None)

    @property
    def turn(self) -> int:
        """The turn under way."""
        return self.position.turn

    @property
    def turns(self) -> int:
        """Return the number of turns of the game."""
        return self.position.turns

    @property
    def phase(self) -> str:
        """The phase under way, in a word of the game."""
        return self.position.phase

    @property
    def active(self) -> str:
        """The side whose turn it is; empty for none."""
        return self.position.active

    @property
    def points(self) -> Mapping[str, int]:
        """Each side's points."""
        return self.position.points


Aims = tuple[HeldObjective, ...]


def visible_position(
    game: Game[Any], views: PositionCache[Any], viewer: str | None, aims: Aims, language: str | None
) -> VisiblePosition:
    """A position of a game as a viewer may know it; `aims` are the objectives, held by no side."""
    position = views.position(viewer)
    state = views.state if viewer is None else views.view(viewer)

    def named(unit: str) -> str:
        return game.rules.describe_unit(state, unit, language)

    return VisiblePosition(
        viewer,
        position,
        tuple(_pieces(position, named)),
        tuple(OffMapUnit(unit.id, unit.side, unit.type, named(unit.id)) for unit in position.lost),
        tuple(OffMapUnit(*unit[:3], named(unit.id), unit.turn) for unit in position.coming),
        tuple(replace(aim, holder=position.holders.get(aim.id, "")) for aim in aims),
        tuple(_figures(position, named)),
    )


def scenario_objectives(scenario: Scenario, language: str | None) -> Aims:
    """The objectives of a scenario, by name, and held by no side; without hexes on a table."""
    names = ScenarioNames(scenario, language)
    return tuple(
        HeldObjective(aim.id, names.objective(aim), _hexes(scenario, aim), aim.points, "")
        for aim in scenario.objectives
    )


def _hexes(scenario: Scenario, aim: Objective) -> tuple[Hex, ...]:
    if scenario.is_on_table:
        return ()
    return (aim.at,) if aim.at is not None else scenario.zone(aim.zone)


def _pieces(position: Position, named: Callable[[str], str]) -> Iterator[SeenPiece]:
    """The pieces in hexes."""
    for piece in position.pieces:
        at = position.hex_of(piece.id)
        if at is not None:
            yield SeenPiece(
                piece.id, piece.side, piece.type, named(piece.id), at, piece.marks,
                piece.facing, piece.inside, piece.bearer, piece.figures,
            )  # fmt: skip


def _figures(position: Position, named: Callable[[str], str]) -> Iterator[SeenFigure]:
    """The pieces that stand on a table; who is in a box, a boat or a truck is not seen."""
    for piece in position.pieces:
        at = piece.at
        if isinstance(at, Point):
            yield SeenFigure(
                piece.id, piece.side, piece.type, named(piece.id), at, piece.marks,
                piece.facing, piece.inside, piece.bearer,
            )  # fmt: skip
