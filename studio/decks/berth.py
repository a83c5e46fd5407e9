"""Where a scenario's decks are written, among its panels."""

from __future__ import annotations

from studio.parts.asking import Prompts
from studio.parts.jobs import BackgroundJobs
from studio.parts.speech import Localizer
from studio.scenario.docks import BELOW, DockSpec, ScenarioDockPanel


def _decks(say: Localizer, asking: Prompts, jobs: BackgroundJobs) -> ScenarioDockPanel:
    from studio.decks.scenario_decks import ScenarioDecksPanel

    return ScenarioDecksPanel(say, asking)


DECKS = DockSpec("decks", _decks, BELOW, "turn-track")
