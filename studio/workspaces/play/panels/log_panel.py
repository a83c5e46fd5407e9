"""The log of the game in front: what has happened, found by unit and by words, shown on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.files import source_text
from engine.narration.scenario_names import ScenarioNames
from engine.session.player_spans import player_text
from engine.session.rule_explanations import ExplanationRequest, cited_in
from engine.session.session import Session
from engine.session.timeline import LogLine
from studio.framework.file_operations import FileOperations
from studio.framework.report_viewer import ReportOpener
from studio.reports.game_report import build_game_report
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher
from studio.workspaces.play.panels.log_view import LogView, as_markdown

MIN_LETTERS = 7  # the list of units is at least as wide


class LogModel:
    """The lines of a session's log; only what is new is put into words again."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self._read_as: object = None
        self._events = 0

    def read(self, session: Session, language: str) -> list[LogLine]:
        """Return the log up to the session's point, as its viewer may know it."""
        read_as = (session, session.history.number, session.viewer, language)
        if read_as != self._read_as:
            self._read_as, self._events, self.lines = read_as, 0, []
        events = len(session.game.events)
        while self.lines and self.lines[-1].number >= events:
            self.lines.pop()
        first = min(self._events, events)
        self.lines += session.log(first, session.viewer, language=language)
        self._events = events
        return self.lines


def filter_log(lines: Sequence[LogLine], unit: str, words: str) -> list[LogLine]:
    """The lines about a unit, if one is named, with all of some words, under their headings."""
    wanted = words.casefold().split()
    if not unit and not wanted:
        return list(lines)
    return list(_sift(lines, unit, wanted))


def _sift(lines: Iterable[LogLine], unit: str, wanted: Sequence[str]) -> Iterator[LogLine]:
    headings: list[LogLine] = []
    for line in lines:
        if line.rank:
            headings = [*(each for each in headings if each.rank < line.rank), line]
        elif (not unit or unit in line.place.units) and _has(line, wanted):
            yield from headings
            headings = []
            yield line


def _has(line: LogLine, wanted: Sequence[str]) -> bool:
    said = line.sentence.casefold()
    return all(word in said for word in wanted)


