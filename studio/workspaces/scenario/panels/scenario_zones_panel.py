"""The scenario's own zones in a panel: made, painted, named, taken away."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFormLayout,
    QHeaderView,
    QLabel,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.editing import scenario_edits as edits
from engine.editing import zone_edits
from engine.hexes.labels import UnknownHexError
from engine.scenario.scenario import Scenario
from engine.texts import LocalText
from studio.framework.prompts import Prompts
from studio.rendering.map.zones import COLOURS
from studio.widgets.document_fields import LocalizedField, UndoableTextLine
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.terrain_swatches import zone_swatch
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.scenario.editor.scenario_panel import MapScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.order_of_battle.setup_places import zone_name

ID = Qt.ItemDataRole.UserRole
KEYS = {"Ins": "new", "F2": "rename", "Return": "paint", "Enter": "paint", "Del": "delete"}
DEEDS = ("new", "paint", "rename", "delete")
MAX_NAMED = 4


class ScenarioZonesPanel(MapScenarioPanel):
    """Lists the zones the scenario has beside its map's; the selected one is painted on the map."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self._prompts = prompts
        self._listed: tuple[ScenarioTab | None, list[str]] = (None, [])
        self.list, self.empty, self.fault = QTreeWidget(), QLabel(), FieldErrorLabel()
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.itemDoubleClicked.connect(lambda: self.rename())
        self.list.currentItemChanged.connect(self._turn_to)
        self.list.installEventFilter(self)
        self.empty.setWordWrap(True)
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        self.id, self.name_field = UndoableTextLine(), LocalizedField(localize)
        self.id.editingFinished.connect(self._take_id)
        self.name_field.edited.connect(self._take_name)
        self._labels = {"id": QLabel(), "name": QLabel()}
        self.buttons = {deed: QToolButton() for deed in DEEDS}
        self.buttons["paint"].setCheckable(True)
        for deed, button in self.buttons.items():
            button.clicked.connect(lambda _=False, deed=deed: self.do(deed))
        layout, row, form = QVBoxLayout(self), FlowLayout(), QFormLayout()
        layout.setContentsMargins(4, 4, 4, 4)
        for button in self.buttons.values():
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row.addWidget(button)
        for key, field in (("name", self.name_field), ("id", self.id)):
            self._labels[key].setBuddy(field)
            form.addRow(self._labels[key], field)
        for widget in (self.list, self.empty, self.hint):
            layout.addWidget(widget, 1 if widget is self.list else 0)
        layout.addLayout(row)
        layout.addLayout(form)
        layout.addWidget(self.fault)
        self.setFocusProxy(self.list)
        self.retranslate()

    # --- what there is ----------------------------------------------------------------------------

    def show_scenario(self, tab: ScenarioTab | None) -> None:
        """Show another scenario, or none."""
        if self.tab is not None:
            self.tab.arranging.brush.changed.disconnect(self._show_brush)
        super().show_scenario(tab)
        if tab is not None:
            tab.arranging.brush.changed.connect(self._show_brush)
            self._show_brush()

    def refresh(self, scenario: Scenario) -> None:
        """List the zones as they are now."""
        chosen = self._likeliest(scenario)
        with QSignalBlocker(self.list):
            self.list.clear()
            for place, (name, hexes) in enumerate(scenario.zones.items()):
                users = zone_edits.zone_users(scenario, name)
                called = zone_name(scenario, name, self.localize.language)
                words = [called, str(len(hexes)), str(len(users)) if users else ""]
                item = QTreeWidgetItem(self.list, words)
                item.setData(0, ID, name)
                item.setIcon(0, zone_swatch(COLOURS[place % len(COLOURS)]))
                item.setToolTip(0, name)
                item.setToolTip(2, self._named(users))
        self.choose(chosen)
        self.list.setVisible(bool(scenario.zones))
        self.empty.setVisible(not scenario.zones)
        header = self.list.header()
        header.setStretchLastSection(False)
        for column, mode in enumerate(("Stretch", "ResizeToContents", "ResizeToContents")):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode[mode])
        self._show_chosen()

    def _likeliest(self, scenario: Scenario) -> str:
        """The zone to be chosen: one that has just come, else the one that was, else the first."""
        (tab, listed), self._listed = self._listed, (self.tab, list(scenario.zones))
        new = [zone for zone in scenario.zones if zone not in listed]
        if tab is self.tab and new:
            return new[0]
        chosen = self.chosen
        return chosen if chosen in scenario.zones else next(iter(scenario.zones), "")

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        localize = self.localize
        columns = [
            localize("own-zones-name"),
            localize("own-zones-hexes"),
            localize("own-zones-users"),
        ]
        self.list.setHeaderLabels(columns)
        self.list.setAccessibleName(localize("panel-own-zones"))
        self.empty.setText(localize("own-zones-empty"))
        for key, label in self._labels.items():
            label.setText(localize(f"own-zones-field-{key}"))
        self.name_field.set_texts()
        for deed, button in self.buttons.items():
            key = next(key for key, does in KEYS.items() if does == deed)
            button.setText(localize(f"own-zones-{deed}"))
            button.setToolTip(f"{localize(f'own-zones-{deed}-hint')} ({key})")
        self._show_brush()

    def _show_brush(self) -> None:
        zone = self.tab.arranging.brush.zone if self.tab is not None else ""
        self.buttons["paint"].setChecked(bool(zone))
        called = zone_name(self.scenario, zone, self.localize.language) if zone else ""
        self.hint.setText(self.localize("own-zones-brush", zone=called) if zone else "")
        self.hint.setVisible(bool(zone))

    def _named(self, users: tuple[str, ...]) -> str:
        more = ["…"] if len(users) > MAX_NAMED else []
        return self.localize("forces-comma").join([*users[:MAX_NAMED], *more])

    # --- choosing ---------------------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """The zone chosen in the list."""
        item = self.list.currentItem()
        return str(item.data(0, ID)) if item else ""

    def choose(self, zone: str) -> None:
        """Choose a zone in the list."""
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.data(0, ID) == zone:
                self.list.setCurrentItem(item)

    def _turn_to(self) -> None:
        """The brush goes on with the zone that is chosen."""
        if self.tab is not None and self.tab.arranging.brush.zone and self.chosen:
            self.tab.arranging.brush.take(self.chosen)
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Show the name of the selected zone."""
        zone = self.chosen
        for widget in (self.id, self.name_field, *(self.buttons[deed] for deed in DEEDS[1:])):
            widget.setEnabled(bool(zone))
        if self.tab is not None:
            self.id.show_text_of((id(self.tab), zone), zone)
            self.name_field.put(self.scenario.zone_names.get(zone, ""))

    # --- what is wanted ---------------------------------------------------------------------------

    def do(self, deed: str) -> None:
        """Do something to the zone chosen, or make one."""
        if self.tab is None:
            return
        self.fault.tell("")
        match deed:
            case "new":
                self.add()
            case "paint" if self.chosen:
                brush = self.tab.arranging.brush
                brush.take("" if brush.zone else self.chosen)
                self.tab.canvas.setFocus()
            case "rename":
                self.rename()
            case "delete" if self.chosen:
                self.delete()
        self._show_brush()

    def add(self) -> None:
        """A new zone, painted from now on."""
        assert self.tab is not None
        scenario = self.scenario
        name = edits.free_id(
            self.localize("own-zones-stem"), [*scenario.zones, *scenario.map.zones]
        )
        self.replace_scenario(
            zone_edits.with_zone(scenario, name, ()), self.localize("step-own-zone-new", zone=name)
        )
        self.choose(name)
        self.tab.arranging.brush.take(name)
        self.tab.canvas.setFocus()

    def rename(self) -> None:
        """Let the name of the zone chosen be written."""
        if self.chosen:
            line = self.name_field.lines[self.localize.language]
            line.setFocus()
            line.selectAll()

    def _take_name(self, name: LocalText, typed: str) -> None:
        zone = self.chosen
        if zone:
            called = zone_name(self.scenario, zone, self.localize.language)
            words = self.localize("step-own-zone-named", zone=called)
            self.replace_scenario(
                zone_edits.with_zone_name(self.scenario, zone, name), words, typed
            )

    def _take_id(self) -> None:
        """Another id for the zone chosen, by which units and objectives go on to name it."""
        was, id_ = self.chosen, self.id.text().strip()
        if not was or id_ == was:
            self.fault.tell("")
            return
        fault = self._refusal(id_)
        self.fault.tell(fault)
        if fault:
            return
        words = self.localize("step-own-zone-renamed", was=was, zone=id_)
        is_painted = self.tab is not None and self.tab.arranging.brush.zone == was
        self.replace_scenario(zone_edits.renamed_zone(self.scenario, was, id_), words)
        self.choose(id_)
        if is_painted and self.tab is not None:
            self.tab.arranging.brush.take(id_)

    def _refusal(self, name: str) -> str:
        """Return the reason a zone may not have this name."""
        localize, scenario = self.localize, self.scenario
        if not name:
            return localize("zone-id-needed")
        if name in scenario.zones or name in scenario.map.zones:
            return localize("zone-id-taken", id=name)
        if len(name.split()) > 1:
            return localize("zone-id-spaced", like="-".join(name.split()))
        try:
            scenario.map.labels.find(name)
        except UnknownHexError:
            return ""
        return localize("zone-id-like-hex", id=name)

    def delete(self) -> None:
        """Take the zone away, unless it is used."""
        zone, scenario = self.chosen, self.scenario
        users = zone_edits.zone_users(scenario, zone)
        called = zone_name(scenario, zone, self.localize.language)
        if users:
            words = self.localize("own-zones-used", zone=called, users=self._named(users))
            self.fault.tell(words)
            return
        words = self.localize("step-own-zone-deleted", zone=called)
        self.replace_scenario(zone_edits.without_zone(scenario, zone), words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list come before the window's own."""
        if not isinstance(event, QKeyEvent):
            return False
        plain: Any = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = QKeySequence(QKeyCombination(plain, Qt.Key(event.key()))).toString()
        if pressed not in KEYS:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is QEvent.Type.KeyPress:
            self.do(KEYS[pressed])
        return True
