"""Buttons that choose whose view a map shows."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from engine.umpire.umpired_game import UmpiredGame
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.chips import toggle_style
from studio.widgets.localization import Localizer
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames

KEYS = ("F2", "F3", "Ctrl+F3")


class ViewerSwitch(QWidget):
    """One button for the whole map and one for each side, in its colour."""

    wanted = Signal(object)  # str | None: the side, or all

    def __init__(
        self, room: UmpiredGame, localize: Localizer, *, keys: tuple[str, ...] = ()
    ) -> None:
        super().__init__()
        self._room, self._localize, self._keys = room, localize, keys
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(3)
        self._group = QButtonGroup(self)
        self.buttons: dict[str | None, QPushButton] = {}
        colours = side_colours(room.session.scenario)
        for viewer in self.viewers:
            button = self.buttons[viewer] = QPushButton()
            button.setCheckable(True)
            shade = colours.get(viewer, "") if viewer else ""
            button.setStyleSheet(toggle_style(shade))
            button.clicked.connect(lambda _=False, viewer=viewer: self.wanted.emit(viewer))
            self._group.addButton(button)
            self._row.addWidget(button)
        self.buttons[None].setChecked(True)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def viewers(self) -> list[str | None]:
        """The umpire, then the sides."""
        return [None, *self._room.sides]

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        who = UmpiredGameNames(self._room, self._localize)
        for place, (viewer, button) in enumerate(self.buttons.items()):
            named = self._localize("room-view-all") if viewer is None else who(viewer)
            button.setText(named)
            keys = f" ({self._keys[place]})" if place < len(self._keys) else ""
            hint = "room-view-all-hint" if viewer is None else "room-view-side-hint"
            button.setToolTip(self._localize(hint, side=named) + keys)

    def show_viewer(self, viewer: str | None) -> None:
        """Press the button of the viewer now shown."""
        self.buttons[viewer].setChecked(True)
