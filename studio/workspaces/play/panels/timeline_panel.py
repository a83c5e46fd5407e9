"""The time of the game in front: back, on, shown again, and its branches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.session.session import BranchListing
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.tokens import Space
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher
from studio.workspaces.play.panels.timeline_slider import Timeline, TimelineSlider

ICON, STRIP, LEAST_LINE = 18, 40, 120  # pixels
WAIT = "pause"  # the middle button's name while the game goes on
BUTTONS = ("first", "back", "run", "on", "last")
KEYS = {
    Qt.Key.Key_Home: "first",
    Qt.Key.Key_BracketLeft: "back",
    Qt.Key.Key_Left: "back",
    Qt.Key.Key_BracketRight: "on",
    Qt.Key.Key_Right: "on",
    Qt.Key.Key_End: "last",
    Qt.Key.Key_Space: "run",
    Qt.Key.Key_PageUp: "turn-back",
    Qt.Key.Key_PageDown: "turn-on",
}


class TimelinePanel(QWidget):
    """A panel to browse a game's time; computer players wait meanwhile."""

    speed_chosen = Signal(object)  # Speed

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._colours: Mapping[str, str] = {}  # of the sides
        self._line = Timeline()
        self._shows_wait = False  # on the middle button
        self.slider, self.branches = TimelineSlider(self._line, localize), BranchList(localize)
        self.where, self.luck, self.speed = QLabel(), QPushButton(), QComboBox()
        self.buttons = {name: QToolButton() for name in BUTTONS}
        for name, button in self.buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setAutoRaise(True)
            button.setIconSize(QSize(ICON, ICON))
            button.clicked.connect(lambda _=False, name=name: self.do(name))
        for speed in PlaybackSpeed:
            self.speed.addItem("", speed)
        self.speed.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.speed.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.forks, self.popup = QPushButton(), BranchesPopup(self, self.branches, self.luck)
        self.forks.setIcon(action_icon("branches"))
        self.forks.clicked.connect(self._open_branches)
        self.speed.activated.connect(self._choose_speed)
        self.slider.wanted.connect(self.go_to)
        self.branches.switched.connect(self._switch)
        self.branches.renamed.connect(self._rename)
        self.luck.clicked.connect(self._try_luck)
        self._lay_out()
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        self.setFixedHeight(scale_length(STRIP))
        self.slider.setMinimumWidth(scale_length(LEAST_LINE))
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.SMALL, 0, Space.SMALL, 0)
        row.setSpacing(Space.TIGHT)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addWidget(self.slider, 4)
        row.addWidget(self.where)
        row.addWidget(self.speed)
        row.addWidget(self.forks)

    def minimumSizeHint(self) -> QSize:
        """Return room for everything but the words, which go first."""
        whole = super().minimumSizeHint()
        return whole - QSize(self.where.sizeHint().width() if self.where.isVisible() else 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the moment in words where there is room for them beside the line."""
        super().resizeEvent(event)
        left = self.width() - self.minimumSizeHint().width() - self.where.sizeHint().width()
        self.where.setVisible(left >= 0)

    def _open_branches(self) -> None:
        """List the branches above their button."""
        self.popup.adjustSize()
        corner = self.forks.mapToGlobal(QPoint(self.forks.width(), 0))
        self.popup.move(corner - QPoint(self.popup.width(), self.popup.height()))
        self.popup.show()
        self.branches.setFocus()

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._play = play
        self._colours = side_colours(play.session.scenario) if play is not None else {}
        self.seen.follow(play)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        for name in BUTTONS:
            self._name(name, name)
        self._shows_wait = False
        for place in range(self.speed.count()):
            name = self.speed.itemData(place).name.lower()
            self.speed.setItemText(place, localize(f"time-speed-{name}"))
        self.speed.setToolTip(localize("time-speed-hint"))
        self.slider.setAccessibleName(localize("panel-time"))
        self.luck.setText(localize("time-luck"))
        self.branches.retranslate()
        self.refresh()

    def refresh(self) -> None:
        """Show where the game stands."""
        play, localize = self._play, self._localize
        self.setEnabled(play is not None)
        if play is None:
            self.where.clear()
            return
        session = play.session
        if self._line.read(session, localize.language):
            self.slider.show_line(self._colours)
        self.slider.show_position(session.place)
        branches = session.branches(localize.language)
        self.branches.show_branches(branches)
        self.forks.setText(localize("time-branches", count=len(branches)))
        self.where.setText(self._told(play))
        self.where.setToolTip(self.where.text())
        self.speed.setCurrentIndex(list(PlaybackSpeed).index(play.speed))
        self.luck.setEnabled(not session.has_manual_dice and session.result is None)
        self.luck.setToolTip(
            localize("luck-by-hand" if session.has_manual_dice else "time-luck-hint")
        )
        self._enable(play)

    def _told(self, play: GameController) -> str:
        """The present moment, in words."""
        at, line = play.session.place, self._line
        counted = self._localize("time-at", at=at, last=line.last)
        number = min(at, line.last - 1)
        when = line.when(number) if number >= 0 else ""
        return f"{when} · {counted}" if when else counted

    def _enable(self, play: GameController) -> None:
        session, buttons = play.session, self.buttons
        for name in ("first", "back"):
            buttons[name].setEnabled(session.can_step_back)
        for name in ("on", "last"):
            buttons[name].setEnabled(session.can_redo)
        can_run = play.is_running or session.can_redo or session.is_machines_turn
        buttons["run"].setEnabled(can_run)
        is_running = play.is_running
        if is_running != self._shows_wait:
            self._shows_wait = is_running
            self._name("run", WAIT if is_running else "run")

    def _name(self, button: str, shown: str) -> None:
        """Set the icon and hint of a button."""
        self.buttons[button].setIcon(action_icon(f"time-{shown}"))
        hint = self._localize(f"time-{shown}")
        self.buttons[button].setToolTip(hint)
        self.buttons[button].setAccessibleName(hint)

    def changeEvent(self, event: QEvent) -> None:
        """Another theme has icons in another ink."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            for name in BUTTONS:
                self._name(name, name)
            self._shows_wait = False
            self.refresh()

    # --- back and on ------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        """Do a button's or key's action: first, back, run, on, last, turn-back or turn-on."""
        play = self._play
        if play is None:
            return
        session = play.session
        deeds: dict[str, Callable[[], None]] = {
            "first": lambda: self.go_to(0),
            "back": lambda: play.visit(session.step_back),
            "run": play.continue_or_wait,
            "on": play.step_on,
            "last": lambda: self.go_to(self._line.last),
            "turn-back": lambda: self.go_to(self._line.turn_before(session.place)),
            "turn-on": lambda: self.go_to(self._line.turn_after(session.place)),
        }
        if name not in self.buttons or self.buttons[name].isEnabled():
            deeds[name]()

    def go_to(self, place: int) -> None:
        """Show the position at a place of the time line, at once."""
        play = self._play
        if play is not None and place != play.session.place:
            play.visit(lambda: play.session.go_to_position(place))

    def _choose_speed(self) -> None:
        speed = self.speed.currentData()
        if self._play is not None:
            self._play.speed = speed
        self.speed_chosen.emit(speed)

    def event(self, event: QEvent) -> bool:
        """The time keys belong to the panel while it has the focus, whatever they do elsewhere."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            is_ours = event.key() in KEYS and not event.modifiers()
            event.setAccepted(is_ours)
            return is_ours
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, go to an end, go on or wait."""
        if event.key() in KEYS and not event.modifiers():
            self.do(KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    # --- branches ---------------------------------------------------------------------------------

    def _switch(self, number: int) -> None:
        play = self._play
        if play is not None and not play.session.branches()[number].is_current:
            play.visit(lambda: play.session.switch(number))

    def _rename(self, number: int, name: str) -> None:
        if self._play is not None:
            self._play.rename_branch(number, name)

    def _try_luck(self) -> None:
        """Go on from here with other dice."""
        if self._play is not None:
            self._play.jump(self._play.session.branch_with_new_dice)


# --- its branches ---------------------------------------------------------------------------------


class BranchesPopup(QFrame):
    """The branches above the strip, with a button for another one."""

    def __init__(self, strip: QWidget, branches: BranchList, luck: QPushButton) -> None:
        super().__init__(strip, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        rows = QVBoxLayout(self)
        rows.addWidget(branches, 1)
        rows.addWidget(luck)
        branches.switched.connect(self.hide)


NUMBER = Qt.ItemDataRole.UserRole
INDENT, NARROWEST = 14, 250  # pixels


class BranchList(QTreeWidget):
    """Lists branches; a double click or Enter takes one up, F2 gives it another name."""

    switched = Signal(int)  # the number of a branch
    renamed = Signal(int, str)

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._branches: list[BranchListing] = []
        self._is_stale = False
        self.items: list[QTreeWidgetItem] = []  # by the numbers of the branches
        self.setColumnCount(3)
        self.setIndentation(INDENT)
        self.setMinimumWidth(scale_length(NARROWEST))
        self.setEditTriggers(QTreeWidget.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.itemActivated.connect(lambda item: self.switched.emit(item.data(0, NUMBER)))
        self.itemChanged.connect(self._rename)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def show_branches(self, branches: Sequence[BranchListing]) -> None:
        """List these."""
        if list(branches) == self._branches and not self._is_stale:
            return
        self.blockSignals(True)  # no name has changed
        if _origins(branches)[: len(self.items)] != _origins(self._branches):
            self.clear()
            self.items = []
        for branch in branches[len(self.items) :]:
            self._add(branch)
        for branch, item in zip(branches, self.items, strict=True):
            self._write(item, branch)
        self._branches, self._is_stale = list(branches), False
        self.expandAll()
        self.blockSignals(False)

    def _add(self, branch: BranchListing) -> None:
        came_from = branch.came_from
        parent = self.invisibleRootItem() if came_from is None else self.items[came_from]
        item = QTreeWidgetItem(parent)
        item.setData(0, NUMBER, branch.number)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        for column in (1, 2):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        self.items.append(item)

    def _write(self, item: QTreeWidgetItem, branch: BranchListing) -> None:
        letters = item.font(0)
        letters.setBold(branch.is_current)
        item.setText(0, branch.name)
        item.setText(1, "" if branch.came_from is None else str(branch.fork))
        item.setText(2, str(branch.answers))
        for column in range(3):
            item.setFont(column, letters)
        hint = "branch-here" if branch.is_current else "branch-hint"
        item.setToolTip(0, self._localize(hint))

    def retranslate(self) -> None:
        """Name the columns."""
        self.setHeaderLabels(
            [self._localize(f"branch-{key}") for key in ("name", "fork", "answers")]
        )
        self.headerItem().setToolTip(1, self._localize("branch-fork-hint"))
        self._is_stale = True

    def _rename(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0:
            self._is_stale = True  # the name may be refused
            self.renamed.emit(item.data(0, NUMBER), item.text(0))

    def menu(self) -> QMenu:
        """The commands for the selected branch."""
        localize, menu, item = self._localize, QMenu(self), self.currentItem()
        if item is not None:
            number = item.data(0, NUMBER)
            menu.addAction(localize("branch-take-up"), lambda: self.switched.emit(number))
            menu.addAction(localize("branch-rename"), Qt.Key.Key_F2, lambda: self.editItem(item, 0))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        if self.currentItem() is not None:
            menu = self.menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.viewport().mapToGlobal(at))


def _origins(branches: Sequence[BranchListing]) -> list[int | None]:
    """The branch each one left."""
    return [branch.came_from for branch in branches]
