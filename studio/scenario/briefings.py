"""The briefings: what each side reads before the game, and what only the umpire reads."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.languages import LANGUAGES, language_name
from engine.play.asks import UMPIRE
from engine.scenario.scenario import Scenario
from engine.texts import LocalText
from studio.parts.fields import LocalizedTextArea, as_localized
from studio.scenario.panel import ScenarioPanel


class BriefingsPage(QWidget):
    """One briefing at a time, in every language, as Markdown with a look at how it reads."""

    def __init__(self, panel: ScenarioPanel) -> None:
        super().__init__()
        self._panel, self._say = panel, panel.say
        self.who, self.area, self._label = QComboBox(), LocalizedTextArea(panel.say), QLabel()
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
        say, said = self._say, scenario.briefings.get(who, "")
        name = say("story-umpire") if who == UMPIRE else say.of(scenario.side(who).name) or who
        has = as_localized(said, say.language) if said else {}
        there = [language_name(each) for each in LANGUAGES if has.get(each)]
        return f"{name} – {say('listing').join(there) or say('story-no-briefing')}"

    def name(self) -> None:
        """Say in the window's language what there is to choose."""
        self._label.setText(self._say("story-briefing-for"))
        self.area.name()

    def _set(self, words: LocalText, typed: str) -> None:
        who, scenario = self.who.currentData(), self._panel.scenario
        briefings = {name: said for name, said in scenario.briefings.items() if name != who}
        order = [*(side.id for side in scenario.sides), UMPIRE]
        if words:
            briefings[who] = words
        ordered = {name: briefings[name] for name in order if name in briefings}
        name = self._say("step-briefing", who=self.who.currentText().split(" – ")[0])
        self._panel.change(replace(scenario, briefings=ordered), name, typed)
