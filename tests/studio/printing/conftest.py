"""Scenarios to print: a sample, and one whose sides have secrets that no other text contains."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files import scenario_reader
from engine.scenario.scenario import Scenario

ROOT = Path(__file__).parents[3]
CROSSROADS = ROOT / "samples/tank/scenarios/crossroads.scenario.yaml"


@pytest.fixture(scope="session")
def crossroads() -> Scenario:
    return scenario_reader.load(CROSSROADS)
