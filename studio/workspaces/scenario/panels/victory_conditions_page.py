"""The conditions of victory, each with a sentence that says what it means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.checks.objective_checks import KEYS
from engine.checks.victory_checks import IN_A_ZONE
from engine.editing.free_hexes import valid_scenario_limits
from engine.editing.victory_edits import victory_moved, with_victory
from engine.narration.scenario_names import ScenarioNames
from engine.narration.victory_text import (
    all_conditions_sentence,
    condition_sentence,
    judges_together,
)
from engine.scenario.scenario import Scenario, VictoryCondition, VictoryKind
from studio.widgets.document_fields import (
    UndoableComboBox,
    UndoableNumberBox,
    UndoableTextLine,
    new_typing_session,
)
from studio.widgets.entry_list import EntryCommand, EntryListView, ListedEntry
from studio.widgets.sizing import scale_length
from studio.workspaces.scenario.editor.problem_places import problems_at
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.panels.objectives_page import MAX_POINTS, fill_options

ID = Qt.ItemDataRole.UserRole
FIELDS = ("kind", "side", "objectives", "zone", "count", "percent", "points", "units", "kinds",
          "turns", "judged", "group", "grade")  # fmt: skip
NUMBERS = ("count", "percent", "points", "turns")
JUDGED = ("turn", "at_once", "at_end")  # when a condition is judged
LISTS = ("units", "kinds")  # words with blanks between
OBJECTIVES_HEIGHT = 84
LIST_HEIGHT, WHOLE_MIN = 170, 60  # pixels
NOTHING = VictoryCondition(VictoryKind.OBJECTIVES)  # what is shown while there is none


class VictoryConditionsPage(QWidget):
    """A list of the conditions in their order, the one that is chosen, and what all mean."""

    def __init__(self, panel: ScenarioPanel) -> None:
        super().__init__()
        self._panel, self._localize = panel, panel.localize
        self.listing, self.whole = EntryListView(panel.localize, "condition"), QLabel(wordWrap=True)
        self.kind, self.side, self.objectives = (
            UndoableComboBox(),
            UndoableComboBox(),
            QListWidget(),
        )
        self.count, self.percent = UndoableNumberBox(0, 999), UndoableNumberBox(1, 1000)
        self.zone, self.grade, self.group = (
            UndoableComboBox(),
            UndoableComboBox(),
            UndoableTextLine(),
        )
        self.units, self.kinds = UndoableTextLine(), UndoableTextLine()
        self.points, self.turns, self.judged = (
            UndoableNumberBox(0, MAX_POINTS),
            UndoableNumberBox(1, 999),
            UndoableComboBox(),
        )
        self.objectives.setMaximumHeight(scale_length(OBJECTIVES_HEIGHT))
        self.whole.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._typed = new_typing_session()
        boxes = (self.kind, self.side, self.objectives, self.zone, self.count, self.percent,
                 self.points, self.units, self.kinds, self.turns, self.judged, self.group,
                 self.grade)  # fmt: skip
        self._boxes: dict[str, QWidget] = dict(zip(FIELDS, boxes, strict=True))
        self._labels = {key: QLabel() for key in FIELDS}
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for key, box in self._boxes.items():
            self._labels[key].setBuddy(box)
            self.form.addRow(self._labels[key], box)
        # What all mean takes other lines with every letter: it has what the form leaves.
        self.listing.setFixedHeight(scale_length(LIST_HEIGHT))
        foot = QScrollArea()
        foot.setWidget(self.whole)
        foot.setWidgetResizable(True)
        foot.setFrameShape(QScrollArea.Shape.NoFrame)
        foot.setMinimumHeight(WHOLE_MIN)
        self.whole.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.listing)
        layout.addLayout(self.form)
        layout.addWidget(foot, 1)

    def _connect(self) -> None:
        self.listing.wanted.connect(self._do)
        self.listing.moved.connect(self._move)
        self.listing.chosen.connect(lambda: self.refresh(self._panel.scenario))
        self.kind.activated.connect(self._set_kind)
        self.side.activated.connect(
            lambda: self._set(self.side.typed, side=self.side.currentData())
        )
        self.objectives.itemChanged.connect(self._set_objectives)
        for key in NUMBERS:
            box = self._number(key)
            box.valueChanged.connect(lambda value, key=key: self._type(key, value))
            box.editingFinished.connect(self._end_typing)
        self.judged.activated.connect(self._set_judged)
        for name, pick in (("zone", self.zone), ("grade", self.grade)):
            pick.activated.connect(lambda _, name=name, pick=pick: self._choose(name, pick))
        self.group.textEdited.connect(lambda word: self._set(self.group.typed, group=word.strip()))
        for name in LISTS:
            line = self._boxes[name]
            assert isinstance(line, UndoableTextLine)
            line.editingFinished.connect(lambda name=name, line=line: self._list(name, line))

    # --- showing ----------------------------------------------------------------------------------

    def refresh(self, scenario: Scenario) -> None:
        """Show the conditions, the one that is chosen, and what they mean together."""
        language = self._localize.language
        problems = self._panel.tab.problems if self._panel.tab else []
        entries = [
            ListedEntry(
                f"{n + 1}. {condition_sentence(scenario, each, language)}",
                None,
                problems_at(problems, "victory", n),
            )
            for n, each in enumerate(scenario.victory)
        ]
        self.listing.show_entries(entries, language)
        self.whole.setText(
            f"<b>{self._localize('aims-whole')}</b> {all_conditions_sentence(scenario, language)}"
        )
        condition = self.chosen
        for box in self._boxes.values():
            box.setEnabled(condition is not None)
        self._show(scenario, condition or NOTHING)

    def _show(self, scenario: Scenario, condition: VictoryCondition) -> None:
        """The fields that mean something for a kind, and no others."""
        localize, known = self._localize, self._known(condition)
        self._offer_kinds(condition)
        for key in FIELDS:
            self.form.setRowVisible(self._boxes[key], key in known)
        with QSignalBlocker(self.kind):
            self.kind.setCurrentIndex(self.kind.findData(condition.kind.value))
        with QSignalBlocker(self.side):
            self.side.clear()
            if condition.kind is VictoryKind.TURN_LIMIT or not condition.side:
                self.side.addItem(localize("victory-most-points"), "")
            for side in scenario.sides:
                self.side.addItem(localize.localize_text(side.name) or side.id, side.id)
            self.side.setCurrentIndex(self.side.findData(condition.side))
        self._show_objectives(scenario, condition)
        self._show_words(scenario, condition)
        self.percent.setMaximum(1000 if condition.kind is VictoryKind.RATIO else 100)
        for key in NUMBERS:
            box = self._number(key)
            with QSignalBlocker(box):
                box.setValue(getattr(condition, key))
        self._show_judged(condition)

    def _number(self, key: str) -> UndoableNumberBox:
        box = self._boxes[key]
        assert isinstance(box, UndoableNumberBox)
        return box

    def _known(self, condition: VictoryCondition) -> set[str]:
        """The fields that mean something for a condition."""
        known = KEYS[condition.kind] | {"kind", "side"} | self._more(condition)
        judged = {"judged"} if known & {"at_once", "at_end"} else set()
        return {*known, *judged}

    def _show_judged(self, condition: VictoryCondition) -> None:
        """Show the possible times of judgement, and the present one."""
        said = {key: self._localize(f"victory-judged-{key}") for key in JUDGED}
        known = {key: said[key] for key in JUDGED if key == "turn" or key in KEYS[condition.kind]}
        is_judged = next((key for key in JUDGED[1:] if getattr(condition, key)), "turn")
        if judges_together(self._panel.scenario) and is_judged != "at_end":
            known["turn"] = self._localize("victory-judged-over")
            known.pop("at_end", None)
        fill_options(self.judged, known, is_judged)

    def _more(self, condition: VictoryCondition) -> set[str]:
        """The fields every kind has in games that know groups and grades, or that are written."""
        allowed = valid_scenario_limits(self._panel.scenario) if self._panel.tab else None
        has = {
            "group": bool(condition.group or (allowed and allowed.has_groups)),
            "grade": bool(condition.grade or (allowed and allowed.grades)),
        }
        return {key for key, is_there in has.items() if is_there}

    def _offer_kinds(self, condition: VictoryCondition) -> None:
        """The kinds by which this game judges, and the one that is written."""
        allowed = valid_scenario_limits(self._panel.scenario) if self._panel.tab else None
        aims = allowed.aims if allowed else frozenset(VictoryKind)
        wanted = [kind for kind in VictoryKind if kind in aims or kind is condition.kind]
        if [self.kind.itemData(n) for n in range(self.kind.count())] == [k.value for k in wanted]:
            return
        with QSignalBlocker(self.kind):
            self.kind.clear()
            for kind in wanted:
                self.kind.addItem(self._localize(f"victory-by-{kind.value}"), kind.value)

    def _show_words(self, scenario: Scenario, condition: VictoryCondition) -> None:
        """Zone, grade, group, and the units and kinds of unit that count."""
        allowed = valid_scenario_limits(scenario) if self._panel.tab else None
        grades = {
            word.id: self._localize.localize_text(word.said)
            for word in (allowed.grades if allowed else ())
        }
        names = ScenarioNames(scenario, self._localize.language)
        known = dict.fromkeys([*scenario.zones, *scenario.map.zones])
        zones = {zone: names.zone(zone) for zone in known}
        fill_options(self.zone, {"": "–", **zones}, condition.zone)
        fill_options(self.grade, {"": "–", **grades}, condition.grade)
        place = (id(self._panel.tab), self.listing.place)
        self.group.show_text_of(place, condition.group)
        for key in LISTS:
            line = self._boxes[key]
            assert isinstance(line, UndoableTextLine)
            line.put(" ".join(getattr(condition, key)))

    def _show_objectives(self, scenario: Scenario, condition: VictoryCondition) -> None:
        """Every objective with a tick where it counts; with none named all of them do."""
        with QSignalBlocker(self.objectives):
            row = self.objectives.currentRow()
            self.objectives.clear()
            for each in scenario.objectives:
                item = QListWidgetItem(
                    self._localize.localize_text(each.name) or each.id, self.objectives
                )
                item.setData(ID, each.id)
                counts = not condition.objectives or each.id in condition.objectives
                item.setCheckState(Qt.CheckState.Checked if counts else Qt.CheckState.Unchecked)
            self.objectives.setCurrentRow(row)

    def set_texts(self) -> None:
        """Say in the window's language what the fields are."""
        localize = self._localize
        for key, label in self._labels.items():
            label.setText(localize(f"victory-{key}"))
        self.turns.setSpecialValueText(localize("victory-turns-one"))
        self.count.setSpecialValueText(localize("victory-count-all"))
        self.percent.setSuffix(" %")
        with QSignalBlocker(self.kind):
            self.kind.clear()  # offered again in the window's language when it is shown
        self.listing.set_texts()

    @property
    def chosen(self) -> VictoryCondition | None:
        """The condition chosen in the list."""
        if self._panel.tab is None:
            return None
        found, place = self._panel.scenario.victory, self.listing.place
        return found[place] if 0 <= place < len(found) else None

    # --- changes ----------------------------------------------------------------------------------

    def _do(self, deed: EntryCommand) -> None:
        scenario, localize = self._panel.scenario, self._localize
        if deed is EntryCommand.ADD:
            side = scenario.sides[0].id if scenario.sides else ""
            kind = VictoryKind.OBJECTIVES if scenario.objectives else VictoryKind.LOSSES
            new, place = VictoryCondition(kind, side), len(scenario.victory)
            self._panel.replace_scenario(
                with_victory(scenario, place, new), localize("step-victory-new")
            )
            self.listing.choose(place)
            self.kind.setFocus()
        elif deed is EntryCommand.REMOVE and self.chosen is not None:
            changed = with_victory(scenario, self.listing.place, None)
            self._panel.replace_scenario(changed, localize("step-victory-gone"))

    def _move(self, place: int, to: int) -> None:
        changed = victory_moved(self._panel.scenario, place, to)
        self._panel.replace_scenario(changed, self._localize("step-victory-order"))

    def _set_kind(self) -> None:
        """Another kind: what means nothing for it goes."""
        condition = self.chosen
        if condition is not None:
            kind = VictoryKind(self.kind.currentData())
            kept = {key: getattr(condition, key) for key in KEYS[kind]}
            kept |= {"group": condition.group, "grade": condition.grade}
            if kind in IN_A_ZONE and not condition.zone:
                kept["zone"] = self.zone.itemData(1) or ""
            side = condition.side
            if not side and kind is not VictoryKind.TURN_LIMIT:
                side = self._panel.scenario.sides[0].id
            self._put(VictoryCondition(kind, side, **kept), self.kind.typed)

    def _set_objectives(self) -> None:
        """Those that are ticked count; all of them is none named, none of them cannot be."""
        items = [self.objectives.item(row) for row in range(self.objectives.count())]
        ticked = tuple(
            item.data(ID) for item in items if item.checkState() is Qt.CheckState.Checked
        )
        named = () if len(ticked) == len(items) else ticked
        condition = self.chosen
        if ticked and condition is not None:
            count = 0 if condition.count >= len(ticked) else condition.count
            self._set(objectives=named, count=count)
        else:
            self.refresh(self._panel.scenario)

    def _choose(self, key: str, box: UndoableComboBox) -> None:
        self._set(box.typed, **{key: str(box.currentData())})

    def _list(self, key: str, line: UndoableTextLine) -> None:
        """Words with blanks or commas between them."""
        words = tuple(line.text().replace(",", " ").split())
        if self.chosen is not None and words != getattr(self.chosen, key):
            self._set(**{key: words})

    def _set_judged(self) -> None:
        """At the end of turns, at once or at the end; what is judged at once need not last."""
        key = self.judged.currentData()
        fields: dict[str, Any] = {each: each == key for each in JUDGED[1:]}
        if key == "at_once":
            fields["turns"] = 0
        self._set(self.judged.typed, **fields)

    def _type(self, key: str, value: int) -> None:
        """Another number; what must last some turns is not judged at once."""
        fields: dict[str, Any] = {key: value}
        if key == "turns":
            fields = {"turns": value if value > 1 else 0}
            if value > 1:
                fields["at_once"] = False
        self._set(self._typed + key, **fields)

    def _set(self, typed: str = "", /, **fields: Any) -> None:
        condition = self.chosen
        if condition is not None:
            self._put(replace(condition, **fields), typed)

    def _put(self, condition: VictoryCondition, typed: str = "") -> None:
        """Another condition in the place of the one that is chosen, as one step."""
        changed = with_victory(self._panel.scenario, self.listing.place, condition)
        self._panel.replace_scenario(changed, self._localize("step-victory"), typed)

    def _end_typing(self) -> None:
        self._typed = new_typing_session()
