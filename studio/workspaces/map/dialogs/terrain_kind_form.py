"""The form for a map's own terrain kind: its name, class, look, and kinds for games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QPushButton,
    QScrollArea,
    QWidget,
)

from engine.files import source_text
from engine.games import map_games, title_of
from engine.map.styles import MODERN, Drawing
from engine.map.terrain import (
    CustomTerrainKind,
    GroundDrawing,
    GroundForm,
    LineDrawing,
    ScatteredSigns,
    ScatterSign,
    Stroke,
    TerrainClass,
    load_catalogue,
)
from engine.problems import SandtableError
from studio.widgets.form_fields import IntegerBox, LocalizedLine, MetresBox, PlainTextLine
from studio.widgets.icons import swatch_icon
from studio.widgets.localization import Localizer

PLAIN = "none"  # of patterns
WIDEST_LINE, LARGEST_MARK, DENSEST = 0.4, 1.0, 8


class ColourButton(QPushButton):
    """A colour `#rrggbb`, chosen by a dialog."""

    chosen = Signal()

    def __init__(self, colour: str, title: str) -> None:
        super().__init__()
        self.colour, self._title = colour, title
        self._show()
        self.setAutoDefault(False)
        self.clicked.connect(self._choose)

    def _choose(self) -> None:
        found = QColorDialog.getColor(QColor(self.colour), self.window(), self._title)
        if found.isValid():
            self.colour = found.name()
            self._show()
            self.chosen.emit()

    def _show(self) -> None:
        self.setText(self.colour)
        self.setIcon(swatch_icon(self.colour))


class TerrainKindForm(QScrollArea):
    """Fields for an `CustomTerrainKind`; `kind` is what they say."""

    changed = Signal()

    def __init__(self, kind: CustomTerrainKind, localize: Localizer) -> None:
        super().__init__()
        self._kind, self._localize = kind, localize
        self.picture = _picture_of(kind.drawing)
        self.id, self.name = PlainTextLine(kind.id), LocalizedLine(localize, kind.name)
        self.lies, self.water = QComboBox(), QCheckBox(localize("kind-water"))
        self.water.setChecked(kind.water)
        for lies in TerrainClass:
            self.lies.addItem(localize(f"kind-{lies}"), lies)
        self.lies.setCurrentIndex(self.lies.findData(kind.lies))
        self.like = self._kinds_box(kind.like)
        self.games = {
            game: self._kinds_box(kind.games.get(game, ""), "kind-as-above") for game in map_games()
        }
        self._make_drawing(kind.drawing)
        self._first = self._asked()
        self._lay_out()
        self._connect()
        self._follow()

    def _make_drawing(self, drawing: Drawing) -> None:
        localize = self._localize
        ground = drawing if isinstance(drawing, GroundDrawing) else None
        line = drawing if isinstance(drawing, LineDrawing) else None
        marks = ground.marks[0] if ground and ground.marks else None
        first = line.strokes[0] if line else None
        self.fill = ColourButton(
            (ground.fill if ground else first.colour if first else "") or "#b8b08a",
            localize("kind-fill"),
        )
        self.opacity = IntegerBox(0, 100, round(100 * ground.opacity) if ground else 80)
        self.pattern = QComboBox()
        for shape in (PLAIN, *ScatterSign):
            self.pattern.addItem(localize(f"pattern-{shape}"), str(shape))
        self.pattern.setCurrentIndex(self.pattern.findData(str(marks.shape) if marks else PLAIN))
        self.ink = ColourButton(marks.colour if marks else "#5d5a34", localize("kind-ink"))
        self.large = MetresBox(0.01, LARGEST_MARK, marks.size if marks else 0.12)
        self.density = IntegerBox(1, DENSEST, marks.density if marks else 4)
        self.wide = MetresBox(0.01, WIDEST_LINE, first.width if first else 0.06)
        self.load = QPushButton(localize("kind-svg"))
        self.load.setAutoDefault(False)

    def _kinds_box(self, chosen: str, otherwise: str = "kind-as-open") -> QComboBox:
        box = QComboBox()
        box.addItem(self._localize(otherwise), "")
        for kind in load_catalogue().kinds.values():
            box.addItem(self._localize.localize_text(kind.name), kind.id)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        return box

    def _lay_out(self) -> None:
        body, localize = QWidget(), self._localize
        self.form = form = QFormLayout(body)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: dict[str, QWidget] = {
            "id": self.id, "name": self.name, "class": self.lies, "": self.water,
            "fill": self.fill, "opacity": self.opacity, "pattern": self.pattern, "ink": self.ink,
            "mark-size": self.large, "density": self.density, "picture": self.load,
            "wide": self.wide, "like": self.like,
        }  # fmt: skip
        for key, field in rows.items():
            form.addRow(localize(f"kind-{key}") if key else "", field)
        for game, box in self.games.items():
            form.addRow(localize("kind-in-game", game=localize.localize_text(title_of(game))), box)
        self.setWidget(body)
        self.setWidgetResizable(True)

    def _connect(self) -> None:
        self.id.textChanged.connect(self._follow)
        self.name.changed.connect(self._follow)
        self.water.toggled.connect(self._follow)
        for box in (self.lies, self.pattern, self.like, *self.games.values()):
            box.currentIndexChanged.connect(self._follow)
        for spin in (self.opacity, self.density):
            spin.valueChanged.connect(self._follow)
        for length in (self.large, self.wide):
            length.valueChanged.connect(self._follow)
        for shade in (self.fill, self.ink):
            shade.chosen.connect(self._follow)
        self.load.clicked.connect(self._load)

    def _follow(self) -> None:
        """Ask only for what a kind of this class is drawn with."""
        is_ground = self._class is TerrainClass.GROUND
        has_marks = is_ground and self.pattern.currentData() != PLAIN
        is_picture = has_marks and self.pattern.currentData() == ScatterSign.PICTURE
        shown: dict[QWidget, bool] = {
            self.opacity: is_ground, self.pattern: is_ground,
            self.ink: has_marks and not is_picture, self.large: has_marks, self.density: has_marks,
            self.load: is_picture, self.wide: not is_ground,
        }  # fmt: skip
        for field, is_on in shown.items():
            self.form.setRowVisible(field, is_on)
        self.changed.emit()

    @property
    def _class(self) -> TerrainClass:
        return TerrainClass(self.lies.currentData())

    def _load(self) -> None:
        """An SVG of the designer's own; it is kept in the map file."""
        named, _ = QFileDialog.getOpenFileName(self, self._localize("kind-svg"), "", "SVG (*.svg)")
        if named:
            self.load_svg(Path(named))

    def load_svg(self, file: Path) -> None:
        """Draw with the SVG in a file."""
        try:
            self.picture = source_text.read_text(file)
        except SandtableError as error:
            self.load.setText(str(error))
            return
        self.load.setText(file.name)
        self._follow()

    def kind(self) -> CustomTerrainKind:
        """Return the kind in the fields; the original if none of them was changed."""
        if self._asked() == self._first:
            return self._kind
        named = self.id.text().strip()
        games = {game: box.currentData() for game, box in self.games.items() if box.currentData()}
        others = {game: like for game, like in self._kind.games.items() if game not in self.games}
        return CustomTerrainKind(
            named, self.name.text() or named, self._class, self.water.isChecked(), self._drawing(),
            self.like.currentData(), {**others, **games},
        )  # fmt: skip

    def _asked(self) -> tuple[object, ...]:
        """All that the fields say."""
        chosen = (self.lies, self.pattern, self.like, *self.games.values())
        numbers = (self.opacity, self.density, self.large, self.wide)
        return (
            self.id.text(), self.name.text(), self.water.isChecked(), self.fill.colour,
            self.ink.colour, self.picture, *(box.currentData() for box in chosen),
            *(box.value() for box in numbers),
        )  # fmt: skip

    def _drawing(self) -> Drawing:
        """The drawing; what no field asks for stays as the map's file has it."""
        old = self._kind.drawing if self._class is self._kind.lies else None
        if self._class is TerrainClass.GROUND:
            return self._ground(old if isinstance(old, GroundDrawing) else None)
        return self._line(old if isinstance(old, LineDrawing) else None)

    def _line(self, old: LineDrawing | None) -> LineDrawing:
        was = old.strokes if old is not None else ()
        first = Stroke(self.fill.colour, self.wide.value(), was[0].dash if was else ())
        strokes = (first, *was[1:])
        if old is not None and self.water.isChecked() == self._kind.water:
            return replace(old, strokes=strokes)
        signs = old.signs if old is not None else None
        return LineDrawing(
            strokes, self.water.isChecked(), self._class is TerrainClass.LINK, signs
        )  # fmt: skip

    def _ground(self, old: GroundDrawing | None) -> GroundDrawing:
        fill, opacity, marks = self.fill.colour, self.opacity.value() / 100, self._marks(old)
        edge = QColor(fill).darker(140).name()
        if old is None:
            return GroundDrawing(GroundForm.AREA, fill, opacity, edge, 0.012, 0.03, 0.2, "", marks)
        edge = old.edge if old.fill == fill else edge
        return replace(old, fill=fill, opacity=opacity, edge=edge, marks=marks)

    def _marks(self, old: GroundDrawing | None) -> tuple[ScatteredSigns, ...]:
        """The pattern; below it those that the file strews besides."""
        was, shape = old.marks if old is not None else (), self.pattern.currentData()
        if shape == PLAIN or (shape == ScatterSign.PICTURE and not self.picture):
            return was[1:]
        ink = self.ink.colour
        kept = was and was[0].colour == ink
        shade = was[0].shade if kept else QColor(ink).darker(160).name()
        picture = self.picture if shape == ScatterSign.PICTURE else ""
        first = ScatteredSigns(
            ScatterSign(shape), ink, shade, self.large.value(), self.density.value(), picture
        )  # fmt: skip
        return (first, *was[1:])


def _picture_of(drawing: Drawing) -> str:
    marks = drawing.marks if isinstance(drawing, GroundDrawing) else ()
    return next((each.picture for each in marks if each.picture), "")


def new_kind(id_: str) -> CustomTerrainKind:
    """A new kind to start from."""
    drawing = GroundDrawing(GroundForm.AREA, "#c9bf8f", 0.8, "", 0.012, 0.03, 0.2, "", ())
    return CustomTerrainKind(
        id_, id_, TerrainClass.GROUND, False, drawing, MODERN.kinds.kinds["open"].id
    )
