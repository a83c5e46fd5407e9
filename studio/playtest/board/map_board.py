"""A map of hexes that a game is played on: its counters, and how they go from place to place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

from engine.hexes.hex import Hex
from engine.play.pointing import EventPlace
from engine.play.position import Spot
from engine.scenario.scenario import Scenario
from engine.session.standing import SeenFigure, SeenPiece, Standing
from engine.texts import LocalText
from studio.canvas.canvas import MapCanvas
from studio.canvas.counters import Arrangement, CounterLayer
from studio.playtest.board.staging import CountersPassage, Staging, shots_of


class MapBoard:
    """Arranges the counters of a game on a canvas."""

    def __init__(self, scenario: Scenario, canvas: MapCanvas, language: str) -> None:
        self.canvas = canvas
        self.staging = Staging(scenario)
        self.layer = CounterLayer(language, canvas.update, lambda: canvas.camera)

    def speak(self, language: str) -> None:
        """Write on the counters in another language."""
        self.layer.language = language

    def type_name(self, piece: SeenPiece | SeenFigure) -> LocalText:
        """What the type of a unit is called."""
        assert isinstance(piece, SeenPiece)
        return self.staging.counter(piece).type_name

    def showing(
        self, before: Standing, after: Standing, places: Sequence[EventPlace]
    ) -> CountersUnderWay | None:
        """Units on their way, and the shots that fell before."""
        shots = shots_of([place.shot for place in places])
        passage = self.staging.passage(before, after, shots)
        return CountersUnderWay(self, passage) if passage.stages else None

    def arrange(self, arrangement: Arrangement) -> None:
        """Have this lie on the map; only what is changed is painted."""
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
class CountersUnderWay:
    """Shots and moves as they are watched on a map."""

    board: MapBoard
    passage: CountersPassage

    @property
    def stages(self) -> float:
        """Shots are watched first, then what came of them, then moves."""
        return float(len(self.passage.stages))

    @property
    def cues(self) -> Sequence[str]:
        """What is watched in turn."""
        return [stage.value for stage in self.passage.stages]

    def show(self, progress: float) -> None:
        """Have the counters lie where they are by then."""
        self.board.arrange(self.board.staging.between(self.passage, progress))
