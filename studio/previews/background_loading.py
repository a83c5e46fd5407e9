"""Loading what previews need in the background: the game's rules and the sight kernels."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from studio.canvas import kernel_loading
from studio.previews.preview_result import PreviewKind

AFTER_MS = 300  # the first frames of a window come first
ASK_MS = 25
RULES = "rules"
HEAT, TABLES = "sight_of_all_pairs", "tables"
# The group of kernels (engine.kernel_warmup) a preview calls; the sighting chart needs none.
NEEDED = {
    PreviewKind.SIGHT: "sight_on_whole_map",
    PreviewKind.REACH: "movement",
    PreviewKind.LINE: RULES,
}


class LoadingCancelled(Exception):
    """The program ends; what is not loaded yet will not be."""


class PreviewLoader:
    """One thread that loads everything, once in a process."""

    def __init__(self) -> None:
        self._loaded: set[str] = set()
        self._group = RULES
        self._is_left, self._first = False, ""
        self.future = ThreadPoolExecutor(1, "previews").submit(self._load)

    def is_loaded(self, group: str) -> bool:
        """Return True if a group of kernels can be used at once; failures show on use."""
        return group in self._loaded or self.future.done()

    def hurry(self, group: str) -> None:
        """Load this before the others, if that is still to be done."""
        self._first = group

    def stop_loading(self) -> None:
        """Stop after the group under way; the program must not end before."""
        self._is_left = True

    def _load(self) -> None:
        from engine import kernel_warmup
        from engine.games import installed_games, rule_system_of

        for game in installed_games():
            rule_system_of(game).handbook({}).units()
        self._loaded.add(RULES)
        if (
            self._first == TABLES and kernel_warmup.is_warm()
        ):  # else all are compiled anew, in order
            kernel_warmup.warm_tabletop()
            self._loaded.add(TABLES)
        kernel_loading.load_kernels().result()
        kernel_warmup.warm_up_kernels(self._begin)

    def _begin(self, group: str, done: int, total: int) -> None:
        """A group of kernels is begun: the one before is there."""
        self._loaded.add(self._group)
        self._group = group
        if self._is_left:
            raise LoadingCancelled


@cache
def background_loader() -> PreviewLoader:
    """Begins the loading at the first call."""
    begun = PreviewLoader()
    application = QCoreApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(begun.stop_loading)
    return begun


class PreviewLoadingStatus(QObject):
    """The progress of loading, for a window."""

    advanced = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._wait = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._wait.timeout.connect(self._begin)
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._look)
        self._first = ""
        self._missing = {RULES, HEAT, TABLES, *NEEDED.values()}

    def load_when_idle(self, first: str = "") -> None:
        """Load once the window has come to rest; a named group before the others."""
        self._first = first
        if not self._ask.isActive():
            self._wait.start()

    def is_reported_loaded(self, group: str) -> bool:
        """Return True if a group is loaded, for callers that can wait."""
        return group not in self._missing

    def has(self, group: str) -> bool:
        """Return True if a group is loaded; the first call starts loading."""
        self._begin()
        return background_loader().is_loaded(group)

    def _begin(self) -> None:
        begun = background_loader()
        if self._first:
            begun.hurry(self._first)
        if self._missing and not self._ask.isActive():
            self._ask.start()

    def _look(self) -> None:
        found = {group for group in self._missing if background_loader().is_loaded(group)}
        self._missing -= found
        if not self._missing:
            self._ask.stop()
        if found:
            self.advanced.emit()
