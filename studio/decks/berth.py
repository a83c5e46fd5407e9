"""Where a scenario's decks are written, among its panels."""

from __future__ import annotations

from studio.parts.asking import Asking
from studio.parts.jobs import Jobs
from studio.parts.speech import Speech
from studio.scenario.docks import BELOW, Berth, ScenarioPanel


def _decks(say: Speech, asking: Asking, jobs: Jobs) -> ScenarioPanel:
    from studio.decks.scenario_decks import ScenarioDecksPanel

    return ScenarioDecksPanel(say, asking)


DECKS = Berth("decks", _decks, BELOW, "turn-track")
