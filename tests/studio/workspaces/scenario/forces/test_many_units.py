"""An edit costs the list of forces the same, however many units there are."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QStyleOptionViewItem

from studio.workspaces.scenario.order_of_battle.forces_tree_delegate import ForcesDelegate
from studio.workspaces.scenario.order_of_battle.forces_tree_rows import ForcesColumn
from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel
from tests.studio.workspaces.scenario.desks import Desk

FEW, MANY = 16, 64
LONG = "Reconnaissance and observation section of the headquarters"


@pytest.fixture
def panel(context: Desk) -> Any:
    panel = context.panel(ForcesPanel)
    panel.resize(1400, 600)
    panel.refresh(context.scenario)
    return panel


def widths(panel: Any) -> list[int]:
    return [panel.tree.columnWidth(column) for column in ForcesColumn]


def needed(panel: Any) -> int:
    """What the widest name of a unit, a formation or a side needs."""
    found: int = panel.tree.sizeHintForColumn(ForcesColumn.NAME)
    return found


class Counted(ForcesDelegate):
    """Counts the cells that are measured."""

    count = 0

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        self.count += 1
        return super().sizeHint(option, index)


def test_rows_measured_in_an_edit_do_not_grow_with_the_units(context: Desk, panel: Any) -> None:
    forces, counted = context.tab.forces, Counted(panel.model, panel.tree)
    panel.tree.setItemDelegate(counted)
    counts = []
    for units in (FEW, MANY):
        forces.add_units("red", "tank", units - len(context.scenario.units), "", {"en": "Red"})
        before = counted.count
        forces.rename(lambda unit: f"Tank {unit.id}", "", ["r1"])
        counts.append(counted.count - before)
        forces.rename(lambda unit: "Tank", "", ["r1"])
    assert len(context.scenario.units) == MANY
    assert 0 < counts[1] <= counts[0]


def test_a_column_grows_with_a_name_that_is_changed_or_comes(context: Desk, panel: Any) -> None:
    forces, before = context.tab.forces, widths(panel)
    forces.rename(lambda unit: "Headquarters of the tank battalion", "", ["r1"])
    changed = widths(panel)
    assert changed[0] == needed(panel) > before[0]
    forces.add_units("red", "tank", 2, "", {"en": LONG})
    come = widths(panel)
    assert come[0] == needed(panel) > changed[0]
    forces.add_units("red", "tank", 1, "", {"en": f"{LONG} and its trains"})
    forces.set_formation("Reserve", [forces.units()[-1].id])
    assert widths(panel)[0] == needed(panel) > come[0]


def test_columns_are_measured_anew_in_another_language(context: Desk, panel: Any) -> None:
    before = widths(panel)
    context.localize.set_language("ru")
    panel.retranslate()
    assert widths(panel) != before
    context.localize.set_language("en")
    panel.retranslate()
    assert widths(panel) == before
