"""Many games of a scenario between automatic players, in a window of its own: is it balanced?"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.balance.balance_study import SeriesComparison
from engine.balance.balance_summary import BalanceSummary
from engine.balance.cluster import ClusterError, WorkerVersionError
from engine.balance.games_file import ForeignGamesFileError
from engine.balance.series import GameRecord
from engine.balance.series_executor import SeriesCache
from engine.balance.variants import InvalidVariantError, parse_variants
from engine.files.source_text import SaveError
from engine.narration.number_format import format_decimal
from engine.narration.scenario_names import ScenarioNames
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.texts import text
from studio.framework.file_operations import FileOperations
from studio.framework.prompts import DialogMemory
from studio.widgets.sizing import open_at_size
from studio.workspaces.play.balance.chart_widgets import BalanceHeatLegend
from studio.workspaces.play.balance.result_export import BalanceExporter, summary_text
from studio.workspaces.play.balance.result_page import LocalizedBalance
from studio.workspaces.play.balance.result_tabs import CHARTS, ResultTabs
from studio.workspaces.play.balance.series_form import SeriesForm
from studio.workspaces.play.balance.series_runner import SeriesResults, SeriesRunner
from studio.workspaces.play.balance.workers_form import InvalidSchedulerAddress
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase

SOON_MS, PATIENT = 150, 8  # pause before redrawing: so many times what it takes
WIDE, HIGH = 820, 800
OF_THE_FORM = (ClusterError, WorkerVersionError, ForeignGamesFileError, SaveError)
"""Errors of the players' form or its file, which are shown beside it."""


