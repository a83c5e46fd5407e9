"""The menus, the rail of tools and the keys, made from the table of actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar

from engine.texts import has_text
from studio.actions import ACTIONS, Action, Menu, RefreshTrigger, StudioWindow
from studio.main_window.keyboard import Keymap, action_named, is_reserved_key
from studio.main_window.shortcuts_dialog import ShortcutEntry
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer, text_key
from studio.widgets.sizing import scale_length
from studio.widgets.tokens import ICON

# Label of a key that works while held down, in a menu; it has no shortcut there.
BESIDE = "\t"
RAIL = 46  # pixels
CHOICES = (
    "map-styles",
    "ramps",
    "themes",
    "languages",
)  # sections of which one action is always on
# The tools of tables, some of which are those of maps too.
ON_TABLES = (
    "tool-select",
    "manner-rectangle",
    "manner-polygon",
    "manner-lasso",
    "manner-line",
    "manner-disc",
    "table-tape",
)
# How a menu names the key that opens it: `&File`, 文件(&F).
MNEMONIC = re.compile(r"\(&\w\)|&")


class ActionBars(QObject):
    """Every action as Qt wants it; `refresh` looks again which can be done and which are on."""

    def __init__(
        self, window: QMainWindow, studio: StudioWindow, localize: Localizer, keymap: Keymap
    ) -> None:
        super().__init__(window)
        self._window, self._studio, self._localize = window, studio, localize
        self.keymap = keymap
        self.actions: dict[str, QAction] = {each.id: self._made(each) for each in ACTIONS}
        self._turning_on: dict[RefreshTrigger | None, tuple[Action, ...]] = {
            cause: tuple(each for each in ACTIONS if cause in each.turns_on)
            for cause in RefreshTrigger
        }
        self._turning_on[None] = ACTIONS
        self.menus: dict[Menu, QMenu] = {}
        self.choices: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        self.recent = QMenu(window)
        self.panels = QMenu(window)
        self._make_menus()
        self._make_rails()

    def _made(self, action: Action) -> QAction:
        made = QAction(self._window)
        made.setObjectName(action.id)
        made.setCheckable(action.checked is not None)
        made.triggered.connect(lambda: self._do(action))
        return made

    def _do(self, action: Action) -> None:
        if action.when(self._studio):
            action.do(self._studio)
        self.refresh()

    def _make_menus(self) -> None:
        bar = self._window.menuBar()
        bar.setVisible(bar.isNativeMenuBar())  # elsewhere a button of the top bar opens it
        self._window.addActions(list(self.actions.values()))  # whose keys no menu bar hears
        for menu in Menu:
            made = self.menus[menu] = bar.addMenu("")
            section = None
            for action in (each for each in ACTIONS if each.menu is menu):
                if section is not None and action.section != section:
                    made.addSeparator()
                section = action.section
                if section in CHOICES:
                    self._add_choice(made, action)
                    continue
                made.addAction(self.actions[action.id])
                if action.id == "open":
                    made.addMenu(self.recent)
            made.aboutToShow.connect(lambda: self.refresh())
        self.menus[Menu.VIEW].addMenu(self.panels)

    def _add_choice(self, menu: QMenu, action: Action) -> None:
        """Put one of several of which one is always on in a menu of their own."""
        if action.section not in self.choices:
            self.choices[action.section] = menu.addMenu("")
            self._groups[action.section] = QActionGroup(self)
        self.choices[action.section].addAction(self.actions[action.id])
        self._groups[action.section].addAction(self.actions[action.id])

    def _make_rails(self) -> None:
        """Make the bars of tools at the left of maps and of tables."""
        self.tools, self.table_tools = QToolBar(self._window), QToolBar(self._window)
        for bar, name in self._named_bars():
            bar.setObjectName(name)
            bar.setMovable(False)
            bar.toggleViewAction().setVisible(False)
            self._window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)
            bar.hide()  # until a map or a table is in front
        for name in ON_TABLES:
            self.table_tools.addAction(self.actions[name])
        before: Action | None = None
        for action in (each for each in ACTIONS if each.on_bar):
            if before and before.section != action.section:
                self.tools.addSeparator()
            self.tools.addAction(self.actions[action.id])
            before = action

    def _named_bars(self) -> tuple[tuple[QToolBar, str], ...]:
        return (self.tools, "tools"), (self.table_tools, "table-tools")

    # --- what they say ----------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Names, shortcuts and icons anew: another language, theme, or other keys."""
        localize = self._localize
        for menu, made in self.menus.items():
            made.setTitle(localize(f"menu-{menu.value}"))
        for section, made in self.choices.items():
            made.setTitle(localize(f"menu-{section}"))
        self.recent.setTitle(localize("menu-recent"))
        self.panels.setTitle(localize("menu-panels"))
        for bar, name in self._named_bars():
            bar.setWindowTitle(localize(f"bar-{name}"))
            bar.setIconSize(QSize(scale_length(ICON), scale_length(ICON)))
            bar.setFixedWidth(scale_length(RAIL))
        for action in ACTIONS:
            self._name(action)
        self.refresh()

    def _name(self, action: Action) -> None:
        made, words = self.actions[action.id], self._localize.action(action.id)
        keys = [QKeySequence(key) for key in self.keys(action)]
        shown = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
        made.setToolTip(self._hint(action, words, shown))
        made.setIcon(action_icon(action.id))
        made.setText(f"{words}{BESIDE}{shown}" if action.held and shown else words)
        if not action.held:
            made.setShortcuts(keys)

    def _hint(self, action: Action, words: str, shown: str) -> str:
        """Return the tool tip: the name with its key; for a tool also a line on what it does."""
        named = f"{words} ({shown})" if shown else words
        key = f"tip-{action.id}"
        return f"{named}\n{self._localize(key)}" if has_text(text_key(key)) else named

    def keys(self, action: Action) -> tuple[str, ...]:
        """The keys that do it: the user's own, or the usual ones."""
        return self.keymap.keys(action)

    def entries(self) -> list[ShortcutEntry]:
        """Every action for the shortcut sheet."""
        localize = self._localize
        return [
            ShortcutEntry(each.id, self._group(each), localize.action(each.id), self.keys(each))
            for each in ACTIONS
        ]

    # --- keys that are changed --------------------------------------------------------------------

    def is_reserved(self, key: str) -> bool:
        """Return True if the map or a menu's letter needs a key."""
        letters = [QKeySequence.mnemonic(menu.title()) for menu in self.menus.values()]
        return is_reserved_key(key) or QKeySequence(key) in letters

    def action_using_key(self, key: str, action: str) -> str:
        """The name of what a key does, one action excepted; empty if the key is free."""
        found = self.keymap.action_using_key(key, action_named(action))
        return self._localize.action(found.id) if found is not None else ""

    def give(self, action: str, key: str) -> None:
        """Do an action by a key, and nothing else by it."""
        self.keymap.give(action_named(action), key)
        self.retranslate()

    def swap(self, action: str, key: str) -> None:
        """The same; what the key did is done by the keys the action had."""
        self.keymap.swap(action_named(action), key)
        self.retranslate()

    def reset(self, action: str) -> None:
        """The usual keys of one action."""
        self.keymap.reset(action_named(action))
        self.retranslate()

    def reset_all(self) -> None:
        """The usual keys of all."""
        self.keymap.reset_all()
        self.retranslate()

    def _group(self, action: Action) -> str:
        return MNEMONIC.sub("", self._localize(f"menu-{action.menu.value}"))

    # --- keys that last while they are down -------------------------------------------------------

    def press_held_action(self, event: QKeyEvent) -> bool:
        """Begin what a held key does; whether it does anything."""
        action = self._held(event)
        if action is not None and not event.isAutoRepeat() and not self._is_on(action):
            self.actions[action.id].trigger()
        return action is not None

    def release_held_action(self, event: QKeyEvent) -> bool:
        """End it."""
        action = self._held(event)
        if action is not None and not event.isAutoRepeat() and self._is_on(action):
            self.actions[action.id].trigger()
        return action is not None

    def _held(self, event: QKeyEvent) -> Action | None:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        pressed = QKeySequence(event.key()).toString()
        held = (each for each in ACTIONS if each.held and pressed in self.keys(each))
        action = next(held, None)
        return action if action is not None and action.when(self._studio) else None

    def _is_on(self, action: Action) -> bool:
        return action.checked is not None and action.checked(self._studio)

    # --- what can be done -------------------------------------------------------------------------

    def refresh(self, cause: RefreshTrigger | None = None) -> None:
        """Enable what can be done now, and check what is on; with a cause, where it may matter.

        Before a key is a shortcut, and when a menu opens, all is looked at without a cause.
        """
        work = self._studio.active_tab.document if self._studio.active_tab is not None else None
        for action in self._turning_on[cause]:
            made, is_for = self.actions[action.id], action.is_for(work)
            made.setEnabled(is_for and action.when(self._studio))
            if action.checked is not None:
                made.setChecked(is_for and action.checked(self._studio))

    def show_recent(self, files: list[Path], open_file: Callable[[Path], None]) -> None:
        """List the files opened last."""
        self.recent.clear()
        for file in files:
            entry = self.recent.addAction(str(file))
            entry.triggered.connect(lambda _=False, file=file: open_file(file))
        self.recent.setEnabled(bool(files))
