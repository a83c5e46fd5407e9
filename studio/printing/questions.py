"""What printing asks by dialogs of its own; each is loaded when it is first asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.map.map import Map
from engine.scenario.scenario import Scenario
from studio.drawing.look import Look
from studio.parts.asking import Over
from studio.printing.picture_terms import PictureOrder, PictureSubject

if TYPE_CHECKING:
    from studio.parts.style_box import StyleChoice
    from studio.printing.dialog import PrintOrder
    from studio.printing.game_dialog import GameOrder
    from studio.printing.leaf import Printout
    from studio.printing.settings import GameSettings


@dataclass(frozen=True)
class AskMapPrint:
    """How a map shall be printed, and where."""

    map: Map
    look: Look
    styles: Sequence[StyleChoice] = ()

    def by_dialog(self, over: Over) -> PrintOrder | None:
        """By the dialog that shows the pages."""
        from studio.printing.dialog import PrintDialog

        dialog = PrintDialog(self.map, self.look, over.say, over.window, self.styles)
        order = dialog.order() if dialog.exec() else None
        dialog.deleteLater()
        return order


@dataclass(frozen=True)
class AskPicture(PictureSubject):
    """How a picture of a map or a scenario shall be made."""

    def by_dialog(self, over: Over) -> PictureOrder | None:
        """By the dialog that shows the picture."""
        from studio.printing.picture_dialog import PictureDialog

        dialog = PictureDialog(self, over.say, over.window)
        order = dialog.order() if dialog.exec() else None
        dialog.deleteLater()
        return order


@dataclass(frozen=True)
class AskTablePrint:
    """Which parts of a table, or of a game on one, to print, how, and where."""

    plan: Callable[[Look, GameSettings], Printout]
    is_game: bool
    look: Look

    def by_dialog(self, over: Over) -> GameOrder | None:
        """By the dialog that shows the pages."""
        from studio.printing.settings import TABLE_USUAL, usual_settings
        from studio.printing.table_dialog import ALONE, TablePrintDialog

        parts = TABLE_USUAL if self.is_game else ALONE
        was = usual_settings()
        dialog = TablePrintDialog(self.plan, parts, self.look, was, over.say, over.window)
        order = dialog.order() if dialog.exec() else None
        dialog.deleteLater()
        return order


@dataclass(frozen=True)
class AskGamePrint:
    """Which parts of a game to print, how, and where."""

    scenario: Scenario
    folder: Path
    look: Look

    def by_dialog(self, over: Over) -> GameOrder | None:
        """By the dialog that shows the pages, which remembers what was chosen last."""
        from studio.printing.game_dialog import GameDialog
        from studio.printing.settings import as_text, from_text, usual_settings

        was = from_text(over.memory.printing) or usual_settings()
        dialog = GameDialog(self.scenario, self.folder, self.look, was, over.say, over.window)
        order = dialog.order() if dialog.exec() else None
        dialog.deleteLater()
        if order is not None:
            over.memory.printing = as_text(order.settings)
        return order
