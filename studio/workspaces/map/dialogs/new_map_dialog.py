"""The dialog that makes a blank map: from a template, changed as needed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.editing.blank_maps import (
    MAX_HEXES_A_SIDE,
    BlankMapChoice,
    BlankMapPlan,
    BlankMapTemplate,
    list_templates,
)
from engine.files.map_reader import MAX_HEXES
from engine.hexes.grid import OffsetParity, Orientation
from engine.map.map import Map
from engine.map.terrain import TerrainClass, load_catalogue
from engine.map_generator.recipe import MAX_HEXES as MAX_COUNTRY
from engine.narration.number_format import format_decimal
from studio.widgets.form_fields import FieldErrorLabel, IntegerBox, MetresBox, PlainTextLine
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length, set_text_column_width
from studio.widgets.terrain_swatches import HIGH, WIDE, terrain_swatch
from studio.workspaces.map.dialogs.hex_label_form import HexLabelForm
from studio.workspaces.map.dialogs.sheet_preview import SheetPreview

LAST = "last"  # the plan of the map made last, among the templates
MAX_HEX_METRES, MAX_LEVEL_METRES = 1_000_000, 10_000
MIN_METRES = 0.001
MAX_BASE = 12_000
LIST_WIDTH, FORM_WIDTH = 190, 330
MEGABYTE = 2**20


class NewMapDialog(QDialog):
    """Templates at the left, what they fill in beside them, and the result at the right.

    `last` is the plan of the map made last, offered as the first template.
    """

    def __init__(
        self,
        localize: Localizer,
        last: BlankMapPlan | None = None,
        template: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._localize = localize
        self.setWindowTitle(localize("new-title"))
        self.templates = QListWidget()
        self.templates.setFixedWidth(scale_length(LIST_WIDTH))
        self._fill_templates(last)
        self._make_boxes()
        self.preview, self.facts = SheetPreview(), QLabel()
        self.facts.setWordWrap(True)
        self._make_buttons()
        self._lay_out()
        self._connect()
        ids = [self.templates.item(row).data(Qt.ItemDataRole.UserRole)[0]
               for row in range(self.templates.count())]  # fmt: skip
        self.templates.setCurrentRow(ids.index(template) if template in ids else 0)
        self.templates.setFocus()

    # --- the parts --------------------------------------------------------------------------------

    def _fill_templates(self, last: BlankMapPlan | None) -> None:
        localize = self._localize
        again = (
            BlankMapTemplate(LAST, localize("new-last"), localize("new-last-hint"), last)
            if last
            else None
        )
        for template in (*((again,) if again else ()), *list_templates()):
            item = QListWidgetItem(localize.localize_text(template.name))
            item.setToolTip(localize.localize_text(template.hint))
            item.setData(Qt.ItemDataRole.UserRole, (template.id, template.plan, template.game))
            self.templates.addItem(item)

    def _make_boxes(self) -> None:
        localize = self._localize
        self.title = PlainTextLine()
        self.columns, self.rows = IntegerBox(1, MAX_HEXES_A_SIDE), IntegerBox(1, MAX_HEXES_A_SIDE)
        self.orientation, self.shifted, self.ground = QComboBox(), QComboBox(), QComboBox()
        for orientation in Orientation:
            self.orientation.addItem(localize(f"orientation-{orientation.value}"), orientation)
        for shifted in OffsetParity:
            self.shifted.addItem("", shifted)
        self.ground.setIconSize(QSize(WIDE, HIGH))
        for kind in load_catalogue().of_class(TerrainClass.GROUND):
            self.ground.addItem(terrain_swatch(kind.id), localize.localize_text(kind.name), kind.id)
        self.hex_metres = MetresBox(MIN_METRES, MAX_HEX_METRES)
        self.level_metres = MetresBox(MIN_METRES, MAX_LEVEL_METRES)
        self.base_metres = MetresBox(-MAX_BASE, MAX_BASE)
        self.labels = HexLabelForm(localize)
        self.size_fault = FieldErrorLabel()

    def _make_buttons(self) -> None:
        self.buttons = QDialogButtonBox()
        accept, reject = (
            QDialogButtonBox.ButtonRole.AcceptRole,
            QDialogButtonBox.ButtonRole.RejectRole,
        )
        self.make = self.buttons.addButton(self._localize("new-make"), accept)
        self.make.setDefault(True)
        self.wants_country = False
        action = QDialogButtonBox.ButtonRole.ActionRole
        self.country = self.buttons.addButton(self._localize("new-country"), action)
        self.country.setToolTip(self._localize("new-country-hint"))
        self.country.clicked.connect(self._go_on_to_country)
        self.buttons.addButton(self._localize("cancel"), reject)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        localize = self._localize
        size = QHBoxLayout()
        for widget in (self.columns, QLabel("×"), self.rows):
            size.addWidget(widget, 0 if isinstance(widget, QLabel) else 1)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: list[tuple[str, QWidget | QBoxLayout]] = [
            ("new-name", self.title), ("new-size", size), ("", self.size_fault),
            ("new-orientation", self.orientation), ("new-shifted", self.shifted),
            ("new-ground", self.ground), ("new-hex-metres", self.hex_metres),
            ("new-level-metres", self.level_metres), ("new-base", self.base_metres),
            ("new-labels", self.labels),
        ]  # fmt: skip
        for key, field in rows:
            form.addRow(localize(key) if key else "", field)
        middle, right = QWidget(), QVBoxLayout()
        middle.setLayout(form)
        set_text_column_width(middle, FORM_WIDTH)
        right.addWidget(self.preview)
        right.addWidget(self.facts)
        right.addStretch(1)
        left = QVBoxLayout()
        heading = QLabel(localize("new-templates"))
        heading.setBuddy(self.templates)
        left.addWidget(heading)
        left.addWidget(self.templates, 1)
        across = QHBoxLayout()
        across.addLayout(left)
        across.addWidget(middle)
        across.addLayout(right)
        layout = QVBoxLayout(self)
        layout.addLayout(across, 1)
        layout.addWidget(self.buttons)

    def _connect(self) -> None:
        self.templates.currentItemChanged.connect(self._take_template)
        self.templates.itemDoubleClicked.connect(lambda: self.make.click())
        for box in (self.columns, self.rows):
            box.valueChanged.connect(self._follow)
        for metres in (self.hex_metres, self.level_metres, self.base_metres):
            metres.valueChanged.connect(self._follow)
        for choice in (self.orientation, self.shifted, self.ground):
            choice.currentIndexChanged.connect(self._follow)
        self.labels.changed.connect(self._follow)

    # --- what is planned --------------------------------------------------------------------------

    def _take_template(self, item: QListWidgetItem) -> None:
        self.show_plan(item.data(Qt.ItemDataRole.UserRole)[1])

    def show_plan(self, plan: BlankMapPlan) -> None:
        """Fill everything in from a plan."""
        self.columns.setValue(plan.columns)
        self.rows.setValue(plan.rows)
        self.orientation.setCurrentIndex(self.orientation.findData(plan.orientation))
        self.shifted.setCurrentIndex(self.shifted.findData(plan.shifted))
        self.ground.setCurrentIndex(self.ground.findData(plan.ground))
        self.hex_metres.setValue(plan.hex_metres)
        self.level_metres.setValue(plan.level_metres)
        self.base_metres.setValue(plan.base_metres)
        self.labels.show_style(plan.labels)
        self._follow()

    def plan(self) -> BlankMapPlan:
        """The sheet as planned now."""
        return BlankMapPlan(
            self.columns.value(), self.rows.value(), Orientation(self.orientation.currentData()),
            OffsetParity(self.shifted.currentData()), self.labels.label_style(),
            self.hex_metres.value(), self.level_metres.value(), self.base_metres.value(),
            self.ground.currentData(),
        )  # fmt: skip

    def map(self) -> Map:
        """The blank map asked for."""
        return self.plan().map(self.title.text().strip())

    def sheet(self) -> BlankMapChoice:
        """The blank map, and the game whose template is chosen."""
        return BlankMapChoice(
            self.map(), self.templates.currentItem().data(Qt.ItemDataRole.UserRole)[2]
        )

    # --- what comes of it -------------------------------------------------------------------------

    def _go_on_to_country(self) -> None:
        self.wants_country = True
        self.accept()

    def _follow(self) -> None:
        """Show what the plan means, and refuse what is impossible for a map."""
        plan, localize = self.plan(), self._localize
        for place, shifted in enumerate(OffsetParity):
            key = f"shifted-{plan.orientation.value}-{shifted.value}"
            self.shifted.setItemText(place, localize(key))
        too_large = localize("new-too-large", hexes=len(plan.grid), most=MAX_HEXES)
        self.size_fault.tell(too_large if plan.is_too_large else "")
        self.labels.refuse(plan.label_fault)
        self.make.setEnabled(not plan.is_too_large and not plan.label_fault)
        self.country.setEnabled(self.make.isEnabled() and len(plan.grid) <= MAX_COUNTRY)
        if not plan.is_too_large:
            self.preview.show_plan(plan)
        self.facts.setText(map_size_text(plan, localize))


def map_size_text(plan: BlankMapPlan, localize: Localizer) -> str:
    """The size of the map: hexes, extent on the ground, memory."""
    memory = max(plan.memory_size / MEGABYTE, 0.1)
    return localize(
        "new-facts",
        hexes=format_decimal(f"{len(plan.grid):,}", localize.language),
        size=localize.extent(*plan.extent),
        megabytes=format_decimal(f"{memory:,.1f}", localize.language),
    )