class BalanceWindow(QDialog):
    """Plays a scenario as its author has it now, and shows what the games say as they end.

    Closing it stops the games under way and keeps what it has shown. What is asked again, or for
    more games, goes on from those that have ended.
    """

    watched = Signal(object, object)  # Series, Record: a game to be seen on the map

    def __init__(self, tab: ScenarioTabBase, filing: FileOperations, memory: DialogMemory) -> None:
        super().__init__(tab.window())
        self.tab = tab
        self.balance: BalanceSummary | None = None
        self.comparison: SeriesComparison | None = None  # the comparison it belongs to, if any
        self._filing, self._localize, self._memory = filing, filing.localize, memory
        self.files = BalanceExporter(filing)
        self._played_as: Scenario | None = None  # what is played
        self._shown_as: Scenario | None = None  # what was played that is shown
        self.run: SeriesRunner | None = None
        self._held = SeriesCache()
        self.form = SeriesForm(filing.localize, filing.prompts.ask_games_file)
        self.findings, self.middle = ResultTabs(), QStackedWidget()
        self.start, self.cancel = QPushButton(), QPushButton()
        self.progress, self.told, self.stale = QProgressBar(), QLabel(), QLabel()
        self.hint = QLabel()
        self.choice, self.told_of = QWidget(), QLabel()
        self.which = QComboBox()  # of several series, whose games the tabs show
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.copy, self.export, self.shut = QPushButton(), QPushButton(), QPushButton()
        self.exports = QMenu(self)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._show_findings)
        self._lay_out()
        self._connect()
        open_at_size(self, WIDE, HIGH)
        self.retranslate()
        self.form.recall(memory.balance, self._file)

    # --- the parts --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.hint.setWordWrap(True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stale.setWordWrap(True)
        self.middle.addWidget(self.hint)
        self.middle.addWidget(self.findings)
        self.progress.setTextVisible(False)
        for button in (self.start, self.cancel, self.copy, self.export, self.shut):
            button.setAutoDefault(False)
        self.export.setMenu(self.exports)
        layout = QVBoxLayout(self)
        layout.addWidget(self.form)
        row, foot = QHBoxLayout(), QHBoxLayout()
        for widget in (self.start, self.cancel, self.progress, self.told):
            row.addWidget(widget, 1 if widget is self.progress else 0)
        layout.addLayout(row)
        layout.addWidget(self.stale)
        layout.addWidget(self.choice)
        choice = QHBoxLayout(self.choice)
        choice.setContentsMargins(0, 0, 0, 0)
        choice.addWidget(self.told_of)
        choice.addWidget(self.which)
        choice.addStretch(1)
        self.told_of.setBuddy(self.which)
        self.choice.hide()
        layout.addWidget(self.middle, 1)
        foot.addWidget(self.copy)
        foot.addWidget(self.export)
        foot.addStretch(1)
        foot.addWidget(self.shut)
        layout.addLayout(foot)

    def _connect(self) -> None:
        self.start.clicked.connect(self.begin)
        self.cancel.clicked.connect(self.close_without_asking)
        self.copy.clicked.connect(self.copy_summary)
        self.shut.clicked.connect(self.close)
        self.form.comparison.what.currentIndexChanged.connect(self._say_hint)
        self.which.activated.connect(self._show_findings)
        self.findings.beside.taken.connect(self.apply_proposal)
        self.findings.heat.laid.connect(self._lay_heat)
        self.findings.games.list.wanted.connect(self._watch)
        self.tab.document.changed.connect(self._look_at_scenario)
        self._localize.changed.connect(self.retranslate)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.setWindowTitle(self._words("title", title=self._title))
        self.form.show_scenario(self.tab.document.scenario, self._language)
        self.findings.retranslate(self._language)
        self._say_hint()
        self.stale.setText(self._words("window-stale"))
        for name in ("start", "cancel", "copy", "export"):
            getattr(self, name).setText(self._words(f"window-{name}"))
            getattr(self, name).setToolTip(self._words(f"window-{name}-hint"))
        self.told_of.setText(self._words("window-which"))
        self.which.setToolTip(self._words("window-which-hint"))
        self.start.setShortcut("Ctrl+Return")
        self.shut.setText(self._words("window-close"))
        self._list_exports()
        self._show_findings()
        self._refresh()

    def _say_hint(self) -> None:
        """Say what Start would do, while there is nothing to show."""
        key = f"window-hint-{self.form.comparison.compared}"
        self.hint.setText(f"{self._words('window-hint')}\n\n{self._words(key)}")

    def _list_exports(self) -> None:
        self.exports.clear()
        for name, write in (
            ("report", self.files.open_report),
            ("csv", self.files.write_games),
            ("json", self.files.write_numbers),
        ):
            entry = self.exports.addAction(self._words(f"window-export-{name}"))
            entry.triggered.connect(lambda _=False, write=write: self._write(write))
        pictures = self.exports.addMenu(self._words("window-export-picture"))
        for name in (*CHARTS, *(["side-by-side"] if self.comparison else [])):
            key = "window-side-by-side" if name == "side-by-side" else f"chart-{name}"
            entry = pictures.addAction(self._words(key))
            entry.triggered.connect(lambda _=False, name=name: self._write_picture(name))

    def _words(self, key: str, **values: object) -> str:
        return text(f"balance.{key}", self._language, **values)

    @property
    def _language(self) -> str:
        return self._localize.language

    @property
    def _title(self) -> str:
        return ScenarioNames(self.tab.document.scenario, self._language).title

    @property
    def _file(self) -> str:
        """The key under which the changes tried last are remembered."""
        return str(self.tab.document.path or "")

    # --- playing ----------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Return True if games are being played."""
        return self.run is not None and self.run.is_running

    def begin(self) -> None:
        """Play the scenario as it is now; what was shown before is replaced."""
        if self.is_running:
            return
        try:
            scenario = self.tab.document.playable_scenario()
        except SandtableError as error:
            self._filing.prompts.show_message(self._localize("not-playable", reason=error))
            return
        try:
            crew = self.form.crew.chosen(self.form.workers.value())
        except InvalidSchedulerAddress as error:
            self.form.show_error(str(error))
            self.form.crew.address.setFocus()
            return
        self.form.show_error()
        self._drop_run()
        self._played_as = self.tab.document.scenario
        self._memory.balance = self.form.remembered(self._memory.balance, self._file)
        self.which.clear()
        inquiry, kept_in = self.form.inquiry(scenario), self.form.crew.kept_in
        self.run = SeriesRunner(inquiry, crew, kept_in, self._held, self)
        self.run.advanced.connect(self._advance)
        self.run.ended.connect(self._end)
        self._refresh()

    def close_without_asking(self) -> None:
        """Stop playing; the games that have ended stay."""
        if self.run is not None and self.is_running:
            self.run.cancel()
            self._refresh()

    def stop(self) -> None:
        """Stop playing and take the heat map off the map."""
        self._drop_run()
        self._soon.stop()
        self.tab.show_heat_map(None)

    def _drop_run(self) -> None:
        if self.run is not None:
            self.run.stop()
            self.run.deleteLater()
            self.run = None

    def _advance(self) -> None:
        self._refresh()
        if not self._soon.isActive():
            self._soon.start()

    def _end(self) -> None:
        """All games have ended, or the rest are not wanted or cannot be played."""
        run = self.run
        assert run is not None
        self._soon.stop()
        self._show_findings()
        self._refresh()
        if isinstance(run.failure, OF_THE_FORM):
            self.form.show_error(str(run.failure))
        elif run.failure is not None:
            self._filing.prompts.show_message(self._words("window-failed", reason=run.failure))

    # --- what is shown ----------------------------------------------------------------------------

    def _show_findings(self) -> None:
        """Show the findings of the games that have ended."""
        began = time.monotonic()
        self._take_results()
        if self.balance is None:
            return
        shown = LocalizedBalance(self.balance, self.balance.records, self._language)
        self.findings.show_balance(shown, self.comparison)
        self.middle.setCurrentWidget(self.findings)
        took = 1000 * (time.monotonic() - began)
        self._soon.setInterval(max(SOON_MS, round(PATIENT * took)))

    def _take_results(self) -> None:
        """The games of the series that is chosen, as soon as there are any."""
        run = self.run
        if run is None or not run.series_with_games:
            return
        had_compared = self.comparison is not None
        self.comparison, self._shown_as = run.comparison, self._played_as
        self._list_series(run)
        chapter = run.series_with_games[max(self.which.currentIndex(), 0)]
        self.balance = chapter.balance(chapter.is_ended or not run.is_running)
        if had_compared is not (self.comparison is not None):
            self._list_exports()

    def _list_series(self, run: SeriesRunner) -> None:
        """Offer the series that have games, keeping the choice."""
        comparison, chosen = self.comparison, max(self.which.currentIndex(), 0)
        self.choice.setVisible(comparison is not None)
        if comparison is None:
            return
        names = [self._label(comparison, each) for each in run.series_with_games]
        self.which.clear()
        self.which.addItems(names)
        self.which.setCurrentIndex(min(chosen, len(names) - 1))

    def _label(self, comparison: SeriesComparison, chapter: SeriesResults) -> str:
        """Return the name of a series; its fresh games have another seed."""
        if self.run is not None and self.run.is_fresh(chapter):
            return text("balance.fresh", self._language, name=chapter.name)
        return comparison.label(chapter.name, self._language)

    def _refresh(self) -> None:
        """Show the progress, and what can be done now."""
        run, is_running = self.run, self.is_running
        self.start.setEnabled(not is_running)
        self.form.setEnabled(not is_running)
        self.cancel.setEnabled(run is not None and is_running and not run.is_cancelled)
        has_told = self.balance is not None and not is_running
        self.copy.setEnabled(has_told)
        self.export.setEnabled(has_told)
        games = run.games if run is not None else 1
        done = run.done if run is not None else 0
        self.progress.setRange(0, 0 if is_running and not done else games)
        self.progress.setValue(done)
        self.told.setText(self._progress(run) if run is not None else "")
        self._look_at_scenario()

    def _progress(self, run: SeriesRunner) -> str:
        """The games that have ended, how fast they come in, and the time left."""
        values = {"done": run.done, "games": run.games}
        if not run.is_running:
            return self._ending(run, values)
        if run.is_cancelled:
            return self._words("window-stopping")
        if run.awaited_roll:
            return self._words("window-calling", address=run.awaited_roll)
        left = run.estimate_seconds_left
        if left is None:
            return self._words("window-starting")
        pace = f"{run.pace:.1f}" if run.pace < 10 else f"{run.pace:.0f}"
        time_left = f"{left // 60:.0f}:{left % 60:02.0f}"
        pace = format_decimal(pace, self._localize.language)
        return self._words("window-progress", **values, pace=pace, left=time_left)

    def _ending(self, run: SeriesRunner, values: dict[str, int]) -> str:
        """Describe the end of the run."""
        if not run.is_whole:
            return self._words("window-stopped", **values) if run.failure is None else ""
        if not all(each.is_sure for each in run.chapters):
            return self._words("window-until-not", **values)
        return self._words("window-done", games=run.done)

    def _look_at_scenario(self) -> None:
        """Say so if what is shown no longer matches the scenario as it is now."""
        now = self.tab.document.scenario
        self.stale.setVisible(self._shown_as is not None and self._shown_as is not now)
        self.form.show_scenario(now, self._language)

    # --- on the map -------------------------------------------------------------------------------

    def _lay_heat(self) -> None:
        sheet = self.findings.heat
        heat = sheet.heat if sheet.on_map.isChecked() else None
        if heat is None or self.findings.shown is None:
            self.tab.show_heat_map(None)
        else:
            plane = heat.scale.class_of(heat.plane)
            self.tab.show_heat_map(plane, BalanceHeatLegend(heat, self.findings.shown.note))

    def _watch(self, record: GameRecord) -> None:
        """Ask for a game to be shown on the map, exactly as it was played."""
        if self.balance is not None:
            self.watched.emit(self.balance.series, record)

    def apply_proposal(self, change: str) -> None:
        """Make the change that is proposed, as one step that can be undone."""
        document, (what, _, value) = self.tab.document, change.partition("=")
        try:
            found = parse_variants(document.scenario, f"{what}={value}")[0].scenario
        except InvalidVariantError as error:  # the scenario has changed since
            self._filing.prompts.show_message(str(error))
            return
        document.apply(found, self._words("window-take", change=change))

    # --- elsewhere --------------------------------------------------------------------------------

    def copy_summary(self) -> None:
        """Copy a summary of the numbers to the clipboard, as text."""
        if self.balance is not None:
            said = summary_text(self.balance, self._language, self.comparison)
            QGuiApplication.clipboard().setText(said)

    def _write(self, write: Callable[[BalanceSummary, SeriesComparison | None], None]) -> None:
        if self.balance is not None:
            write(self.balance, self.comparison)

    def _write_picture(self, name: str) -> None:
        chart = self.findings.charts()[name]()
        self.files.write_picture(chart, self._words(f"chart-{name}"))

    # --- closing ----------------------------------------------------------------------------------

    def reject(self) -> None:
        """Escape stops the games under way, or closes the window if there are none."""
        if self.is_running:
            self.close_without_asking()
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the games under way; nothing goes on in the background."""
        run = self.run
        if run is not None and run.is_running:
            run.stop()
            self._soon.stop()
            self._show_findings()
            self._refresh()
        event.accept()
