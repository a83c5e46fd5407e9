"""A tab of the window: one open work on a canvas."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.map import Map
from engine.problems import Problem
from studio.canvas.canvas import MapCanvas
from studio.canvas.position import Layers
from studio.document.work import Work
from studio.panels.speech import Speech


class Tab(QWidget):
    """What the window needs of every tab. The work holds all truth; a tab shows it."""

    pointed = Signal()  # the hex under the pointer, or what lies in it, is another
    refused = Signal(str)  # why something cannot be done so
    checked = Signal()  # `problems` are others than before

    def __init__(self, document: Work, say: Speech) -> None:
        super().__init__()
        self.document, self.say = document, say
        self.canvas = MapCanvas(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)

    @property
    def map(self) -> Map:
        """The map that is shown."""
        raise NotImplementedError

    @property
    def problems(self) -> list[Problem]:
        """What is doubtful about the work."""
        return []

    def reading(self) -> str:
        """What lies under the pointer, in words."""
        return ""

    def set_layers(self, layers: Layers) -> None:
        """Show these layers, their names in the window's language."""
        self.canvas.set_layers(layers)

    def point_out(self, name: str) -> None:
        """Bring a hex, written `@column,row`, to the middle and mark it."""
        hex_ = self.map.labels.find(name)
        self.canvas.centre_on(hex_)
        self.canvas.set_keyboard_hex(hex_)
        self.canvas.setFocus()

    # --- steps ------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.document.history.canUndo()

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to make again."""
        return self.document.history.canRedo()

    def undo(self) -> None:
        """Take the latest step back."""
        self.document.history.undo()

    def redo(self) -> None:
        """Make the step again that was taken back."""
        self.document.history.redo()

    def escape(self) -> bool:
        """Give up what is under way; whether there was anything."""
        return False

    def put_away(self) -> None:
        """Be done: listen to nobody any more."""
