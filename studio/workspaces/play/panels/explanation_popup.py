"""The popup of explanations: the rules in sentences, and cells of tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from engine.play.forecast_blocks import PrintedTableCell
from engine.scenario.scenario import Scenario
from engine.session.rule_explanations import (
    Explanation,
    ExplanationRequest,
    RuleText,
    explain_figure,
)
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length

WIDE, HIGHEST = 380, 420  # pixels
MAX_CELLS = 6
TABLES, RULE = "tables", "rule:"  # the links that show the cells, and a rule by its number


class ExplanationPopup(QFrame):
    """Pops up where it was asked; Esc or a click elsewhere ends it."""

    cells_wanted = Signal(object)  # tuple[Cell, ...]: to be shown in the tables
    rule_wanted = Signal(object, str)  # the scenario, and the number of a rule to be read

    def __init__(self, window: QWidget, localize: Localizer) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self._localize = localize
        self._scenario: Scenario | None = None
        self.explanations: tuple[Explanation, ...] = ()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.words = QLabel(wordWrap=True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setContentsMargins(10, 8, 10, 8)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.words.linkActivated.connect(self._follow)
        self.room = QScrollArea(widgetResizable=True)
        self.room.setFrameShape(QFrame.Shape.NoFrame)
        self.room.setWidget(self.words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.room)

    @property
    def cells(self) -> tuple[PrintedTableCell, ...]:
        """The cells that are spoken of."""
        return tuple(each.cell for told in self.explanations for each in told.cells)

    def answer(self, scenario: Scenario, asked: Iterable[ExplanationRequest], at: QPoint) -> None:
        """Explain something, next to where the question was asked."""
        self._scenario = scenario
        self.tell([explain_figure(scenario, each, self._localize.language) for each in asked], at)

    def tell(self, explanations: Sequence[Explanation], at: QPoint) -> None:
        """Explain something at a point of the screen."""
        self.explanations = tuple(explanations)
        page = self._page()
        if self.cells:
            page += f"<p><a href='{TABLES}'>{escape(self._localize('why-tables'))}</a></p>"
        self.words.setText(page)
        self.setAccessibleName("\n".join(line for told in explanations for line in told.lines()))
        wide = scale_length(WIDE)
        self.words.setFixedWidth(wide)
        high = min(self.words.heightForWidth(wide) + 8, HIGHEST)
        self.resize(wide + (24 if high == HIGHEST else 4), high)
        screen = self.screen().availableGeometry()
        left = min(at.x(), screen.right() - self.width())
        top = min(at.y(), screen.bottom() - self.height())
        self.move(max(left, screen.left()), max(top, screen.top()))
        self.show()

    def _page(self) -> str:
        """One explanation in full; of several each figure, and every rule once."""
        if len(self.explanations) == 1:
            return self._written(self.explanations[0])
        figures = "".join(f"<li>{_cite(told)}</li>" for told in self.explanations)
        rules = tuple(dict.fromkeys(rule for told in self.explanations for rule in told.rules))
        return f"<ul>{figures}</ul><hr>{_in_full(rules)}"

    def _written(self, told: Explanation) -> str:
        rules = _in_full(told.rules)
        more = ["…"] if len(told.cells) > MAX_CELLS else []
        said = [cell.words for cell in told.cells[:MAX_CELLS]] + more
        cells = "".join(f"<li>{escape(words)}</li>" for words in said)
        remark = f"<p><i>{escape(told.remark)}</i></p>" if told.remark else ""
        listed = f"<ul>{cells}</ul>" if cells else ""
        return f"<p><b>{escape(told.what)}</b></p>{rules}{listed}{remark}"

    def _follow(self, link: str) -> None:
        """Show the tables, or open a rule in the rulebook."""
        if link == TABLES:
            self._show_cells()
            return
        self.hide()
        self.rule_wanted.emit(self._scenario, link.removeprefix(RULE))

    def _show_cells(self) -> None:
        self.hide()
        self.cells_wanted.emit(self.cells)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends it; Enter shows the cells."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cells:
            self._show_cells()
        else:
            super().keyPressEvent(event)
            if event.key() == Qt.Key.Key_Escape:
                self.hide()


def _in_full(rules: Sequence[RuleText]) -> str:
    return "".join(
        f'<p><a href="{RULE}{escape(rule.number)}"><b>{escape(rule.number)}</b></a>&nbsp;'
        f" {escape(rule.sentence)}</p>"
        for rule in rules
    )


def _cite(told: Explanation) -> str:
    """A figure with the numbers of its rules."""
    numbers = ", ".join(rule.number for rule in told.rules)
    return f"{escape(told.what)} <small>({escape(numbers)})</small>"
