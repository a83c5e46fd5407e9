"""The figures of a game as they stand on the canvas of its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.games.looks import Marks
from engine.session.standing import SeenFigure
from engine.tabletop.table import TabletopMap
from studio.canvas.table_camera import TabletopCamera
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_tokens import NOBODY, FigureToken, build_token, paint_tokens
from studio.drawing.table_view import TabletopView


def view_of(
    table: TabletopMap, camera: TabletopCamera, look: TabletopRenderOptions | None = None
) -> TabletopView:
    """A table as it lies on the screen."""
    return TabletopView(
        table, camera.scale, -camera.left, -camera.top, look or TabletopRenderOptions()
    )


@dataclass(frozen=True)
class FiguresLayer:
    """Figures, guns and wagons as they stand; those that ride in another are not seen."""

    figures: Iterable[SeenFigure]
    table: TabletopMap
    colours: Mapping[str, str]
    marks: Marks
    language: str

    def __call__(self, painter: QPainter, camera: TabletopCamera) -> None:
        """Draw each in the colour of its side."""
        view = view_of(self.table, camera, TabletopRenderOptions(self.language))
        room = QRectF(painter.viewport())
        paint_tokens(painter, view, self.tokens(), room)

    def tokens(self) -> list[FigureToken]:
        """The tokens as they are drawn."""
        return [
            build_token(
                (each.id, each.type, each.at, each.facing),
                self.colours.get(each.side, NOBODY),
                map(self.marks.of, each.marks),
            )
            for each in self.figures
            if not each.inside
        ]
