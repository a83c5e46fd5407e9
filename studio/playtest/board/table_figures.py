"""The figures of a game as they stand on the canvas of its table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.games.looks import Marks
from engine.session.standing import SeenFigure
from engine.tabletop.table import Table
from studio.canvas.table_camera import TableCamera
from studio.drawing.table_look import TableLook
from studio.drawing.table_tokens import NOBODY, Token, paint_tokens, token_of
from studio.drawing.table_view import CountryView


def view_of(table: Table, camera: TableCamera, look: TableLook | None = None) -> CountryView:
    """A table as it lies on the screen."""
    return CountryView(table, camera.scale, -camera.left, -camera.top, look or TableLook())


@dataclass(frozen=True)
class FiguresShown:
    """Figures, guns and wagons as they stand; those that ride in another are not seen."""

    figures: Iterable[SeenFigure]
    table: Table
    colours: Mapping[str, str]
    marks: Marks
    language: str

    def __call__(self, painter: QPainter, camera: TableCamera) -> None:
        """Draw each in the colour of its side."""
        view = view_of(self.table, camera, TableLook(self.language))
        room = QRectF(painter.viewport())
        paint_tokens(painter, view, self.tokens(), room)

    def tokens(self) -> list[Token]:
        """The tokens as they are drawn."""
        return [
            token_of(
                (each.id, each.type, each.at, each.facing),
                self.colours.get(each.side, NOBODY),
                map(self.marks.of, each.marks),
            )
            for each in self.figures
            if not each.inside
        ]
