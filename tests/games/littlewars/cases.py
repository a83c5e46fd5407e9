"""Short games of Little Wars for the tests every game must pass."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import Polygon
from engine.tabletop.tabletop_map import TabletopFeature
from tests.games.littlewars.boards import (
    at,
    body,
    gun,
    house,
    laid,
    line,
    scenario,
    table,
    train,
    zone,
)


def curtain() -> Scenario:
    """Both sides set up behind a curtain about a house; the defender's gun fires at once."""
    bodies = [
        FigureGroup("r-foot", "red", "foot", 5),
        gun("r-gun", "red", 24, 12),
        laid("r-crew", "red", "foot", 5, 20, 9, 28, 9),
        gun("r-second", "red", 10, 12),
        laid("r-others", "red", "foot", 5, 6, 9, 14, 9),
        FigureGroup("b-foot", "blue", "foot", 6),
        FigureGroup("b-gun", "blue", "gun", skill="marksman"),
        FigureGroup("b-horse", "blue", "horse", 3),
    ]
    ground = table(48, 40, [house("inn", 34, 16, 40, 22)])
    rules = {"game": "defence", "defender": "red", "curtain": True, "setup_depth": 10, "wind": 40}
    return scenario(bodies, ground, turns=3, rules=rules)


def skirmish() -> Scenario:
    """Near enough for mêlées in the first move; the umpire has the last word on shots."""
    bodies = [
        laid("r-foot", "red", "foot", 8, 10, 12, 20, 12),
        gun("r-gun", "red", 28, 9, 0),
        laid("r-crew", "red", "foot", 4, 25, 6, 31, 6),
        FigureGroup("r-late", "red", "foot", 2, zone="west"),
        laid("b-foot", "blue", "foot", 7, 20, 20, 10, 20),
        laid("b-horse", "blue", "horse", 3, 36, 22, 30, 22),
        gun("b-gun", "blue", 15, 25, 180),
        laid("b-crew", "blue", "foot", 4, 18, 28, 12, 28),
        gun("b-second", "blue", 32, 29, 180),
        laid("b-others", "blue", "foot", 5, 36, 32, 28, 32),
        FigureGroup("b-late", "blue", "foot", 2),
    ]
    rules = {
        "shots": "both", "game": "defence", "defender": "blue", "curtain": True, "setup_depth": 6,
        "edges": {"blue": "north"},
    }  # fmt: skip
    zones = {"west": zone(1, 1, 8, 8)}
    return scenario(bodies, table(40, 36, zones=zones), turns=2, rules=rules, begins="")


def railhead() -> Scenario:
    """Boxes, a train, a boat and supply wagons on a long strip; what is boxed stays hidden."""
    rail = line("rail", "railway", 4, (0, 20), (300, 20))
    bodies = [
        *train(2, body("r-rail", "foot", strength=5, aboard="r-truck-1")),
        body("r-box", "box", 20, 10), body("r-boxed", "foot", strength=5, aboard="r-box"),
        body("r-cart", "wagon", 60, 10, facing=90, load={"food": 1}),
        laid("r-men", "red", "foot", 6, 80, 12, 90, 12),
        body("r-van", "wagon", 72, 8, facing=90, load={"ammunition": 1}),
        gun("r-gun", "red", 84, 8),
        body("b-box", "box", 285, 10), body("b-boxed", "horse", strength=3, aboard="b-box"),
        body("b-boat", "boat", 270, 33, facing=90),
        laid("b-crew", "blue", "foot", 5, 262, 27, 272, 27),
        body("b-cart", "wagon", 250, 8, facing=90, load={"food": 1}),
    ]  # fmt: skip
    lake = Polygon((at(255, 29), at(299, 29), at(299, 39), at(255, 39)))
    water = TabletopFeature.of_kind("lake", "lake", lake, FigureScale.LITTLE_WARS)
    rules = {"boxes": True, "railways": True, "supply_wagons": True}
    return scenario(bodies, table(300, 40, [rail, water]), turns=3, rules=rules)


def redan() -> Scenario:
    """The Kriegspiel on a small table: engineers, a wagon with stores, a general on either side."""
    bodies = [
        FigureGroup("r-foot", "red", "foot", 6),
        gun("r-gun", "red", 14, 8),
        laid("r-crew", "red", "foot", 5, 11, 5.5, 17, 5.5),
        FigureGroup("r-general", "red", "general"),
        FigureGroup("b-foot", "blue", "foot", 6),
        FigureGroup("b-horse", "blue", "horse", 8),
        FigureGroup("b-engineers", "blue", "engineer", 3),
        FigureGroup("b-wagon", "blue", "wagon", load={"food": 1, "fodder": 1, "ammunition": 1}),
        FigureGroup("b-general", "blue", "general"),
    ]
    rules = {"game": "defence", "defender": "red", "curtain": True, "setup_depth": 8}
    ground = replace(table(36, 34), scale=FigureScale.KRIEGSPIEL)
    made = scenario(bodies, ground, turns=2, rules=rules)
    return replace(made, game="littlewars-kriegspiel")
