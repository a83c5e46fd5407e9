"""The problems panel: what is wrong or doubtful in the active tab's work, kept up to date."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from engine.problems import Problem, Severity
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer
from studio.widgets.wrapping import WrappingButton

if TYPE_CHECKING:
    from engine.quick_fixes.map_fixes import QuickFix

PROBLEM = Qt.ItemDataRole.UserRole
SIGNS = {Severity.ERROR: "✖", Severity.WARNING: "▲"}
LISTED = ("all", *(severity.value for severity in Severity))
MAX_FIXES = 2  # offered for one problem
MIN_HEIGHT = 120  # pixels, on a small screen
MAX_LINES = 3  # of words on a button

Offers = Callable[[Problem], "Sequence[QuickFix]"]
Consents = Callable[["QuickFix", int], bool]


def no_fixes(problem: Problem) -> Sequence[QuickFix]:
    """Return no quick fixes."""
    return ()


def never_confirm(remedy: QuickFix, count: int) -> bool:
    """Refuse any fix that destroys work, as no one can be asked."""
    return False


def _severities_meant(listed: str) -> Sequence[str]:
    """The severities that a filter stands for."""
    return tuple(Severity) if listed == "all" else (listed,)


class _Rows(NoTypeAheadMixin, QListWidget):
    """The problems, one below the other."""


class ProblemsPanel(QWidget):
    """Lists problems, errors first; a click goes there, a button or Enter puts one right.

    A warning can be kept with a reason.
    """

    visited = Signal(object)  # Problem
    waived = Signal(object)  # Problem
    fixed = Signal(object)  # Remedy
    fixed_all = Signal(object, object)  # of one kind, and the Remedy for all of them
    counted = Signal(int)

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._problems: list[Problem] = []
        self._fixes: Sequence[QuickFix] = ()
        self._keeps_places: bool | None = None
        self.offers: Offers = no_fixes
        self.consents: Consents = never_confirm  # asked before work is destroyed unnamed
        self._head, self.summary = QWidget(), QLabel()
        self.severity = QComboBox()
        for severity in LISTED:
            self.severity.addItem("", severity)
        self.severity.activated.connect(self._list)
        self._make_list()
        self.fix_buttons = [WrappingButton() for _ in range(MAX_FIXES)]
        self.fix_all, self.waive = WrappingButton(), WrappingButton()
        for place, button in enumerate(self.fix_buttons):
            button.clicked.connect(lambda _=False, place=place: self._fix(place))
        self.fix_all.clicked.connect(self._fix_all)
        self.waive.clicked.connect(self._waive)
        self._lay_out()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _make_list(self) -> None:
        self.list = _Rows()
        self.list.setWordWrap(True)
        self.list.itemClicked.connect(self._visit)
        self.list.itemActivated.connect(self._visit)
        self.list.currentItemChanged.connect(self._enable)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.installEventFilter(self)

    def _lay_out(self) -> None:
        head = QHBoxLayout(self._head)
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self.summary, 1)
        head.addWidget(self.severity)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self._head)
        layout.addWidget(self.list, 1)
        foot = QGridLayout()
        for place, button in enumerate(self._buttons):
            foot.addWidget(button, place // 2, place % 2)
        layout.addLayout(foot)
        kept = self.severity.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.severity.setSizePolicy(kept)

    def minimumSizeHint(self) -> QSize:
        """Small, so that the panel gives way to others on a small screen."""
        return QSize(super().minimumSizeHint().width(), MIN_HEIGHT)

    @property
    def _buttons(self) -> tuple[WrappingButton, ...]:
        """Return the buttons for a problem, in two columns."""
        return (*self.fix_buttons, self.fix_all, self.waive)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The lower the panel, the fewer lines its buttons have."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Leave the list half of a low panel, and in the lowest the place of the head too."""
        lines = next((n for n in range(MAX_LINES, 1, -1) if self._high(n) <= self.height() // 2), 1)
        for button in self._buttons:
            button.set_line_count(lines)
        self._head.setVisible(lines > 1 or self.count == 0)

    def _high(self, lines: int) -> int:
        """Return the height of the buttons together, with so many lines of text."""
        return 2 * self.waive.height_of(lines)

    # --- what there is ----------------------------------------------------------------------------

    def show_problems(self, problems: list[Problem]) -> None:
        """List what was found, if it is not what is listed; ask again what can be done about it."""
        if problems == self._problems:
            self._enable()
        else:
            self._problems = problems
            self._list()

    def _list(self) -> None:
        """Errors first; the one chosen stays so, or the next in its place."""
        chosen, row, problems = self.chosen, self.list.currentRow(), self._problems
        shown = [
            each
            for each in problems
            if each.severity in _severities_meant(self.severity.currentData())
        ]
        self.list.blockSignals(True)  # the list is hidden while it is made
        self.list.clear()
        for problem in sorted(shown, key=lambda each: each.severity is not Severity.ERROR):
            self._add(problem)
            if chosen is not None and (problem.code, problem.at) == (chosen.code, chosen.at):
                self.list.setCurrentRow(self.list.count() - 1)
        if chosen is not None and self.list.currentRow() < 0:
            self.list.setCurrentRow(min(row, self.list.count() - 1))
        self.list.blockSignals(False)
        self._count()
        self._enable()

    def _count(self) -> None:
        count = self.count
        self.summary.setText(
            self._localize("problems", count=count) if count else self._localize("sound")
        )
        for place in range(self.severity.count()):
            listed = self.severity.itemData(place)
            found = [each for each in self._problems if each.severity in _severities_meant(listed)]
            self.severity.setItemText(place, self._localize(f"severity-{listed}", count=len(found)))
        self.severity.setVisible(count > 0)
        self._keep_places(count > 0)
        self._make_room()
        self.counted.emit(count)

    def _keep_places(self, is_kept: bool) -> None:
        """While there is anything to do, what is done about it keeps its place; else no room."""
        if is_kept == self._keeps_places:
            return
        self._keeps_places = is_kept
        for button in self._buttons:
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(is_kept)
            button.setSizePolicy(policy)
        self.waive.setVisible(is_kept)

    @property
    def count(self) -> int:
        """Return the number of all problems, listed or not."""
        return len(self._problems)

    @property
    def chosen(self) -> Problem | None:
        """The problem chosen in the list."""
        item = self.list.currentItem()
        problem = item.data(PROBLEM) if item else None
        return problem if isinstance(problem, Problem) else None

    @property
    def similar_problems(self) -> list[Problem]:
        """All problems of the kind of the chosen one."""
        chosen = self.chosen
        return [each for each in self._problems if chosen and each.code == chosen.code]

    def retranslate(self) -> None:
        """Show all texts in the window's language."""
        self.waive.setText(self._localize("waive"))
        self.waive.setToolTip(self._localize("waive-hint"))
        self.severity.setToolTip(self._localize("severity-hint"))
        self._list()

    def _add(self, problem: Problem) -> None:
        language = self._localize.language
        said = problem.message(language)
        place = f" [{problem.where}]" if problem.where and problem.where not in said else ""
        item = QListWidgetItem(f"{SIGNS[problem.severity]} {said}{place}")
        item.setToolTip(problem.hint(language))
        item.setData(PROBLEM, problem)
        self.list.addItem(item)

    # --- what is done about it --------------------------------------------------------------------

    def step(self, steps: int) -> None:
        """Go to the next problem in the list or the one before, wrapping around."""
        count = self.list.count()
        if not count:
            return
        row = self.list.currentRow()
        row = (row + steps) % count if row >= 0 else (0 if steps > 0 else count - 1)
        self.list.setCurrentRow(row)
        self._visit(self.list.item(row))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter puts the chosen problem right in the likeliest way, if need be after a question."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_enter and self._fixes:
                if self._may(self._fixes[0], 1):
                    self._fix(0)
                return True
        return super().eventFilter(watched, event)

    def menu(self) -> QMenu:
        """Return the menu of the selected problem."""
        menu = QMenu(self)
        for place, fix in enumerate(self._fixes):
            named = menu.addAction(fix.name(self._localize.language))
            named.triggered.connect(lambda _=False, place=place: self._fix(place))
        if not self.fix_all.isHidden():
            menu.addAction(self.fix_all.text()).triggered.connect(self._fix_all)
        menu.addSeparator()
        going = menu.addAction(self._localize("problem-visit"))
        going.triggered.connect(lambda: self._visit(self.list.currentItem()))
        if self.waive.isEnabled():
            menu.addAction(self.waive.text()).triggered.connect(self._waive)
        return menu

    def _show_menu(self, at: QPoint) -> None:
        if self.chosen is not None:
            menu = self.menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(at))

    def _visit(self, item: QListWidgetItem) -> None:
        self.visited.emit(item.data(PROBLEM))

    def focus_list(self) -> None:
        """Give the list the focus, so that Enter fixes the chosen problem."""
        self.list.setFocus()

    def _waive(self) -> None:
        if self.chosen is not None:
            self.waived.emit(self.chosen)

    def _fix(self, place: int) -> None:
        if place < len(self._fixes):
            self.fixed.emit(self._fixes[place])

    def _fix_all(self) -> None:
        if self._fixes and self._may(self._fixes[0], len(self.similar_problems)):
            self.fixed_all.emit(self.similar_problems, self._fixes[0])

    def _may(self, fix: QuickFix, count: int) -> bool:
        """Return True if an unnamed fix may be made: one that destroys work, if confirmed."""
        return not fix.is_destructive or self.consents(fix, count)

    def _enable(self) -> None:
        chosen, language = self.chosen, self._localize.language
        self.waive.setEnabled(chosen is not None and chosen.severity is Severity.WARNING)
        self._fixes = tuple(self.offers(chosen))[:MAX_FIXES] if chosen is not None else ()
        for place, button in enumerate(self.fix_buttons):
            name = self._fixes[place].name(language) if place < len(self._fixes) else ""
            button.setText(name)
            is_usual = place == 0 and bool(name) and not self._fixes[0].is_destructive
            button.setToolTip(f"{name} (Enter)" if is_usual else name)
            button.setVisible(bool(name))
        count = len(self.similar_problems)
        self.fix_all.setText(self._localize("fix-all", count=count))
        if self._fixes:
            way = self._fixes[0].name(language)
            self.fix_all.setToolTip(self._localize("fix-all-hint", way=way, count=count))
        self.fix_all.setVisible(bool(self._fixes) and count > 1)
