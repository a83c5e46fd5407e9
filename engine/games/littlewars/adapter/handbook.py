"""Little Wars outside a game: unit kinds and printed tables; it has no hex data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.games.handbook import Marker
from engine.games.littlewars.data.rulebook import Rulebook, load_rulebook
from engine.games.littlewars.melees import melee_outcome
from engine.games.littlewars.move_clock import minutes_allowed
from engine.map.map import Map
from engine.movement.mobility import Mobility, Points
from engine.scenario.scenario import WrongMapKindError
from engine.tabletop.shot_flight import ERRORS
from engine.texts import in_each_language, text

if TYPE_CHECKING:
    from engine.scenario.scenario import Deck, Scenario
    from engine.sight.line_trace import TraceRule
    from engine.sight.map_sight import Sight

CLOCK_ROWS, CLOCK_GUNS = 6, 5
"""Numbers of steps of men and of guns on the card for the move clock."""
MAX_MEN = 12
"""To how many men the printed table of mêlées goes."""


class LittleWarsHandbook:
    """Little Wars by its standard rulebook, or by one a scenario has changed."""

    id = "littlewars"

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.book = rulebook or load_rulebook()

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """Each kind with its move in inches and its points."""
        return {
            name: {
                **asdict(kind),
                "formations": list(kind.formations),
                "carries": list(kind.carries),
                "loads": list(kind.loads),
                "mp": self.book.rate_of(name) // 16,
                "points": str(self.book.cost.get(name, 0)),
            }
            for name, kind in self.book.units.items()
        }

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """The printed tables, the errors of shots (S3), and what mêlées come to (L12)."""
        printed = {
            name: {"title": table.title, "corner": table.corner, **table.as_json()}
            for name, table in self.book.tables.items()
        }
        return {**printed, "minutes": _minutes(self.book), "skills": _skills(), **{
            name: _melees(name, is_isolated)
            for name, is_isolated in (("isolated", True), ("supported", False))
        }}  # fmt: skip

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """Return no terrain: features are kinds of the table itself."""
        return {}

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """Toy soldiers need no markers."""
        return ()

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """Every zone of a table is open."""
        return tuple(scenario.table.zones)

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """There are no cards."""
        return ()

    # --- hexes ------------------------------------------------------------------------------------

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """There is none on a map."""
        raise WrongMapKindError(text("scenario.played-on-a-table"))

    def vision_range(self, unit: str) -> int | None:
        """Return no limit: every unit on a table is visible."""
        return None

    def mobility(self, unit: str) -> Mobility:
        """There is none on a map."""
        raise WrongMapKindError(text("scenario.played-on-a-table"))

    def march_mobility(self, unit: str) -> Mobility | None:
        """Return no mobility: units do not march over hexes."""
        return None

    def movement_points(self, unit: str) -> Points:
        """A kind's move in inches."""
        return self.book.rate_of(unit) // 16


def _minutes(rulebook: Rulebook) -> dict[str, Any]:
    """The clock card: minutes of a move for so many men and guns (L3.1)."""
    per_men = rulebook.clock_value("men")
    starts = [0, *(per_men // 2 + step * per_men for step in range(CLOCK_ROWS))]
    rows = [f"{start}–{end - 1}" for start, end in pairwise(starts)]
    guns = range(CLOCK_GUNS + 1)
    return {
        "title": in_each_language(partial(text, "littlewars-tables.title-minutes")),
        "corner": "men-guns",
        "rows": rows,
        "columns": [str(each) for each in guns],
        "cells": [
            [str(minutes_allowed(each, men, rulebook)) for each in guns] for men in starts[:-1]
        ],
    }


def _skills() -> dict[str, Any]:
    """The errors of each skill (S3): bearing and elevation in mrad, speed in percent."""
    cells = [
        [f"{error.bearing / 100:g}", f"{error.elevation / 100:g}", f"{error.speed / 10:g}"]
        for error in ERRORS.values()
    ]
    return {
        "title": in_each_language(partial(text, "littlewars.title-skills")),
        "corner": "skill",
        "rows": [skill.value for skill in ERRORS],
        "columns": ["bearing-mrad", "elevation-mrad", "speed-percent"],
        "cells": cells,
    }


def _melees(name: str, is_isolated: bool) -> dict[str, Any]:
    """Return a table of mêlée results by numbers of men: dead of each side, prisoners (L12)."""
    sizes = [str(size) for size in range(1, MAX_MEN + 1)]
    return {
        "title": in_each_language(partial(text, f"littlewars.title-{name}")),
        "corner": "larger",
        "rows": sizes,
        "columns": sizes,
        "cells": [[_say(int(row), int(column), is_isolated) for column in sizes] for row in sizes],
    }


def _say(larger: int, smaller: int, is_isolated: bool) -> str:
    if smaller > larger:
        return "·"
    result = melee_outcome(larger, smaller, is_isolated)
    taken = f"+{result.prisoners}" if result.prisoners else ""
    return f"{result.dead_of_larger}:{result.dead_of_smaller}{taken}"
