"""The dialog that makes country: sliders at the left, the map that comes of them at the right."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine.files import strict_json
from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.map_generator.generator import with_setup_zones
from engine.map_generator.recipe import (
    MAX_SEED,
    MapRecipe,
    RiverCourse,
    amount_bounds,
    amount_names,
    list_landscapes,
    recipe_from,
    values_of,
)
from engine.narration.number_format import format_decimal
from engine.problems import SandtableError
from studio.framework.background_jobs import (
    BackgroundJob,
    BackgroundJobs,
    JobCancelled,
    JobProgress,
    JobProgressBar,
    Outcome,
)
from studio.widgets.form_fields import FieldErrorLabel, IntegerBox
from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size, set_text_column_width
from studio.workspaces.map.dialogs.sheet_preview import render_whole_sheet

SLIDER, FORM_WIDTH, PREVIEW = 150, 330, QSize(620, 480)
SOON_MS, LATER_MS = 30, 350  # after the last change
QUICK = 15_000  # hexes of a map that is made at once
MIN_SIDE, MAX_SIDE = 4, 1000


class GenerateMapDialog(QDialog):
    """Lets amounts be adjusted and shows the result at once; `made` is the map shown."""

    def __init__(
        self, sheet: Map, remembered: str, localize: Localizer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._localize, self._sheet = localize, sheet
        self.made: Map | None = None
        self.setWindowTitle(localize("country-title"))
        self.jobs = BackgroundJobs(self, localize)
        self._job: BackgroundJob | None = None
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._show)
        self._make_parts()
        self._lay_out()
        self._take(_recipe_of(remembered))
        self._connect()
        self._show()

    # --- the parts --------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        localize, grid = self._localize, self._sheet.grid
        self.landscapes = QComboBox()
        self.landscapes.addItem("–", None)
        for each in list_landscapes():
            self.landscapes.addItem(localize.localize_text(each.name), each)
        self.seed = IntegerBox(0, MAX_SEED)
        self.another = QPushButton(localize("country-another"))
        self.another.setToolTip(localize("country-another-hint"))
        self.another.setAutoDefault(False)
        self.columns = IntegerBox(MIN_SIDE, MAX_SIDE, max(grid.columns, MIN_SIDE))
        self.rows = IntegerBox(MIN_SIDE, MAX_SIDE, max(grid.rows, MIN_SIDE))
        self.sliders = {name: _slider(name) for name in amount_names() if name != "seed"}
        self.values = {name: QLabel() for name in self.sliders}
        self.bed, self.setup = (
            QCheckBox(localize("country-bed")),
            QCheckBox(localize("country-setup")),
        )
        self.setup.setChecked(True)
        self.picture, self.told, self.fault = QLabel(), QLabel(), FieldErrorLabel()
        self.picture.setMinimumSize(PREVIEW / 2)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        roles = QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox()
        self.make = self.buttons.addButton(localize("country-make"), roles.AcceptRole)
        self.make.setDefault(True)
        self.buttons.addButton(localize("cancel"), roles.RejectRole)

    def _lay_out(self) -> None:
        form, localize = QGridLayout(), self._localize
        form.setVerticalSpacing(3)
        size, seed = QHBoxLayout(), QHBoxLayout()
        for widget in (self.columns, QLabel("×"), self.rows):
            size.addWidget(widget, 0 if isinstance(widget, QLabel) else 1)
        seed.addWidget(self.seed, 1)
        seed.addWidget(self.another)
        form.addWidget(QLabel(localize("country-landscapes")), 0, 0)
        form.addWidget(self.landscapes, 0, 1, 1, 2)
        form.addWidget(QLabel(localize("country-seed")), 1, 0)
        form.addLayout(seed, 1, 1, 1, 2)
        form.addWidget(QLabel(localize("country-size")), 2, 0)
        form.addLayout(size, 2, 1, 1, 2)
        for row, (name, slider) in enumerate(self.sliders.items(), 3):
            label = QLabel(localize(f"amount-{name}"))
            label.setBuddy(slider)
            form.addWidget(label, row, 0)
            form.addWidget(slider, row, 1)
            form.addWidget(self.values[name], row, 2)
        form.addWidget(self.bed, form.rowCount(), 0, 1, 3)
        form.addWidget(self.setup, form.rowCount(), 0, 1, 3)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addLayout(form)
        left.addWidget(self.fault)
        line = JobProgressBar(self.jobs, self._localize)
        line.cancel.setAutoDefault(False)  # Enter means the map
        left.addWidget(line)
        left.addStretch(1)
        column = QWidget()
        column.setLayout(left)
        set_text_column_width(column, FORM_WIDTH)
        right.addWidget(self.picture, 1)
        right.addWidget(self.told)
        across, layout = QHBoxLayout(), QVBoxLayout(self)
        across.addWidget(column)
        across.addLayout(right, 1)
        layout.addLayout(across, 1)
        layout.addWidget(self.buttons)
        open_at_size(self, column.width() + PREVIEW.width() + 40, PREVIEW.height() + 100)

    def _connect(self) -> None:
        self.landscapes.currentIndexChanged.connect(self._take_landscape)
        self.another.clicked.connect(self._take_another_seed)
        QShortcut(QKeySequence("F5"), self, self._take_another_seed)
        for box in (self.seed, self.columns, self.rows):
            box.valueChanged.connect(self._change)
        for slider in self.sliders.values():
            slider.valueChanged.connect(self._change)
        self.bed.toggled.connect(self._change)
        self.setup.toggled.connect(self._change)
        self.buttons.accepted.connect(self._accept_shown)
        self.buttons.rejected.connect(self.reject)

    # --- what is asked for ------------------------------------------------------------------------

    def recipe(self) -> MapRecipe:
        """The country as it is now specified."""
        turned = {name: slider.value() for name, slider in self.sliders.items()}
        bed = RiverCourse.HEXES if self.bed.isChecked() else RiverCourse.SIDES
        return MapRecipe(seed=self.seed.value(), bed=bed, **turned)

    def remembered(self) -> str:
        """The present settings, to be reused another time."""
        return json.dumps(values_of(self.recipe()))

    def _take(self, recipe: MapRecipe) -> None:
        """Set everything according to a recipe."""
        for name, slider in self.sliders.items():
            slider.blockSignals(True)
            slider.setValue(getattr(recipe, name))
            slider.blockSignals(False)
        for box in (self.seed, self.bed):
            box.blockSignals(True)
        self.seed.setValue(recipe.seed)
        self.bed.setChecked(recipe.bed is RiverCourse.HEXES)
        for box in (self.seed, self.bed):
            box.blockSignals(False)
        self._follow()

    def _take_landscape(self) -> None:
        chosen = self.landscapes.currentData()
        if chosen is not None:
            self._take(chosen.seeded(self.seed.value()))
            self._plan_showing()

    def _take_another_seed(self) -> None:
        self.seed.setValue(random.randrange(100_000))

    def _change(self) -> None:
        self._follow()
        self._plan_showing()

    def _follow(self) -> None:
        """Show which landscape this is, if it is one, and the numbers beside the sliders."""
        recipe = self.recipe()
        alike = (each.seeded(recipe.seed) == recipe for each in list_landscapes())
        place = next((number for number, is_it in enumerate(alike, 1) if is_it), 0)
        self.landscapes.blockSignals(True)
        self.landscapes.setCurrentIndex(place)
        self.landscapes.blockSignals(False)
        for name, slider in self.sliders.items():
            self.values[name].setText(str(slider.value()))

    # --- what comes of it -------------------------------------------------------------------------

    def _plan_showing(self) -> None:
        self.made = None
        hexes = self.columns.value() * self.rows.value()
        self._soon.start(SOON_MS if hexes <= QUICK else LATER_MS)

    def _show(self) -> None:
        """Make the country, in the background if it takes long, and show it."""
        self.jobs.cancel_all()
        begun, recipe, setup = time.perf_counter(), self.recipe(), self.setup.isChecked()
        grid = replace(self._sheet.grid, columns=self.columns.value(), rows=self.rows.value())
        sheet = _blank_like(self._sheet, grid)
        self._job = self.jobs.start(
            self._localize("country-job"),
            lambda progress: _made(recipe, sheet, progress, has_setup=setup),
            lambda outcome: self._take_made(outcome, begun),
        )

    def _take_made(self, outcome: Outcome[Map], begun: float) -> None:
        """Show what was made, or why it cannot be made."""
        try:
            self.made = outcome()
        except JobCancelled:
            return
        except SandtableError as error:
            self.fault.tell(str(error))
            self.make.setEnabled(False)
            return
        self.fault.tell("")
        self.make.setEnabled(True)
        taken = format_decimal(f"{time.perf_counter() - begun:.2f}", self._localize.language)
        level = int(self.made.level.max())
        hexes, places = len(self.made.grid), len(self.made.places)
        self.told.setText(
            self._localize("country-told", hexes=hexes, level=level, places=places, seconds=taken)
        )
        self._draw()

    def _draw(self) -> None:
        if self.made is not None:
            self.picture.setPixmap(render_whole_sheet(self.made, self.picture.size()))

    def _accept_shown(self) -> None:
        """Accept, once the latest change has been made."""
        if self.made is None and (self._soon.isActive() or self._job is None or self._job.is_over):
            self._soon.stop()
            self._show()
        if self._job is not None:
            self.jobs.wait(self._job)
        if self.made is not None:
            self.accept()

    def done(self, result: int) -> None:
        """Close the dialog; what is still being made is no longer wanted."""
        self._soon.stop()
        self.jobs.cancel_all()
        super().done(result)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture grows with the dialog."""
        super().resizeEvent(event)
        self._draw()


def _made(recipe: MapRecipe, sheet: Map, progress: JobProgress, *, has_setup: bool) -> Map:
    from engine.map_generator.generator import generate_map  # loads the kernels

    made = generate_map(recipe, sheet, progress.report)
    return with_setup_zones(made) if has_setup else made


def _slider(name: str) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(*amount_bounds(name))
    slider.setFixedWidth(SLIDER)
    return slider


def _blank_like(sheet: Map, grid: Grid) -> Map:
    """An empty map of another size, with the scale, labels and title of a sheet."""
    blank = Map.blank(grid)
    return replace(sheet, grid=grid, level=blank.level, ground=blank.ground, zones={}, places=[])


def _recipe_of(remembered: str) -> MapRecipe:
    """The last recipe with another seed; the first landscape if nothing is remembered."""
    fresh = random.randrange(100_000)
    try:
        return replace(recipe_from(strict_json.loads(remembered)), seed=fresh)
    except (ValueError, TypeError, SandtableError):
        return list_landscapes()[0].seeded(fresh)  # settings of another version, or none
