"""The briefing panel: a scenario's title, map and sides, and the briefings of each side."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.editing.scenario_structure_edits import OffMapItems, find_off_map_items, scenario_on_map
from engine.files import map_reader
from engine.games import title_of
from engine.languages import LANGUAGES, language_name
from engine.map.map import Map
from engine.play.decisions import UMPIRE
from engine.problems import Problem, SandtableError
from engine.scenario.scenario import Scenario
from engine.tabletop.shapes import FOOT
from engine.texts import LocalText
from studio.framework.background_jobs import BackgroundJob, BackgroundJobs, JobCancelled, Outcome
from studio.framework.prompts import Prompts
from studio.widgets.containers import CompactPages, use_compact_tabs
from studio.widgets.document_fields import (
    LocalizedField,
    LocalizedTextArea,
    UndoableNumberBox,
    UndoableTextArea,
    as_localized,
    new_typing_session,
)
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.order_of_battle.setup_places import zone_name
from studio.workspaces.scenario.panels.counter_layout_box import CounterLayoutBox
from studio.workspaces.scenario.panels.sides_page import SidesPage


class BriefingsPage(QWidget):
    """One briefing at a time, in every language, as Markdown with a look at how it reads."""

    def __init__(self, panel: ScenarioPanel) -> None:
        super().__init__()
        self._panel, self._localize = panel, panel.localize
        self.who, self.area, self._label = QComboBox(), LocalizedTextArea(panel.localize), QLabel()
        head, layout = QHBoxLayout(), QVBoxLayout(self)
        self._label.setBuddy(self.who)
        head.addWidget(self._label)
        head.addWidget(self.who, 1)
        layout.addLayout(head)
        layout.addWidget(self.area, 1)
        self.who.activated.connect(lambda: self.refresh(panel.scenario))
        self.area.edited.connect(self._set)

    def refresh(self, scenario: Scenario) -> None:
        """Show for whom there are briefings, and the one that is chosen."""
        chosen, known = self.who.currentData(), [*(side.id for side in scenario.sides), UMPIRE]
        with QSignalBlocker(self.who):
            self.who.clear()
            for name in known:
                self.who.addItem(self._told(scenario, name), name)
            self.who.setCurrentIndex(max(self.who.findData(chosen), 0))
        self.area.put(scenario.briefings.get(self.who.currentData(), ""))

    def choose(self, who: str) -> None:
        """Show the briefing of a side, or the umpire's."""
        self.who.setCurrentIndex(max(self.who.findData(who), 0))
        self.refresh(self._panel.scenario)
        self.area.setFocus()

    def _told(self, scenario: Scenario, who: str) -> str:
        """For whom, and in which languages it is written."""
        localize, said = self._localize, scenario.briefings.get(who, "")
        name = (
            localize("story-umpire")
            if who == UMPIRE
            else localize.localize_text(scenario.side(who).name) or who
        )
        has = as_localized(said, localize.language) if said else {}
        there = [language_name(each) for each in LANGUAGES if has.get(each)]
        return f"{name} – {localize('listing').join(there) or localize('story-no-briefing')}"

    def set_texts(self) -> None:
        """Say in the window's language what there is to choose."""
        self._label.setText(self._localize("story-briefing-for"))
        self.area.set_texts()

    def _set(self, words: LocalText, typed: str) -> None:
        who, scenario = self.who.currentData(), self._panel.scenario
        briefings = {name: said for name, said in scenario.briefings.items() if name != who}
        order = [*(side.id for side in scenario.sides), UMPIRE]
        if words:
            briefings[who] = words
        ordered = {name: briefings[name] for name in order if name in briefings}
        name = self._localize("step-briefing", who=self.who.currentText().split(" – ")[0])
        self._panel.replace_scenario(replace(scenario, briefings=ordered), name, typed)


MAX_TURNS = 999
CREDITS_HEIGHT, NOTES_HEIGHT = 56, 230
PAGES = ("whole", "sides", "briefings")


