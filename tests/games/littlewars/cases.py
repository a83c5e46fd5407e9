"""Short games of Little Wars for the tests every game must pass."""

from __future__ import annotations

from engine.scenario.bodies import Body
from engine.scenario.scenario import Scenario
from tests.games.littlewars.boards import gun, house, laid, scenario, table, zone


def curtain() -> Scenario:
    """Both sides set up behind a curtain; a gun each, a house between them."""
    bodies = [
        Body("r-foot", "red", "foot", 6),
        Body("r-gun", "red", "gun", skill="practised"),
        Body("r-horse", "red", "horse", 3),
        Body("b-foot", "blue", "foot", 6),
        Body("b-gun", "blue", "gun", skill="marksman"),
        Body("b-horse", "blue", "horse", 3),
    ]
    ground = table(48, 40, [house("inn", 20, 16, 27, 22)])
    return scenario(bodies, ground, turns=3, rules={"curtain": True, "setup_depth": 10}, begins="")


def skirmish() -> Scenario:
    """Near enough for mêlées in the first move; the umpire has the last word on shots."""
    bodies = [
        laid("r-foot", "red", "foot", 8, 10, 12, 20, 12),
        gun("r-gun", "red", 15, 9, 0),
        laid("r-crew", "red", "foot", 4, 12, 7, 18, 7),
        Body("r-late", "red", "foot", 2),
        laid("b-foot", "blue", "foot", 7, 20, 20, 10, 20),
        laid("b-horse", "blue", "horse", 3, 30, 22, 24, 22),
        gun("b-gun", "blue", 15, 25, 180),
        laid("b-crew", "blue", "foot", 4, 18, 28, 12, 28),
        Body("b-late", "blue", "foot", 2),
    ]
    rules = {"shots": "both", "game": "breakthrough", "curtain": True, "setup_depth": 6}
    return scenario(bodies, table(40, 36), turns=3, rules=rules)


def defence() -> Scenario:
    """A defender in a zone of his own; the coin says who begins."""
    bodies = [
        Body("r-foot", "red", "foot", 8),
        Body("r-gun", "red", "gun"),
        Body("b-foot", "blue", "foot", 4, zone="fort"),
        Body("b-horse", "blue", "horse", 3),
    ]
    zones = {"fort": zone(10, 26, 30, 38)}
    rules = {
        "game": "defence", "defender": "blue", "curtain": True, "setup_depth": 8,
        "wind": 40, "edges": {"blue": "north"},
    }  # fmt: skip
    return scenario(bodies, table(40, 44, zones=zones), turns=3, rules=rules, begins="")