class LogPanel(QWidget):
    """A click or Enter shows where something happened; a double click goes back to that moment."""

    asked_why = Signal(object, QPoint)  # a tuple of Inquiries, and where on the screen

    def __init__(self, localize: Localizer, publishing: GameReportExporter) -> None:
        super().__init__()
        self._localize, self.publishing = localize, publishing
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._book = LogModel()
        self._units: object = None
        self.unit, self.words, self.view = QComboBox(), QLineEdit(), LogView()
        self.empty, self.report = QLabel(), QPushButton()
        self.unit.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.unit.setMinimumContentsLength(MIN_LETTERS)
        self.unit.activated.connect(self._sift)
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._sift)
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.report.clicked.connect(self._open_report)
        self.view.visited.connect(self._visit)
        self.view.gone_to.connect(self._go_to)
        self.view.menu_wanted.connect(self._show_menu)
        self._lay_out()
        self.seen = GamePanelRefresher(self, self.refresh)
        localize.changed.connect(self.seen.request_refresh)
        self.refresh()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.unit, 1)
        head.addWidget(self.words, 1)
        head.addWidget(self.report)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(head)
        layout.addWidget(self.empty)
        layout.addWidget(self.view, 1)

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._play, self._pointer = play, pointer
        self.seen.follow(play)

    def refresh(self) -> None:
        """Add what is new to the log."""
        play, localize = self._play, self._localize
        self.setEnabled(play is not None)
        self.words.setPlaceholderText(localize("log-words"))
        self.unit.setToolTip(localize("log-unit-hint"))
        self.view.setToolTip("" if self.view.lines else localize("log-hint"))
        self.report.setText(localize("log-report"))
        if play is None:
            self.view.show_lines([])
            return
        is_told = play.session.may_be_reported
        self.report.setEnabled(is_told)
        self.report.setToolTip(localize("log-report-hint" if is_told else "log-report-fog"))
        self._book.read(play.session, localize.language)
        self._list_units(play)
        self._sift()

    def _list_units(self, play: GameController) -> None:
        """Offer the units the viewer may know of."""
        session, standing = play.session, play.standing
        known = {each.id for each in standing.pieces}
        known |= {each.id for each in (*standing.lost, *standing.reserves)}
        key = session, session.viewer, self._localize.language, known
        if key == self._units:
            return
        self._units, listed, chosen = (
            key,
            known_units(play, self._localize),
            self.unit.currentData(),
        )
        self.unit.clear()
        self.unit.addItem(self._localize("log-all-units"), "")
        for unit, name in listed.items():
            self.unit.addItem(name, unit)
        self.unit.setCurrentIndex(max(self.unit.findData(chosen), 0))

    def _sift(self) -> None:
        """Show the lines that match the search."""
        unit, words = self.unit.currentData() or "", self.words.text()
        shown = filter_log(self._book.lines, unit, words) if self._play else []
        self.view.show_lines(shown)
        self.empty.setText(self._localize("log-none" if self._book.lines else "log-empty"))
        self.empty.setVisible(self._play is not None and not shown)

    # --- places and moments -----------------------------------------------------------------------

    def _visit(self, line: LogLine) -> None:
        """Show where something happened; the game stays as it is."""
        if self._pointer is not None:
            self._pointer.highlight_hex(line.place)

    def _go_to(self, line: LogLine) -> None:
        """Go to the moment when it had just happened."""
        play = self._play
        if play is not None:
            play.visit(lambda: play.session.go_to(line.since))

    # --- what is written --------------------------------------------------------------------------

    def menu(self) -> QMenu:
        """Return the menu of the log."""
        localize, view, menu = self._localize, self.view, QMenu(self)
        line = view.line
        if line is not None:
            menu.addAction(localize("log-visit"), Qt.Key.Key_Return, lambda: self._visit(line))
            menu.addAction(localize("log-go-to"), "Ctrl+Return", lambda: self._go_to(line))
            if self.can_explain:
                menu.addAction(localize("why"), self.ask)
            menu.addSeparator()
            menu.addAction(localize("log-copy"), QKeySequence.StandardKey.Copy, view.copy_line)
        menu.addAction(localize("log-copy-all"), view.copy_all)
        menu.addAction(localize("log-save"), self._write_log)
        return menu

    @property
    def can_explain(self) -> bool:
        """Return True if the selected line cites rules that can be explained."""
        line = self.view.line
        return line is not None and bool(cited_in(line.sentence))

    def ask(self) -> None:
        """Ask for the rules cited in the selected line."""
        line = self.view.line
        if line is not None:
            at = self.view.mapToGlobal(self.view.cursorRect().bottomLeft())
            self.asked_why.emit((ExplanationRequest(line.sentence),), at)

    def _show_menu(self, at: QPoint) -> None:
        if self._play is not None:
            menu = self.menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(at)

    def _write_log(self) -> None:
        if self._play is not None:
            self.publishing.write_log(self._play.session, self.view.lines)

    def _open_report(self) -> None:
        if self._play is not None:
            self.publishing.open_report(self._play.session)


def known_units(play: GameController, localize: Localizer) -> dict[str, str]:
    """The units a viewer may know of, by the sides, and their names."""
    session, standing = play.session, play.standing
    away = (*standing.lost, *standing.reserves)
    seen = {each.id: each.name for each in standing.pieces} | {each.id: each.name for each in away}
    names = ScenarioNames(session.scenario, localize.language)
    own = {
        unit.id: names.unit(unit.id)
        for unit in session.scenario.units
        if unit.id in seen or session.viewer in (None, unit.side)
    }
    return own | {unit: name for unit, name in seen.items() if unit not in own}


LOGS = (".md",)


class GameReportExporter:
    """Writes a log into a file that the user names; opens reports, which are saved from there."""

    def __init__(self, filing: FileOperations) -> None:
        self._filing, self.reading = filing, ReportOpener(filing)

    def write_log(self, session: Session, lines: list[LogLine]) -> None:
        """Lines of a log as Markdown."""
        filing, title = self._filing, self._title(session)
        path = filing.prompts.page_file(f"{filing.fit_name(title)}{LOGS[0]}", LOGS)
        if path is None:
            return
        content, name = as_markdown(title, lines), path.name
        done = filing.localize("log-written", file=path)
        filing.start_job(
            filing.localize("job-saving", name=name),
            lambda _: source_text.write(path, content),
            done,
        )

    def open_report(self, session: Session) -> None:
        """The umpire's report of a game as far as it has come, to be read and saved."""
        game = session.game.fork(session.seed)  # the game itself goes on meanwhile
        language, name = self._filing.localize.language, self._filing.fit_name(self._title(session))
        players = {side: player_text(session, side, language) for side in session.seats}
        self.reading.open(lambda: build_game_report(game, players, language), name)

    def _title(self, session: Session) -> str:
        return ScenarioNames(session.scenario, self._filing.localize.language).title