class TitleAndBriefingPanel(ScenarioPanel):
    """Three pages: the scenario as a whole, its sides, its briefings."""

    def __init__(self, localize: Localizer, prompts: Prompts, jobs: BackgroundJobs) -> None:
        super().__init__(localize)
        self._prompts, self._jobs = prompts, jobs
        self._loading: BackgroundJob | None = None  # another map, for the scenario in front
        self.title, self.turns = LocalizedField(localize), UndoableNumberBox(1, MAX_TURNS)
        self.game, self.map, self.other_map = QLabel(), QLabel(wordWrap=True), QPushButton()
        self.counters = CounterLayoutBox(self, prompts)
        self.credits, self.notes = UndoableTextArea(), LocalizedTextArea(localize)
        self.credits.setFixedHeight(scale_length(CREDITS_HEIGHT))
        self.notes.setFixedHeight(scale_length(NOTES_HEIGHT))
        self.sides, self.briefings = SidesPage(self, prompts), BriefingsPage(self)
        self._labels: dict[str, QLabel] = {}
        self.pages = CompactPages()
        use_compact_tabs(self.pages.tabBar())
        for page in (self._whole(), self.sides, self.briefings):
            self.pages.addTab(page, "")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.pages)
        self._connect()
        self.setFocusProxy(self.title)
        self.set_texts()

    def _whole(self) -> QWidget:
        """The words about the scenario as a whole, one under the other."""
        page, area = QWidget(), QScrollArea()
        form = QFormLayout(page)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        fields = {"title": self.title, "turns": self.turns, "game": self.game, "map": self.map,
                  "": self.other_map, "counters": self.counters, "credits": self.credits,
                  "notes": self.notes}  # fmt: skip
        for key, field in fields.items():
            label = self._labels[key] = QLabel()
            label.setBuddy(field)
            if key == "notes":
                form.addRow(label)
                form.addRow(field)
            else:
                form.addRow(label, field)
        self.map.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        return area

    def _connect(self) -> None:
        self.title.edited.connect(self._set_title)
        self.notes.edited.connect(self._set_notes)
        self.credits.edited.connect(self._set_credits)
        self.turns.valueChanged.connect(self._set_turns)
        self.other_map.clicked.connect(self.choose_map)
        self.pages.currentChanged.connect(self.seen.request_refresh)
        self._turning = new_typing_session()
        self.turns.editingFinished.connect(self._end_turning)

    # --- showing ----------------------------------------------------------------------------------

    def refresh(self, scenario: Scenario) -> None:
        """Show the words of the scenario, its sides, or its briefings: the page in front."""
        match self.pages.currentIndex():
            case 0:
                self._show_whole(scenario)
            case 1:
                self.sides.refresh(scenario)
            case _:
                self.briefings.refresh(scenario)

    def _show_whole(self, scenario: Scenario) -> None:
        localize = self.localize
        self.title.put(scenario.title)
        self.turns.blockSignals(True)
        self.turns.setValue(scenario.turns)
        self.turns.blockSignals(False)
        self.game.setText(localize.localize_text(title_of(scenario.game)))
        title = localize.localize_text(scenario.ground.title)
        if scenario.is_on_table:
            wide, deep = scenario.table.width // FOOT, scenario.table.depth // FOOT
            size = localize("story-table-size", title=title, wide=wide, deep=deep)
        else:
            grid = scenario.map.grid
            size = localize("story-map-size", title=title, columns=grid.columns, rows=grid.rows)
        self.map.setText("\n".join(filter(None, (size, scenario.ground_path))))
        self.counters.refresh(scenario)
        self.credits.put(scenario.credits)
        self.notes.put(scenario.notes)

    def show_problems(self, problems: list[Problem]) -> None:
        """Show at the sides what is doubtful about them."""
        if self.pages.currentWidget() is self.sides:
            self.sides.refresh(self.scenario)

    def set_texts(self) -> None:
        """Say in the window's language what the fields are."""
        localize = self.localize
        for place, page in enumerate(PAGES):
            self.pages.setTabText(place, localize(f"story-page-{page}"))
        for key, label in self._labels.items():
            label.setText(localize(f"story-{key}") if key else "")
        self.other_map.setText(localize("story-other-map"))
        self.credits.setPlaceholderText(localize("story-credits-hint"))
        for part in (self.title, self.notes, self.counters, self.sides, self.briefings):
            part.set_texts()

    def go_to_part(self, place: ProblemPlace) -> None:
        """The page of a part of the scenario; of the sides, the one that is meant."""
        if place.part == "sides":
            self.pages.setCurrentWidget(self.sides)
            self.sides.listing.choose(max(place.number, 0))
            self.sides.listing.setFocus()
        elif place.part == "briefings":
            self.pages.setCurrentWidget(self.briefings)
            self.briefings.choose(place.key)
        else:
            self.pages.setCurrentIndex(0)
            fields: dict[str, QWidget] = {
                "turns": self.turns,
                "counters": self.counters,
                "notes": self.notes,
                "credits": self.credits,
                "map": self.other_map,
            }
            fields.get(place.part, self.title).setFocus()

    # --- what is written --------------------------------------------------------------------------

    def _set_title(self, words: LocalText, typed: str) -> None:
        self.replace_scenario(
            replace(self.scenario, title=words), self.localize("step-title"), typed
        )

    def _set_notes(self, words: LocalText, typed: str) -> None:
        self.replace_scenario(
            replace(self.scenario, notes=words), self.localize("step-notes"), typed
        )

    def _set_credits(self) -> None:
        credits = self.credits.toPlainText().strip()
        if credits != self.scenario.credits:
            changed = replace(self.scenario, credits=credits)
            self.replace_scenario(changed, self.localize("step-credits"), self.credits.typed)

    def _set_turns(self, turns: int) -> None:
        name = self.localize("step-turns", turns=turns)
        self.replace_scenario(replace(self.scenario, turns=turns), name, self._turning)

    def _end_turning(self) -> None:
        self._turning = new_typing_session()

    # --- another map ------------------------------------------------------------------------------

    def choose_map(self) -> None:
        """Read another map in the background, then put the scenario on it."""
        if self.tab is None:
            return
        file = self._prompts.map_file(self.tab.document.map_file)
        if file is None:
            return
        self._give_up()

        def put(outcome: Outcome[Map]) -> None:
            try:
                map_ = outcome()
            except JobCancelled:
                return
            except SandtableError as error:
                self._prompts.show_message(str(error))
                return
            self._put_on(map_, file)

        words = self.localize("job-opening", name=file.name)
        job = self._jobs.start(words, lambda _: map_reader.load(file), put)
        self._loading = None if job.is_over else job

    def _give_up(self) -> None:
        """A map that is being read is not wanted any more."""
        job, self._loading = self._loading, None
        if job is not None:
            self._jobs.cancel(job)

    def show_scenario(self, tab: ScenarioTab | None) -> None:
        """Follow another scenario, or none: a map was chosen for the one before."""
        if tab is not self.tab:
            self._give_up()
        super().show_scenario(tab)

    def _put_on(self, map_: Map, file: Path) -> None:
        """Put the scenario on another map; what that does is said first."""
        if self.tab is None:
            return
        words = self._said_of(find_off_map_items(self.scenario, map_), map_)
        if not words or self._prompts.confirm(words, self.localize("story-other-map-use")):
            path = _seen_from(self.tab.document.path, file)
            self.replace_scenario(
                scenario_on_map(self.scenario, map_, path), self.localize("step-map")
            )

    def _said_of(self, strays: OffMapItems, map_: Map) -> str:
        """Describe what must move on another map; empty if nothing must."""
        if not any(strays):
            return ""
        counts = {"units": len(strays.units), "objectives": len(strays.objectives)}
        language = self.localize.language
        called = [zone_name(self.scenario, zone, language) for zone in strays.zones]
        zones = self.localize("listing").join(called) or "–"
        return self.localize("story-other-map-question", zones=zones, **counts)


def _seen_from(scenario: Path | None, file: Path) -> str:
    """A map's path as the scenario's file writes it; whole where there is no such file, or way."""
    if scenario is None:
        return str(file.absolute())
    try:
        return Path(os.path.relpath(file, scenario.parent)).as_posix()
    except ValueError:
        return file.absolute().as_posix()
