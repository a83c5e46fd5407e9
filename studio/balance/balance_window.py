"""Many games of a scenario between automatic players, in a window of its own: is it balanced?"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
)

from engine.balance.series import Record
from engine.balance.summary import Balance
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.telling.names import Names
from engine.texts import text
from studio.balance.balance_figures import HeatKey
from studio.balance.balance_files import BalanceFiles, summary
from studio.balance.balance_form import SeriesForm
from studio.balance.balance_tabs import CHARTS, Findings, ShownBalance
from studio.balance.series_run import SeriesRun, whole
from studio.parts.filing import Filing
from studio.scenario.staged import StagedTab

SOON_MS, PATIENT = 150, 8  # what is shown is made anew so much less often than it takes
WIDE, HIGH = 820, 800


class BalanceWindow(QDialog):
    """Plays a scenario as its author has it now, and shows what the games say as they end.

    Closed, it gives up what is played and keeps what it has shown.
    """

    watched = Signal(object, object)  # Series, Record: a game that is to be seen on the map

    def __init__(self, tab: StagedTab, filing: Filing) -> None:
        super().__init__(tab.window())
        self.tab = tab
        self.balance: Balance | None = None
        self._filing, self._say = filing, filing.say
        self.files = BalanceFiles(filing)
        self._records: list[Record] = []  # those of the balance in the order they came in
        self._played_as: Scenario | None = None  # what is played
        self._shown_as: Scenario | None = None  # what was played that is shown
        self.run: SeriesRun | None = None
        self.form, self.findings, self.middle = SeriesForm(), Findings(), QStackedWidget()
        self.start, self.cancel = QPushButton(), QPushButton()
        self.progress, self.told, self.stale = QProgressBar(), QLabel(), QLabel()
        self.hint = QLabel()
        self.copy, self.export, self.shut = QPushButton(), QPushButton(), QPushButton()
        self.exports = QMenu(self)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._show_findings)
        self._lay_out()
        self._connect()
        self.resize(WIDE, HIGH)
        self.retranslate()

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
        layout.addWidget(self.middle, 1)
        foot.addWidget(self.copy)
        foot.addWidget(self.export)
        foot.addStretch(1)
        foot.addWidget(self.shut)
        layout.addLayout(foot)

    def _connect(self) -> None:
        self.start.clicked.connect(self.begin)
        self.cancel.clicked.connect(self.give_up)
        self.copy.clicked.connect(self.copy_summary)
        self.shut.clicked.connect(self.close)
        self.findings.heat.laid.connect(self._lay_heat)
        self.findings.games.list.wanted.connect(self._watch)
        self.tab.document.changed.connect(self._look_at_scenario)
        self._say.changed.connect(self.retranslate)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.setWindowTitle(self._words("title", title=self._title))
        self.form.show_scenario(self.tab.document.scenario, self._language)
        self.findings.retranslate(self._language)
        self.hint.setText(self._words("window-hint"))
        self.stale.setText(self._words("window-stale"))
        for name in ("start", "cancel", "copy", "export"):
            getattr(self, name).setText(self._words(f"window-{name}"))
            getattr(self, name).setToolTip(self._words(f"window-{name}-hint"))
        self.start.setShortcut("Ctrl+Return")
        self.shut.setText(self._words("window-close"))
        self._list_exports()
        self._show_findings()
        self._refresh()

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
        for name in CHARTS:
            entry = pictures.addAction(self._words(f"chart-{name}"))
            entry.triggered.connect(lambda _=False, name=name: self._write_picture(name))

    def _words(self, key: str, **values: object) -> str:
        return text(f"balance.{key}", self._language, **values)

    @property
    def _language(self) -> str:
        return self._say.language

    @property
    def _title(self) -> str:
        return Names(self.tab.document.scenario, self._language).title

    # --- playing ----------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether games are played."""
        return self.run is not None and self.run.is_running

    def begin(self) -> None:
        """Play the scenario as it is now; what was shown before is replaced."""
        if self.is_running:
            return
        try:
            scenario = self.tab.document.ready()
        except SandtableError as error:
            self._filing.asking.tell(self._say("not-playable", reason=error))
            return
        self._drop_run()
        self._played_as = self.tab.document.scenario
        series = self.form.series(scenario)
        self.run = SeriesRun(series, self.form.workers.value(), self)
        self.run.advanced.connect(self._advance)
        self.run.ended.connect(self._end)
        self._refresh()

    def give_up(self) -> None:
        """Play no more; the games that have ended stay."""
        if self.run is not None and self.is_running:
            self.run.cancel()
            self._refresh()

    def stop(self) -> None:
        """Stop playing and take the heat map off the map."""
        self._drop_run()
        self._soon.stop()
        self.tab.lay_heat(None)

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
        """All games have ended, or the rest is not wanted, or cannot be played."""
        run = self.run
        assert run is not None
        self._soon.stop()
        self._show_findings()
        self._refresh()
        if run.failure is not None:
            self._filing.asking.tell(self._words("window-failed", reason=run.failure))

    # --- what is shown ----------------------------------------------------------------------------

    def _show_findings(self) -> None:
        """Show what the games say that have ended."""
        began = time.monotonic()
        self._take_results()
        if self.balance is None:
            return
        self.findings.show_balance(ShownBalance(self.balance, self._records, self._language))
        self.middle.setCurrentWidget(self.findings)
        took = 1000 * (time.monotonic() - began)
        self._soon.setInterval(max(SOON_MS, round(PATIENT * took)))

    def _take_results(self) -> None:
        """The games of the run, as soon as there are any; of one given up the first of them."""
        run = self.run
        if run is None or not run.records:
            return
        if run.is_running or len(run.records) == run.series.games:
            found: Balance | None = Balance.of(run.series, run.records)
        else:
            found = whole(run.series, run.records)
        if found is not None:
            kept = {record.number for record in found.records}
            self.balance, self._shown_as = found, self._played_as
            self._records = [record for record in run.records if record.number in kept]

    def _refresh(self) -> None:
        """How far it is, and what can be done now."""
        run, is_running = self.run, self.is_running
        self.start.setEnabled(not is_running)
        self.form.setEnabled(not is_running)
        self.cancel.setEnabled(run is not None and is_running and not run.is_cancelled)
        has_told = self.balance is not None and not is_running
        self.copy.setEnabled(has_told)
        self.export.setEnabled(has_told)
        games = run.series.games if run is not None else 1
        done = len(run.records) if run is not None else 0
        self.progress.setRange(0, 0 if is_running and not done else games)
        self.progress.setValue(done)
        self.told.setText(self._progress(run) if run is not None else "")
        self._look_at_scenario()

    def _progress(self, run: SeriesRun) -> str:
        """The games that have ended, how fast they do, how long it takes still."""
        values = {"done": len(run.records), "games": run.series.games}
        if not run.is_running:
            if len(run.records) < run.series.games:
                found = whole(run.series, run.records)
                kept = found.games if found else 0
                return self._words("window-stopped", **values, kept=kept)
            return self._words("window-done", **values)
        if run.is_cancelled:
            return self._words("window-stopping")
        left = run.seconds_left
        if left is None:
            return self._words("window-starting")
        pace = f"{run.pace:.1f}" if run.pace < 10 else f"{run.pace:.0f}"
        time_left = f"{left // 60:.0f}:{left % 60:02.0f}"
        return self._words("window-progress", **values, pace=pace, left=time_left)

    def _look_at_scenario(self) -> None:
        """Say so where what is shown is not of the scenario as it is now."""
        now = self.tab.document.scenario
        self.stale.setVisible(self._shown_as is not None and self._shown_as is not now)
        self.form.show_scenario(now, self._language)

    # --- on the map -------------------------------------------------------------------------------

    def _lay_heat(self) -> None:
        sheet = self.findings.heat
        heat = sheet.heat if sheet.on_map.isChecked() else None
        if heat is None or self.findings.shown is None:
            self.tab.lay_heat(None)
        else:
            plane = heat.scale.class_of(heat.plane)
            self.tab.lay_heat(plane, HeatKey(heat, self.findings.shown.note))

    def _watch(self, record: Record) -> None:
        """A game is to be seen on the map, the very same."""
        if self.balance is not None:
            self.watched.emit(self.balance.series, record)

    # --- elsewhere --------------------------------------------------------------------------------

    def copy_summary(self) -> None:
        """What the numbers say, as text on the clipboard."""
        if self.balance is not None:
            QGuiApplication.clipboard().setText(summary(self.balance, self._language))

    def _write(self, write: Callable[[Balance], None]) -> None:
        if self.balance is not None:
            write(self.balance)

    def _write_picture(self, name: str) -> None:
        chart = self.findings.charts()[name]()
        self.files.write_picture(chart, self._words(f"chart-{name}"))

    # --- closing ----------------------------------------------------------------------------------

    def reject(self) -> None:
        """Escape gives up what is played, and closes the window where nothing is."""
        if self.is_running:
            self.give_up()
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give up what is played; nothing of it goes on behind the window."""
        run = self.run
        if run is not None and run.is_running:
            run.stop()
            self._soon.stop()
            self._show_findings()
            self._refresh()
        event.accept()
