"""Modules of games with passengers, weapons, works and halves: nothing of them is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.interchange.import_result import Losses
from studio.rendering.export.vassal_module import build_vassal_module

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_module_has_passengers_weapons_works_halves_and_markers() -> None:
    scenario = load(SHIPPED / "samples" / "valor" / "scenarios" / "mill-ford.scenario.yaml")
    losses = Losses()
    made = build_vassal_module(scenario.map, scenario, Path(), 40.0, "en", losses)
    lying = [piece.name for stack in made.stacks for piece in stack.pieces]
    assert {"1st Squad", "MG", "the Pak", "sandbags", "wire"} <= set(lying)
    coming = [piece.name for piece in made.reserves["Reinforcements, turn 1"]]
    assert {"1st Squad", "Bazooka", "the Truck", "Lt Adamson"} <= set(coming)
    assert len(made.reserves["Parts of units"]) == 2 * 4
    assert "fired / moved" in [piece.name for piece in made.reserves["Markers"]]
    assert len(losses.listed()) == 1  # the objective
