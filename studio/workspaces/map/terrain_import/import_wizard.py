"""The wizard: files and a piece of ground on the first page, the map it makes on the second."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map
from engine.problems import SandtableError
from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.hex_samples import HexSamples
from engine.terrain_import.import_file import with_hand_edits
from engine.terrain_import.import_problems import ImportReport, waive_warnings
from engine.terrain_import.land_cover_legends import Legend
from engine.terrain_import.map_draft import draft_map
from engine.terrain_import.map_frame import MapFrame, SheetSpec
from engine.terrain_import.source_reader import (
    TerrainSource,
    combine_sources,
    common_ground,
    read_source,
)
from engine.terrain_import.survey import overall_progress, survey_frame
from studio.canvas.canvas_content import LayerSettings
from studio.framework.background_jobs import (
    BackgroundJob,
    BackgroundJobs,
    JobCancelled,
    JobProgress,
    JobProgressBar,
    Outcome,
)
from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size
from studio.workspaces.map.terrain_import.area_page import AreaPage
from studio.workspaces.map.terrain_import.import_setup import (
    Area,
    ImportBasis,
    ImportedMap,
    ReimportedMap,
    TerrainImportSetup,
    fit_frame,
    suggest_area,
)
from studio.workspaces.map.terrain_import.legend_dialog import LegendDialog
from studio.workspaces.map.terrain_import.map_page import MapPage
from studio.workspaces.map.terrain_import.source_preview import ground_picture

WIDE, HIGH = 1160, 660
SOON_MS = 0  # changes that come together are drafted once
Choose = Callable[[], Sequence[Path]]


class TerrainImportWizard(QDialog):
    """Real ground as a map.

    `setup` is the last input; `choose` asks for files. With `again` the ground is imported
    onto a map that came from it: its area stays, and so does what was changed by hand.
    """

    def __init__(
        self,
        localize: Localizer,
        setup: TerrainImportSetup,
        choose: Choose,
        again: ReimportedMap | None = None,
        layers: LayerSettings | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._localize, self._again, self._choose = localize, again, choose
        self._sheet, self._area = setup.sheet, setup.area
        self.frame: MapFrame | None = None
        self.quantised: HexSamples | None = None
        self.made: ImportedMap | None = None
        self.codes: LegendDialog | None = None
        self._of: tuple[tuple[Path, ...], MapFrame] | None = None  # what was surveyed
        self._survey_job: BackgroundJob | None = None
        self._layers = layers or LayerSettings(language=localize.language)
        self.jobs = BackgroundJobs(self, localize)
        self._pictures = BackgroundJobs(self, localize)  # of the ground: too short to be reported
        self.jobs.patience = self._pictures.patience = 0.0
        self._soon = QTimer(self, interval=SOON_MS, singleShot=True)
        self._soon.timeout.connect(self.draft)
        self._make_parts(again)
        self._lay_out()
        self._connect()
        self._begin(setup, again)

    # --- the parts --------------------------------------------------------------------------------

    def _make_parts(self, again: ReimportedMap | None) -> None:
        localize = self._localize
        self.setWindowTitle(localize("ground-title-again" if again else "ground-title"))
        self.setAcceptDrops(True)
        self.area_page = AreaPage(localize, is_fixed=again is not None)
        self.map_page = MapPage(localize, self._layers)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.area_page)
        self.pages.addWidget(self.map_page)
        self.step = QLabel()
        self.line = JobProgressBar(self.jobs, localize)
        self.back, self.next, self.make, self.cancel = (QPushButton() for _ in range(4))
        self.back.setText(localize("ground-back"))
        self.next.setText(localize("ground-next"))
        self.make.setText(localize("ground-make-again" if again else "ground-make"))
        self.cancel.setText(localize("cancel"))
        for button, key in ((self.back, "back"), (self.next, "next"), (self.make, "make")):
            button.setToolTip(localize(f"ground-{key}-hint"))

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.addWidget(self.step)
        foot.addWidget(self.line, 1)
        foot.addStretch(1)
        for button in (self.back, self.next, self.make, self.cancel):
            foot.addWidget(button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.pages, 1)
        layout.addLayout(foot)
        open_at_size(self, WIDE, HIGH)

    def _connect(self) -> None:
        page = self.area_page
        page.sources.add_wanted.connect(lambda: self.add(self._choose()))
        page.sources.changed.connect(self._follow_sources)
        page.sources.codes_wanted.connect(self.name_codes)
        page.form.sheet_wanted.connect(self._take_sheet)
        page.view.area_wanted.connect(self._take_area)
        page.form.area_wanted.connect(self._take_area)
        page.view.looked.connect(self._paint)
        page.whole.clicked.connect(self.select_whole_area)
        self.map_page.form.changed.connect(self._soon.start)
        self.back.clicked.connect(lambda: self.show_page(0))
        self.next.clicked.connect(lambda: self.show_page(1))
        self.make.clicked.connect(self.finish)
        self.cancel.clicked.connect(self.reject)
        for keys, page_number in (("Alt+Left", 0), ("Alt+Right", 1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda number=page_number: self.show_page(number))

    def _begin(self, setup: TerrainImportSetup, again: ReimportedMap | None) -> None:
        self.area_page.form.show_sheet(self._sheet)
        self.map_page.form.show_choice(
            again.was.choice if again else replace(setup.choice, title="")
        )
        if again is None:
            self.show_page(0)
            self.add(setup.sources)
            self._follow_area()
        else:
            self.frame = again.was.quantised.frame
            sheet = self._sheet_of(self.frame)
            self.area_page.form.show_sheet(sheet)
            self.area_page.show_frame(self.frame, self.frame.box(), sheet)
            self._take_quantised(again.was.quantised)
            self.show_page(1)

    @staticmethod
    def _sheet_of(frame: MapFrame) -> SheetSpec:
        return SheetSpec(frame.hex_metres, frame.grid.orientation, frame.rotation, frame.crs)

    def show_page(self, page: int) -> None:
        """Go to a page; the second needs the ground surveyed."""
        if page == 1 and not self._may_go_on:
            return
        self.pages.setCurrentIndex(page)
        self.step.setText(self._localize("ground-step", step=page + 1))
        self._follow_buttons()
        if page == 1:
            self._survey()
            self.map_page.focus()
        else:
            self.area_page.focus()

    @property
    def _may_go_on(self) -> bool:
        sources = self.area_page.sources
        if self._again is not None and not sources.paths:
            return True
        return self.frame is not None and bool(sources.sources) and not sources.is_reading

    def _follow_buttons(self) -> None:
        """Enable what can be done now; Enter does the next thing."""
        on_first = self.pages.currentIndex() == 0
        self.back.setVisible(not on_first)
        self.next.setVisible(on_first)
        self.make.setVisible(not on_first)
        self.next.setEnabled(self._may_go_on)
        self.make.setEnabled(self.map_page.map is not None and self._survey_job is None)
        (self.next if on_first else self.make).setDefault(True)
        for button in (self.back, self.cancel):
            button.setAutoDefault(False)

    # --- sources ----------------------------------------------------------------------------------

    def add(self, paths: Sequence[Path]) -> None:
        """Read more files."""
        for path in self.area_page.sources.take([path.resolve() for path in paths]):
            self._read(path)
        self._follow_buttons()

    def name_codes(self, path: Path) -> None:
        """Ask what the codes of a source mean, and read it again by them."""
        found = self.area_page.sources.found.get(path)
        if isinstance(found, TerrainSource) and found.features.unknown:
            dialog = self.codes = LegendDialog(self._localize, found.features.unknown, self)
            dialog.accepted.connect(lambda: self._read(path, dialog.legend()))
            dialog.open()

    def _read(self, path: Path, legend: Legend | None = None) -> None:
        def work(progress: JobProgress) -> TerrainSource:
            return read_source(path, lambda _, share: progress.report(share), legend)

        words = self._localize("ground-job-reading", name=path.name)
        self.jobs.start(words, work, lambda found: self._take_source(path, found))

    def _take_source(self, path: Path, found: Outcome[TerrainSource]) -> None:
        sources = self.area_page.sources
        try:
            sources.tell(path, found())
        except JobCancelled:
            sources.forget(path)
        except SandtableError as error:
            sources.tell(path, str(error))
        self._follow_sources()

    def _follow_sources(self) -> None:
        """The files changed: show the new ground, and offer an area if none was chosen on it."""
        sources = self.area_page.sources.sources
        spots = [spot for source in sources for spot in source.features.spots]
        bounds = [source.box for source in sources if source.box is not None]
        ground, fault = None, ""
        if sources:
            try:
                ground = common_ground(sources)
            except SandtableError as error:
                fault = str(error)
        self.area_page.tell(fault)
        self.area_page.whole.setEnabled(ground is not None)
        shown = ground or (bounds[0] if bounds else None)
        self.area_page.view.show_sources(bounds, spots, shown)
        if self._again is None and ground is not None and not self.area_page.sources.is_reading:
            self._settle(ground)
        self._paint()
        self._follow_buttons()

    def _settle(self, ground: GeoBox) -> None:
        """Keep the area that was chosen while it lies on the ground; else offer one."""
        is_there = self.frame is not None and self.frame.box().meets(ground)
        if self._area is None or not is_there:
            self._area = suggest_area(ground, self._sheet)
        self._follow_area()

    def select_whole_area(self) -> None:
        """Take all the ground that the sources cover."""
        try:
            self._take_area(common_ground(self.area_page.sources.sources))
        except SandtableError as error:
            self.area_page.tell(str(error))

    # --- the area ---------------------------------------------------------------------------------

    def _take_sheet(self, sheet: SheetSpec) -> None:
        self._sheet = sheet
        self._follow_area()

    def _take_area(self, area: Area) -> None:
        self._area = area
        self._follow_area()

    def _follow_area(self) -> None:
        """Show the area as whole hexes, or say why there are none."""
        if self._again is not None:
            return
        fault, self.frame = "", None
        if self._area is not None:
            try:
                self.frame = fit_frame(self._area, self._sheet)
            except SandtableError as error:
                fault = str(error)
        self.area_page.form.fault.tell(fault)
        self.area_page.show_frame(self.frame, self._area, self._sheet)
        self._follow_buttons()

    def _paint(self) -> None:
        """Paint the ground anew, for where the picture is now."""
        sources, camera = self.area_page.sources.sources, self.area_page.view.camera
        ramp = self._layers.ramp  # the thread knows nothing of the dialog, which may be gone
        self._pictures.cancel_all()
        if not sources:
            return

        def work(progress: JobProgress) -> QImage:
            return ground_picture(sources, camera, ramp, progress.report)

        def done(found: Outcome[QImage]) -> None:
            try:
                self.area_page.view.show_picture(found(), camera)
            except JobCancelled:
                pass
            except SandtableError as error:
                self.area_page.tell(str(error))

        self._pictures.start("", work, done)

    # --- the survey -------------------------------------------------------------------------------

    def _survey(self) -> bool:
        """Survey the area, unless that was just done or there is nothing new to survey."""
        sources = self.area_page.sources
        if self.frame is None or not sources.sources:
            return False
        wanted, asked = (sources.paths, self.frame), self.map_page.form.choice().asked
        is_there = self.quantised is not None and not asked & set(self.quantised.unlaid)
        if wanted == self._of and (is_there or self._survey_job is not None):
            return False
        if self._survey_job is not None:
            self.jobs.cancel(self._survey_job)
        self._of, self.quantised = wanted, None
        self.map_page.show_empty_state(self._localize("ground-surveying"))
        ready, frame = combine_sources(sources.sources), self.frame

        def work(progress: JobProgress) -> HexSamples:
            return survey_frame(
                ready,
                frame,
                lambda step, share: progress.report(overall_progress(step, share)),
                asked,
            )

        job = self.jobs.start(self._localize("ground-surveying"), work, self._surveyed)
        self._survey_job = None if job.is_over else job
        self._follow_buttons()
        return True

    def _surveyed(self, found: Outcome[HexSamples]) -> None:
        self._survey_job = None
        try:
            self._take_quantised(found())
        except JobCancelled:
            self._of = None
            self.map_page.show_empty_state(self._localize("ground-given-up"))
        except SandtableError as error:
            self._of = None
            self.map_page.show_empty_state(str(error))
        self._follow_buttons()

    def _take_quantised(self, quantised: HexSamples) -> None:
        self.quantised = quantised
        may_ask = bool(self.area_page.sources.sources)
        self.map_page.form.show_quantised(quantised, may_ask=may_ask)
        self.draft()

    # --- the map ----------------------------------------------------------------------------------

    def draft(self) -> None:
        """Draw the map that the choice makes of the ground."""
        self._soon.stop()
        if self.quantised is None:
            return
        if self.map_page.form.choice().asked & set(self.quantised.unlaid) and self._survey():
            return  # for a class that was not laid on hexes of this size
        account = ImportReport(list(self.quantised.findings))
        try:
            map_ = self._drafted(self.quantised, account)
        except SandtableError as error:
            self.map_page.show_error(str(error))
        else:
            now = self._again.now if self._again else None
            self.map_page.show_map(map_, self.quantised, account.findings, now)
        self._follow_buttons()

    def _drafted(self, quantised: HexSamples, account: ImportReport) -> Map:
        new = draft_map(quantised, self.map_page.form.choice(), account)
        if self._again is None:
            return new
        was = draft_map(*self._again.was)
        return with_hand_edits(self._again.now, was, new, account)

    def finish(self) -> None:
        """Make the map, with warnings that are normal on real ground waived, and close."""
        self.draft()
        quantised = self.quantised
        if quantised is None or self.map_page.map is None:
            return
        account = ImportReport(list(quantised.findings))
        map_, choice = self._drafted(quantised, account), self.map_page.form.choice()
        self.make.setEnabled(False)

        def work(_: JobProgress) -> ImportedMap:
            basis = ImportBasis(quantised, choice)
            return ImportedMap(waive_warnings(map_, account), basis, tuple(account.findings))

        def done(found: Outcome[ImportedMap]) -> None:
            try:
                self.made = found()
            except JobCancelled:
                self._follow_buttons()
            else:
                self.accept()

        self.jobs.start(self._localize("ground-job-making"), work, done)

    def setup(self) -> TerrainImportSetup:
        """The present input, to be remembered."""
        choice = replace(self.map_page.form.choice(), title="", credits="")
        return TerrainImportSetup(self.area_page.sources.paths, self._sheet, self._area, choice)

    # --- from outside -----------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read them."""
        urls = [url for url in event.mimeData().urls() if url.isLocalFile()]
        self.show_page(0)
        self.add([Path(url.toLocalFile()) for url in urls])

    def done(self, result: int) -> None:
        """Close the dialog and cancel the present job."""
        self.jobs.cancel_all()
        self._pictures.cancel_all()
        super().done(result)
