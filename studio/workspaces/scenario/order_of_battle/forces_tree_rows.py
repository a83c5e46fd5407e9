"""The text and look of the rows in the order of battle: sides, formations, units."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPixmap

from engine.games import mark_looks_of
from engine.games.game_appearance import NO_MARKS
from engine.scenario.formations import formations_by_id
from engine.scenario.scenario import Formation, ScenarioUnit
from studio.rendering.counters.counter_painter import build_counter, paint_counter, side_colours
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.forces_outline import ForcesOutlineRow
from studio.workspaces.scenario.order_of_battle.setup_places import start_place_text

PICTURE, SHARP = 26, 2
Role = Qt.ItemDataRole


class ForcesColumn(IntEnum):
    """The columns of the tree."""

    NAME = 0
    TYPE = 1
    PLACE = 2
    FORMATION = 3
    MARKS = 4


class ForcesRows:
    """Says what stands in each column of a row, for one scenario's forces after another."""

    def __init__(self, localize: Localizer) -> None:
        self._localize = localize
        self.forces: ForcesEditor | None = None
        self._pictures: dict[tuple[Any, ...], QIcon] = {}
        self._types: Mapping[str, Mapping[str, Any]] = {}
        self._known = NO_MARKS
        self._colours: dict[str, str] = {}
        self._dressed_by: tuple[Any, ...] = ()
        self.formations: dict[str, Formation] = {}

    def read(self, forces: ForcesEditor) -> None:
        """Read the scenario as it is now; colours and types where sides or rules are others."""
        self.forces, scenario = forces, forces.scenario
        self.formations = formations_by_id(scenario.formations)
        worn = (scenario.game, scenario.rules, scenario.sides)
        if worn != self._dressed_by:
            self._dressed_by = worn
            self._colours = side_colours(scenario)
            self._types, self._known = forces.types, mark_looks_of(scenario.game)

    def forget(self) -> None:
        """Other forces, another language or theme: every word and picture anew."""
        self._pictures.clear()
        self._dressed_by = ()

    @property
    def types(self) -> list[str]:
        """The unit types there are."""
        return list(self._types)

    def type_name_text(self, type_: str) -> str:
        """Return the name of a type."""
        return self._localize.localize_text(self._types.get(type_, {}).get("name", type_))

    def all_languages(self, unit: ScenarioUnit) -> str:
        """All that is written of a unit, in every language of its name."""
        names = [unit.name] if isinstance(unit.name, str) else unit.name.values()
        words = [unit.id, *names, self.type_name_text(unit.type), unit.formation]
        return " ".join([*words, self._place(unit), self._marks(unit)])

    def data(self, node: ForcesOutlineRow, column: ForcesColumn, role: int) -> Any:
        """Return the data of a column of a row, in a role of Qt's."""
        if node.unit is not None:
            return self._unit_data(node.unit, column, role)
        if node.key[0] == "formation":
            return self._formation_data(node, column, role)
        return self._side_data(node, column, role)

    def _unit_data(self, unit: ScenarioUnit, column: ForcesColumn, role: int) -> Any:
        if role == Role.DecorationRole and column is ForcesColumn.NAME:
            return self.picture(unit)
        if role == Role.ToolTipRole and column is ForcesColumn.NAME:
            return f"{self._localize.localize_text(unit.name) or unit.id} · {unit.id}"
        if role not in (Role.DisplayRole, Role.EditRole, Role.ToolTipRole):
            return None
        match column:
            case ForcesColumn.NAME:
                words = self._localize.localize_text(unit.name)
                return words if role == Role.EditRole else words or unit.id
            case ForcesColumn.TYPE:
                return unit.type if role == Role.EditRole else self.type_name_text(unit.type)
            case ForcesColumn.PLACE:
                return self._place(unit)
            case ForcesColumn.FORMATION:
                found = self.formations.get(unit.formation)
                if found is None or role == Role.EditRole:
                    return unit.formation
                return self._localize.localize_text(found.name) or found.id
            case ForcesColumn.MARKS:
                return self._marks(unit)

    def _place(self, unit: ScenarioUnit) -> str:
        assert self.forces is not None
        return start_place_text(self.forces.scenario, unit, self._localize)

    def _marks(self, unit: ScenarioUnit) -> str:
        return self._known.mark_names(unit.marks, self._localize.language)

    def _formation_data(self, node: ForcesOutlineRow, column: ForcesColumn, role: int) -> Any:
        found = self.formations.get(node.key[2])
        if column is ForcesColumn.NAME and role in (Role.DisplayRole, Role.EditRole):
            return (self._localize.localize_text(found.name) or found.id) if found else node.key[2]
        if role not in (Role.DisplayRole, Role.ToolTipRole):
            return _italic() if role == Role.FontRole and column is ForcesColumn.NAME else None
        match column:
            case ForcesColumn.TYPE:
                return self._localize(f"size-{found.size}") if found and found.size else None
            case ForcesColumn.PLACE:
                return self._strength(node)
            case ForcesColumn.FORMATION:
                return self._led_by(found) if found else None
        return None

    def _strength(self, node: ForcesOutlineRow) -> str:
        """Describe the contents of a formation, with all that stands within it."""
        assert self.forces is not None
        units = list(node.units())
        said = self._localize("units", count=len(units))
        costs = self.forces.limits.points if self.forces.limits else {}
        points = sum(costs.get(unit.type, 0) for unit in units)
        if not points:
            return said
        worth = self._localize("forces-point" if points == 1 else "forces-points", points=points,
                          budget=0)  # fmt: skip
        return f"{said}{self._localize('forces-comma')}{worth}"

    def _led_by(self, formation: Formation) -> str | None:
        assert self.forces is not None
        leader = self.forces.unit(formation.headquarters) if formation.headquarters else None
        return (
            self._localize("forces-led-by", unit=self.forces.unit_name(leader)) if leader else None
        )

    def _side_data(self, node: ForcesOutlineRow, column: ForcesColumn, role: int) -> Any:
        assert self.forces is not None
        side = self.forces.scenario.side(node.key[1])
        if role == Role.FontRole:
            return _bold()
        if role == Role.DecorationRole and column is ForcesColumn.NAME:
            return QColor(self._colours.get(side.id, "#888888"))
        points = self.forces.points(side.id) if column is ForcesColumn.PLACE else 0
        if role == Role.ForegroundRole and 0 < side.budget < points:
            return QGuiApplication.palette().color(QPalette.ColorRole.BrightText)
        if role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        match column:
            case ForcesColumn.NAME:
                return self._localize.localize_text(side.name) or side.id
            case ForcesColumn.TYPE:
                count = sum(unit.side == side.id for unit in self.forces.scenario.units)
                return self._localize("units", count=count)
            case ForcesColumn.PLACE:
                usual = "forces-point" if points == 1 else "forces-points"
                key = "forces-budget" if side.budget else usual
                return self._localize(key, points=points, budget=side.budget)
        return None

    def picture(self, unit: ScenarioUnit) -> QIcon:
        """A unit's counter, small."""
        counter = build_counter(unit, self._colours, self._types, marks=self._known)
        face = (counter.colour, counter.symbol, counter.designation, counter.marks, counter.known)
        if face not in self._pictures:
            made = QPixmap(SHARP * PICTURE, SHARP * PICTURE)
            made.setDevicePixelRatio(SHARP)
            made.fill(Qt.GlobalColor.transparent)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(PICTURE / 2, PICTURE / 2)
            paint_counter(painter, counter, middle, PICTURE - 4, self._localize.language)
            painter.end()
            shown = self._pictures[face] = QIcon(made)
            shown.addPixmap(made, QIcon.Mode.Selected)  # not tinted: its colour is its side
        return self._pictures[face]


def _bold() -> QFont:
    letters = QFont()
    letters.setBold(True)
    return letters


def _italic() -> QFont:
    letters = QFont()
    letters.setItalic(True)
    return letters
