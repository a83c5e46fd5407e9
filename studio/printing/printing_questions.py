"""The questions of printing, each with a dialog that is loaded on first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.map.map import Map
from engine.scenario.scenario import Scenario
from studio.framework.prompts import DialogContext
from studio.printing.picture_export import PictureExportRequest, PictureExportSubject
from studio.rendering.map.render_options import RenderOptions

if TYPE_CHECKING:
    from studio.printing.game_print_dialog import GamePrintRequest
    from studio.printing.map_print_dialog import MapPrintRequest
    from studio.printing.print_page import Printout
    from studio.printing.print_settings import GamePrintSettings
    from studio.widgets.map_style_box import StyleChoice


@dataclass(frozen=True)
class MapPrintQuestion:
    """The question of a map's print settings."""

    map: Map
    look: RenderOptions
    styles: Sequence[StyleChoice] = ()

    def ask_by_dialog(self, over: DialogContext) -> MapPrintRequest | None:
        """By the dialog that shows the pages."""
        from studio.printing.map_print_dialog import MapPrintDialog

        dialog = MapPrintDialog(self.map, self.look, over.localize, over.window, self.styles)
        order = dialog.print_request() if dialog.exec() else None
        dialog.deleteLater()
        return order


@dataclass(frozen=True)
class PictureExportQuestion(PictureExportSubject):
    """The question of a picture's settings, for a map or a scenario."""

    def ask_by_dialog(self, over: DialogContext) -> PictureExportRequest | None:
        """By the dialog that shows the picture."""
        from studio.printing.picture_export_dialog import PictureDialog

        dialog = PictureDialog(self, over.localize, over.window)
        order = dialog.export_request() if dialog.exec() else None
        dialog.deleteLater()
        return order


@dataclass(frozen=True)
class TabletopPrintQuestion:
    """The question of the parts and print settings of a table, or of a game on one."""

    plan: Callable[[RenderOptions, GamePrintSettings], Printout]
    is_game: bool
    look: RenderOptions

    def ask_by_dialog(self, over: DialogContext) -> GamePrintRequest | None:
        """By the dialog that shows the pages."""
        from studio.printing.print_settings import TABLE_DEFAULT, default_settings
        from studio.printing.tabletop_print_dialog import ALONE, TabletopPrintDialog

        parts = TABLE_DEFAULT if self.is_game else ALONE
        was = default_settings()
        dialog = TabletopPrintDialog(self.plan, parts, self.look, was, over.localize, over.window)
        order = dialog.print_request() if dialog.exec() else None
        dialog.deleteLater()
        return order


@dataclass(frozen=True)
class GamePrintQuestion:
    """The question of the parts and print settings of a game."""

    scenario: Scenario
    folder: Path
    look: RenderOptions

    def ask_by_dialog(self, over: DialogContext) -> GamePrintRequest | None:
        """By the dialog that shows the pages, which remembers what was chosen last."""
        from studio.printing.game_print_dialog import GamePrintDialog
        from studio.printing.print_settings import as_text, default_settings, from_text

        was = from_text(over.memory.printing) or default_settings()
        dialog = GamePrintDialog(
            self.scenario, self.folder, self.look, was, over.localize, over.window
        )
        order = dialog.print_request() if dialog.exec() else None
        dialog.deleteLater()
        if order is not None:
            over.memory.printing = as_text(order.settings)
        return order
