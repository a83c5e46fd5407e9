"""Units and formations apart from a scenario: what is copied, pasted, and kept in a library."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine.scenario.scenario import Formation, ScenarioUnit
from engine.texts import LocalText


@dataclass(frozen=True)
class Force:
    """Units without a place, of one side, and the formations they stand in."""

    game: str
    units: tuple[ScenarioUnit, ...]
    formations: tuple[Formation, ...] = ()
    title: LocalText = ""
    notes: LocalText = ""
    path: Path | None = field(default=None, compare=False)
