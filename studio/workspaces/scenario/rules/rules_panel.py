"""The choices of the game: what the rulebook leaves to the scenario, and what this one chooses."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engine.editing.scenario_edits import with_rule, without_rule
from engine.games import is_installed, rule_system_of
from engine.games.rules_design import RuleChoice
from engine.scenario.scenario import Scenario
from studio.framework.prompts import Prompts
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_panel import ScenarioPanel
from studio.workspaces.scenario.rules.rule_choice_row import RuleChoiceRow


class RulesPanel(ScenarioPanel):
    """A row for each choice, those that differ from the rulebook marked; one or all go back."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self._game = ""
        self.rows: dict[str, RuleChoiceRow] = {}
        self.told, self.back = QLabel(wordWrap=True), QPushButton()
        self.back.clicked.connect(self.reset_all_tables)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        head, layout = QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.told, 1)
        head.addWidget(self.back)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(head)
        layout.addWidget(self.area, 1)
        self.setFocusProxy(self.area)
        self.set_texts()

    def refresh(self, scenario: Scenario) -> None:
        """Show what the scenario chooses."""
        if scenario.game != self._game:
            self._set_out(scenario.game)
        for name, row in self.rows.items():
            row.show_value(scenario.rules.get(name, row.choice.usual), scenario)
        count = len(self._chosen(scenario))
        self.told.setText(
            self.localize("rules-changed", count=count) if count else self._unchanged()
        )
        self.back.setEnabled(count > 0)

    def _unchanged(self) -> str:
        return self.localize("rules-unchanged" if self.rows else "rules-unknown-game")

    def _chosen(self, scenario: Scenario) -> list[str]:
        """The choices that are not the rulebook's."""
        return [name for name, row in self.rows.items() if row.is_changed]

    def go_to_part(self, place: ProblemPlace) -> None:
        """The row of a choice."""
        row = self.rows.get(place.key)
        if row is not None:
            self.area.ensureWidgetVisible(row)
            row.control.setFocus()

    def set_texts(self) -> None:
        """Say in the window's language what the rows are."""
        self.back.setText(self.localize("rules-all-back"))
        self.back.setToolTip(self.localize("rules-all-back-hint"))
        for row in self.rows.values():
            row.set_texts()

    def _set_out(self, game: str) -> None:
        """Make the rows of a game."""
        self._game, page = game, QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 4, 0)
        choices = rule_system_of(game).design().choices() if is_installed(game) else ()
        self.rows = {choice.id: RuleChoiceRow(choice, self.localize) for choice in choices}
        for row in self.rows.values():
            row.edited.connect(self._set)
            column.addWidget(row)
        column.addStretch(1)
        self.area.setWidget(page)
        self.set_texts()

    # --- changes ----------------------------------------------------------------------------------

    def _set(self, choice: RuleChoice, value: Any, typed: str) -> None:
        """Another value; the rulebook's own is not an override."""
        name = self.localize.localize_text(choice.name)
        step = self.localize("step-rule", rule=name)
        if value == choice.usual and type(value) is type(choice.usual):
            self.replace_scenario(_without(self.scenario, choice.id), step, typed)
        else:
            self.replace_scenario(with_rule(self.scenario, [choice.id], value), step, typed)

    def reset_all_tables(self) -> None:
        """All choices as the rulebook has them; its tables stay as they were changed."""
        scenario = self.scenario
        for name in self._chosen(scenario):
            scenario = _without(scenario, name)
        self.replace_scenario(scenario, self.localize("step-rules-back"))


def _without(scenario: Scenario, name: str) -> Scenario:
    return without_rule(scenario, [name]) if name in scenario.rules else scenario
