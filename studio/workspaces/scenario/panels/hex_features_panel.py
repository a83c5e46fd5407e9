"""The panel of features placed before the game: a list, and each one's values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QFormLayout, QLabel, QVBoxLayout

from engine.editing import hex_feature_edits
from engine.editing.free_hexes import valid_scenario_limits
from engine.games.scenario_limits import HexFeatureKind
from engine.hexes.hex import Hex
from engine.narration.scenario_names import ScenarioNames
from engine.problems import Problem
from engine.scenario.scenario import Scenario, ScenarioFeature
from engine.texts import LocalText
from studio.framework.prompts import Prompts
from studio.widgets.document_fields import LocalizedField, UndoableComboBox, UndoableTextLine
from studio.widgets.entry_list import EntryCommand, EntryListView, ListedEntry
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer, compass_names
from studio.workspaces.scenario.editor.hex_field import HexField
from studio.workspaces.scenario.editor.problem_places import ProblemPlace, problems_at
from studio.workspaces.scenario.editor.scenario_panel import MapScenarioPanel
from studio.workspaces.scenario.order_of_battle.drag_data import add_features_to_drag
from studio.workspaces.scenario.panels.objectives_page import fill_options

FIELDS = ("kind", "side", "id", "name", "zone", "hex", "facing")
NOTHING = ScenarioFeature("", "")  # what is shown while there is none
HERE = ""  # in place of a zone: at a single hex
UNSAID = -1  # in place of a direction


class HexFeaturesPanel(MapScenarioPanel):
    """The features of a scenario in their order, and the one that is chosen."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self.listing, self.none = EntryListView(localize, "feature"), QLabel(wordWrap=True)
        self.kind, self.side, self.zone, self.facing = (
            UndoableComboBox(),
            UndoableComboBox(),
            UndoableComboBox(),
            UndoableComboBox(),
        )
        self.id, self.name_field = UndoableTextLine(), LocalizedField(localize)
        self.fault, self.hex_fault = FieldErrorLabel(), FieldErrorLabel()
        self.hex = HexField(localize, self.hex_fault)
        self._boxes = (self.kind, self.side, self.id, self.name_field, self.zone, self.hex,
                       self.facing)  # fmt: skip
        self._labels = [QLabel() for _ in FIELDS]
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.listing)
        self.retranslate()

    def _lay_out(self) -> None:
        layout, self.form = QVBoxLayout(self), QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label, box in zip(self._labels, self._boxes, strict=True):
            label.setBuddy(box)
            self.form.addRow(label, box)
        self.form.insertRow(3, "", self.fault)
        self.form.insertRow(7, "", self.hex_fault)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.none)
        layout.addWidget(self.listing, 1)
        layout.addLayout(self.form)

    def _connect(self) -> None:
        self.listing.list.carried = self._carried
        self.listing.wanted.connect(self._do)
        self.listing.moved.connect(self._move)
        self.listing.chosen.connect(lambda: self.refresh(self.scenario))
        self.kind.activated.connect(self._set_kind)
        self.side.activated.connect(
            lambda: self._set("side", self.side.typed, side=self.side.currentData())
        )
        self.id.editingFinished.connect(self._rename)
        self.name_field.edited.connect(lambda words, typed: self._set("name", typed, name=words))
        self.zone.activated.connect(self._set_zone)
        self.hex.edited.connect(lambda at: self._set("place", at=at, zone=""))
        self.facing.activated.connect(self._set_facing)

    # --- showing ----------------------------------------------------------------------------------

    def refresh(self, scenario: Scenario) -> None:
        """Show the features, and the one that is chosen."""
        problems = self.tab.problems if self.tab else []
        entries = [
            ListedEntry(self._told(scenario, each), None, problems_at(problems, "features", n))
            for n, each in enumerate(scenario.features)
        ]
        self.listing.show_entries(entries, self.localize.language)
        feature, kinds = self.chosen, self._kinds(scenario)
        self.none.setVisible(not kinds)
        self.listing.setEnabled(bool(kinds or scenario.features))
        for box in self._boxes:
            box.setEnabled(feature is not None)
        self._show_feature(scenario, feature or NOTHING, kinds)

    def show_problems(self, problems: list[Problem]) -> None:
        """Show what is impossible at its row."""
        self.refresh(self.scenario)

    def go_to_part(self, place: ProblemPlace) -> None:
        """Show a feature."""
        self.listing.choose(max(place.number, 0))
        self.listing.setFocus()

    def _kinds(self, scenario: Scenario) -> Mapping[str, HexFeatureKind]:
        """Return the kinds of features of this game."""
        allowed = valid_scenario_limits(scenario)
        return allowed.features if allowed else {}

    def _told(self, scenario: Scenario, feature: ScenarioFeature) -> str:
        """A feature in a line: what it is, whose, and where."""
        localize, kind = self.localize, self._kinds(scenario).get(feature.kind)
        what = localize.localize_text(feature.name) or (
            localize.localize_text(kind.name) if kind else feature.kind
        )
        labels = scenario.map.labels
        where = ScenarioNames(scenario, localize.language).zone(feature.zone)
        if feature.at is not None:
            is_on = feature.at in scenario.map.grid
            where = labels.label(feature.at) if is_on else scenario.map.grid.name(feature.at)
        sides = {side.id: localize.localize_text(side.name) or side.id for side in scenario.sides}
        whose = sides.get(feature.side, feature.side)
        return localize("listing").join(filter(None, (what, whose, where, self._front(feature))))

    def _front(self, feature: ScenarioFeature) -> str:
        if feature.facing is None:
            return ""
        return compass_names(self.scenario.map.grid.orientation, self.localize)[feature.facing]

    def _show_feature(
        self, scenario: Scenario, feature: ScenarioFeature, kinds: Mapping[str, HexFeatureKind]
    ) -> None:
        localize, tab = self.localize, self.tab
        assert tab is not None
        fill_options(
            self.kind,
            {name: localize.localize_text(kind.name) for name, kind in kinds.items()},
            feature.kind,
        )
        sides = {side.id: localize.localize_text(side.name) or side.id for side in scenario.sides}
        fill_options(self.side, {"": localize("feature-nobodys"), **sides}, feature.side)
        self.id.show_text_of((id(tab), feature.id), feature.id)
        self.name_field.put(feature.name)
        names = ScenarioNames(scenario, localize.language)
        known = dict.fromkeys([*scenario.zones, *scenario.map.zones])
        zones = {HERE: localize("feature-at-hex"), **{zone: names.zone(zone) for zone in known}}
        fill_options(self.zone, zones, feature.zone)
        self.hex.put(tab.canvas, scenario.map, feature.at)
        kind = kinds.get(feature.kind)
        has_front = feature.facing is not None or (kind is not None and kind.faces)
        self.form.setRowVisible(self.facing, has_front)
        directions = dict(enumerate(compass_names(scenario.map.grid.orientation, localize)))
        facing = UNSAID if feature.facing is None else feature.facing
        fill_options(self.facing, {UNSAID: localize("unit-facing-free"), **directions}, facing)

    def set_texts(self) -> None:
        """Say in the window's language what the fields are."""
        for key, label in zip(FIELDS, self._labels, strict=True):
            label.setText(self.localize(f"feature-{key}"))
        self.none.setText(self.localize("feature-none"))
        self.listing.set_texts()
        self.name_field.set_texts()
        self.hex.set_texts()

    @property
    def chosen(self) -> ScenarioFeature | None:
        """The feature chosen in the list."""
        if self.tab is None:
            return None
        found, place = self.scenario.features, self.listing.place
        return found[place] if 0 <= place < len(found) else None

    def _carried(self, mime: QMimeData, place: int) -> QMimeData:
        """The feature of a row, to be dropped on the map."""
        return add_features_to_drag(mime, [self.scenario.features[place].id])

    # --- changes ----------------------------------------------------------------------------------

    def _do(self, deed: EntryCommand) -> None:
        if deed is EntryCommand.ADD:
            self.add()
        elif deed is EntryCommand.REMOVE and self.chosen is not None:
            gone = self.chosen
            changed = hex_feature_edits.without_features(self.scenario, [gone.id])
            self.replace_scenario(changed, self.localize("step-feature-gone", feature=gone.id))

    def add(self) -> None:
        """One more, like the one that is chosen, in the middle of what is seen of the map."""
        kinds, was = self._kinds(self.scenario), self.chosen
        if not kinds or self.tab is None:
            return
        kind = was.kind if was is not None else next(iter(kinds))
        side = was.side if was is not None else next((s.id for s in self.scenario.sides), "")
        grid, canvas = self.scenario.map.grid, self.tab.canvas
        at = canvas.keyboard_hex or canvas.hex_at(canvas.rect().center().toPointF())
        at = at if at in grid else grid.hex(grid.columns // 2, grid.rows // 2)
        added, id_ = hex_feature_edits.with_new_feature(self.scenario, kind, side, at)
        self.replace_scenario(added, self.localize("step-feature-new", feature=id_))
        self.listing.choose(len(added.features) - 1)
        self.kind.setFocus()

    def _move(self, place: int, to: int) -> None:
        found = list(self.scenario.features)
        found.insert(to, found.pop(place))
        changed = replace(self.scenario, features=tuple(found))
        self.replace_scenario(changed, self.localize("step-feature-order"))

    def _set_kind(self) -> None:
        """Another kind; a front goes with a kind that has none."""
        name = str(self.kind.currentData())
        kind, feature = self._kinds(self.scenario).get(name), self.chosen
        if feature is not None:
            keeps = kind is not None and kind.faces
            facing = feature.facing if keeps else None
            self._set("kind", self.kind.typed, kind=name, facing=facing)

    def _rename(self) -> None:
        """Another id: one word that no other feature has."""
        feature, id_ = self.chosen, self.id.text().strip()
        if feature is None:
            return
        taken = {each.id for each in self.scenario.features if each.id != feature.id}
        is_word = id_.replace("-", "").replace("_", "").isalnum()
        self.fault.tell("" if is_word and id_ not in taken else self.localize("id-fault", id=id_))
        if is_word and id_ not in taken and id_ != feature.id:
            self._set("id", id=id_)

    def _set_zone(self) -> None:
        """It is laid in a zone, or in a hex again: the zone's first."""
        zone, feature = self.zone.currentData(), self.chosen
        if feature is None:
            return
        if zone:
            self._set("place", self.zone.typed, at=None, zone=zone)
        elif feature.at is None:
            hexes = self.scenario.zone(feature.zone)
            at = hexes[0] if hexes else self.scenario.map.grid.hex(0, 0)
            self._set("place", self.zone.typed, at=at, zone="")

    def _set_facing(self) -> None:
        facing = self.facing.currentData()
        self._set("facing", self.facing.typed, facing=None if facing == UNSAID else facing)

    def _set(self, what: str, typed: str = "", /, **fields: Hex | LocalText | int | None) -> None:
        """Another field of the feature that is chosen, as one step."""
        feature = self.chosen
        if feature is not None:
            changed = hex_feature_edits.changed_features(self.scenario, [feature.id], **fields)
            name = self.localize(f"step-feature-{what}", feature=feature.id)
            self.replace_scenario(changed, name, typed)
