"""Help in the window: about, manual, tutorial, news and preferences; autosave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, qVersion
from PySide6.QtWidgets import QDialog, QWidget

from engine import __version__
from studio.framework.document_tab import DocumentTab
from studio.framework.prompts import Prompts
from studio.preferences import Preferences
from studio.widgets.localization import Localizer

if TYPE_CHECKING:
    from studio.actions.action import StudioWindow
    from studio.main_window.manual_dialog import ManualDialog
    from studio.main_window.tutorial import Tutorial


def show_about(prompts: Prompts, localize: Localizer) -> None:
    """Show the versions of the program and of Qt."""
    prompts.show_message(localize("about", version=__version__, qt=qVersion()))


A_MINUTE_MS = 60_000


class HelpController(QObject):
    """The controller of all help; each part is loaded on first use."""

    def __init__(
        self,
        window: QWidget,
        studio: StudioWindow,
        works: Callable[[], Sequence[DocumentTab]],
        middle: QWidget,
        preferences: Preferences,
    ) -> None:
        """`middle` is the part of the window in which works are."""
        super().__init__(window)
        self._window, self._studio, self._middle = window, studio, middle
        self._works, self._preferences = works, preferences
        self._manual: ManualDialog | None = None
        self.guide: Tutorial | None = None
        self._minutes = 0  # since works were last saved automatically
        self._clock = QTimer(self, interval=A_MINUTE_MS)
        self._clock.timeout.connect(self.on_minute)
        self._clock.start()

    def manual(self) -> None:
        """Open the manual beside the work."""
        from studio.main_window.manual_dialog import ManualDialog

        if self._manual is None:
            self._manual = ManualDialog(self._studio.localize, self._window)
        self._manual.show()
        self._manual.raise_()
        self._manual.line.setFocus()

    def rules(self) -> None:
        """Open the rules of the game of the work in front, with what its scenario changes."""
        from engine.scenario.scenario import Scenario
        from studio.rulebook.rulebook_dialog import show_rulebook

        tab = self._studio.active_tab
        content = tab.printable_content if tab is not None else None
        shown = content if isinstance(content, Scenario) else None
        show_rulebook(self._window, self._studio.localize, shown)

    def guides(self) -> None:
        """Open the manual at the first of the tutorials with pictures."""
        self.manual()
        assert self._manual is not None
        self._manual.begin()

    def read(self, page: str, anchor: str) -> None:
        """Open the manual at a page, from a heading on."""
        self.manual()
        assert self._manual is not None
        self._manual.read(page, anchor)

    def tutorial(self) -> None:
        """Begin the tutorial from its first step."""
        from studio.main_window.tutorial import Tutorial

        if self.guide is not None:
            self.guide.leave()
        self.guide = Tutorial(self._window, self._studio, self._middle)
        self.guide.left.connect(self._forget_guide)

    def _forget_guide(self) -> None:
        self.guide = None

    def news(self) -> None:
        """Show what is new."""
        from studio.main_window.manual_dialog import ChangelogDialog

        self._run(ChangelogDialog(self._studio.localize, self._window))

    def preferences(self, name: str = "") -> None:
        """Change the preferences, beginning at one by its name."""
        from studio.main_window.preferences_dialog import PreferencesDialog

        studio = self._studio
        likes = self._preferences, studio.looks, studio.playing
        dialog = PreferencesDialog(*likes, studio.localize, self._window)
        if name:
            dialog.show_field(name)
        self._run(dialog)

    def on_minute(self) -> None:
        """Save what has a file and is unsaved, when it is time to."""
        self._minutes += 1
        every = self._preferences.autosave
        if not every or self._minutes < every:
            return
        self._minutes = 0
        for tab in self._works():
            if tab.document.path is not None and tab.document.is_dirty:
                self._studio.filing.save(tab.document)

    @staticmethod
    def _run(dialog: QDialog) -> None:
        dialog.exec()
        dialog.deleteLater()
