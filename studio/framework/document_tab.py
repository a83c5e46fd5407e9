"""A tab of the window: one open work, on a canvas where it has a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.narration.goto_search import GotoTarget, goal_hex, named_targets
from engine.narration.number_format import format_decimal
from engine.problems import Problem
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.pan_zoom_view import PanZoomView
from studio.documents.document import Document
from studio.widgets.localization import Localizer

if TYPE_CHECKING:
    from engine.quick_fixes.map_fixes import QuickFix
    from engine.scenario.scenario import Scenario
    from engine.tabletop.tabletop_map import TabletopMap


class ObjectCommands(Protocol):
    """The commands of the Edit menu for selected objects other than hexes."""

    @property
    def has_selection(self) -> bool:
        """Return True if anything is selected."""
        ...

    @property
    def can_paste(self) -> bool:
        """Return True if anything was copied."""
        ...

    def copy(self) -> None:
        """Keep a copy."""
        ...

    def cut(self) -> None:
        """Keep it and take it away."""
        ...

    def clear(self) -> None:
        """Take it away."""
        ...

    def paste(self, at: tuple[float, float]) -> None:
        """Lay what was copied with its middle at a point."""
        ...

    def duplicate(self) -> None:
        """Lay a copy beside it."""
        ...

    def turn(self) -> None:
        """Turn it clockwise by a quarter."""
        ...

    def mirror(self) -> None:
        """Exchange left and right."""
        ...

    def select(self, *keys: str) -> None:
        """Select these alone."""
        ...

    def select_all(self) -> None:
        """Select everything."""
        ...

    def select_invert(self) -> None:
        """Select what was not."""
        ...


class PreviewToggles(Protocol):
    """The previews of the rules in a tab, each by the last part of its action."""

    def offers(self, name: str) -> bool:
        """Return True if it can be shown now."""
        ...

    def shows(self, name: str) -> bool:
        """Return True if it is shown."""
        ...

    def toggle(self, name: str) -> None:
        """Show it until asked for again; what is only said is said once."""
        ...


class DocumentTab(QWidget):
    """A tab of the window. The document is the model; a tab only shows it."""

    pointed = Signal()  # the hex under the pointer, or what lies in it, is another
    refused = Signal(str)  # why something cannot be done so
    checked = Signal()  # `problems` are others than before
    is_fixed_from_list = False
    """True if problems are fixed from their list, which keeps the focus."""

    def __init__(self, document: Document, localize: Localizer) -> None:
        super().__init__()
        self.document, self.localize = document, localize

    def pointer_description(self) -> str:
        """Describe what is under the pointer."""
        return ""

    def selection_text(self) -> str:
        """Describe the selection."""
        return ""

    @property
    def surface(self) -> PanZoomView[Any] | None:
        """The canvas with what is worked on, where there is one."""
        return None

    @property
    def object_commands(self) -> ObjectCommands | None:
        """Return the commands for selected objects; None if there are none."""
        return None

    @property
    def previews(self) -> PreviewToggles | None:
        """Return the previews of the rules; None if there are none."""
        return None

    @property
    def printable_content(self) -> Map | TabletopMap | Scenario | None:
        """Return the content to print; None if there is none."""
        return None

    @property
    def pointed_place(self) -> tuple[float, float]:
        """Return the place of the pointer, or the middle of the view: where to paste."""
        return 0.0, 0.0

    def zoom_text(self) -> str:
        """Describe the zoom; empty without a canvas."""
        return ""

    @property
    def heat_map_progress(self) -> Any:
        """The heat map that is being reckoned (`studio.previews`), if one is."""
        return None

    def set_layers(self, layers: LayerSettings) -> None:
        """Show these layers, their names in the window's language, where there is a map."""

    def focus(self) -> None:
        """Give the keyboard focus to the work."""
        self.setFocus()

    # --- problems ---------------------------------------------------------------------------------

    @property
    def problems(self) -> list[Problem]:
        """The problems of the work."""
        return []

    def show_problem(self, problem: Problem) -> None:
        """Show where a problem is."""

    def waive(self, problem: Problem) -> None:
        """Waive a warning, for a reason."""

    def fixes(self, problem: Problem) -> Sequence[QuickFix]:
        """The fixes for a problem, likeliest first."""
        return ()

    def fix(self, fix: Any) -> None:
        """Fix a problem, as one step."""

    def fix_all(self, problems: list[Problem], like: Any, name: str) -> None:
        """Fix problems in one and the same way, as one step."""

    # --- steps ------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step to undo."""
        return self.document.history.canUndo()

    @property
    def can_redo(self) -> bool:
        """Return True if there is a step to redo."""
        return self.document.history.canRedo()

    def undo(self) -> None:
        """Take the latest step back."""
        self.document.history.undo()

    def redo(self) -> None:
        """Make the step again that was taken back."""
        self.document.history.redo()

    def escape(self) -> bool:
        """Cancel the present action; True if there was one."""
        return False

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""


class MapDocumentTab(DocumentTab):
    """A work that is shown on a map."""

    def __init__(self, document: Document, localize: Localizer) -> None:
        from studio.canvas.map_canvas import MapCanvas  # with the first map

        super().__init__(document, localize)
        self.canvas = MapCanvas(self)
        self._visited: tuple[str, Hex | None] = "", None  # the hex of the problem shown last
        self.checked.connect(self._leave_solved)
        self.canvas.camera_changed.connect(self.pointed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)

    @property
    def map(self) -> Map:
        """The map that is shown."""
        raise NotImplementedError

    @property
    def printable_content(self) -> Map | TabletopMap | Scenario | None:
        """The map; of a scenario everything that its game needs."""
        return self.map

    @property
    def surface(self) -> PanZoomView[Any]:
        """The canvas of the map."""
        return self.canvas

    def zoom_text(self) -> str:
        """Describe the width of a hex in pixels."""
        width = format_decimal(f"{self.canvas.hex_width:.3g}", self.localize.language)
        return self.localize("zoom", width=width)

    def set_layers(self, layers: LayerSettings) -> None:
        """Show these layers, their names in the window's language."""
        self.canvas.set_layers(layers)

    def focus(self) -> None:
        """Give the keyboard focus to the map."""
        self.canvas.setFocus()

    def show_problem(self, problem: Problem) -> None:
        """Show and mark the first hex of a problem."""
        if problem.at:
            self.highlight_hex(problem.at[0])
            self._visited = problem.at[0], self.canvas.keyboard_hex

    def _leave_solved(self) -> None:
        """Remove the mark on the hex shown last when its problem is solved, unless it was moved."""
        name, hex_ = self._visited
        if name and not any(name in problem.at for problem in self.problems):
            self._visited = "", None
            if self.canvas.keyboard_hex == hex_:
                self.canvas.set_keyboard_hex(None)

    def goto_targets(self) -> list[tuple[tuple[str, ...], GotoTarget]]:
        """Return the places that have names, with the names of each."""
        return named_targets(self.map, self.localize.language)

    def go_to(self, goal: GotoTarget) -> None:
        """Mark it, and bring it to the middle if it is not well seen."""
        hex_ = goal_hex(self.map, goal)
        if hex_ is not None:
            self.highlight_hex(self.map.grid.name(hex_))

    def highlight_hex(self, name: str) -> None:
        """Mark a hex, written `@column,row`, and bring it to the middle if it is not well seen."""
        hex_ = self.map.labels.find(name)
        if not self.canvas.is_well_in_view(hex_):
            self.canvas.centre_on(hex_)
        self.canvas.set_keyboard_hex(hex_)
        self.canvas.setFocus()
