"""Short games of Little Wars for the tests every game must pass."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario.bodies import Body
from engine.scenario.scenario import Scenario
from engine.tabletop.kinds import TableScale
from tests.games.littlewars.boards import gun, house, laid, scenario, table, zone


def curtain() -> Scenario:
    """Both sides set up behind a curtain about a house; the defender's gun fires at once."""
    bodies = [
        Body("r-foot", "red", "foot", 5),
        gun("r-gun", "red", 24, 12),
        laid("r-crew", "red", "foot", 5, 20, 9, 28, 9),
        gun("r-second", "red", 10, 12),
        laid("r-others", "red", "foot", 5, 6, 9, 14, 9),
        Body("b-foot", "blue", "foot", 6),
        Body("b-gun", "blue", "gun", skill="marksman"),
        Body("b-horse", "blue", "horse", 3),
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
        Body("r-late", "red", "foot", 2, zone="west"),
        laid("b-foot", "blue", "foot", 7, 20, 20, 10, 20),
        laid("b-horse", "blue", "horse", 3, 36, 22, 30, 22),
        gun("b-gun", "blue", 15, 25, 180),
        laid("b-crew", "blue", "foot", 4, 18, 28, 12, 28),
        gun("b-second", "blue", 32, 29, 180),
        laid("b-others", "blue", "foot", 5, 36, 32, 28, 32),
        Body("b-late", "blue", "foot", 2),
    ]
    rules = {
        "shots": "both", "game": "defence", "defender": "blue", "curtain": True, "setup_depth": 6,
        "edges": {"blue": "north"},
    }  # fmt: skip
    zones = {"west": zone(1, 1, 8, 8)}
    return scenario(bodies, table(40, 36, zones=zones), turns=2, rules=rules, begins="")


def redan() -> Scenario:
    """The Kriegspiel on a small table: engineers, a wagon with stores, a general on either side."""
    bodies = [
        Body("r-foot", "red", "foot", 6),
        gun("r-gun", "red", 14, 8),
        laid("r-crew", "red", "foot", 5, 11, 5.5, 17, 5.5),
        Body("r-general", "red", "general"),
        Body("b-foot", "blue", "foot", 6),
        Body("b-horse", "blue", "horse", 8),
        Body("b-engineers", "blue", "engineer", 3),
        Body("b-wagon", "blue", "wagon", load={"food": 1, "fodder": 1, "ammunition": 1}),
        Body("b-general", "blue", "general"),
    ]
    rules = {"game": "defence", "defender": "red", "curtain": True, "setup_depth": 8}
    ground = replace(table(36, 34), scale=TableScale.KRIEGSPIEL)
    made = scenario(bodies, ground, turns=2, rules=rules)
    return replace(made, game="littlewars-kriegspiel")
