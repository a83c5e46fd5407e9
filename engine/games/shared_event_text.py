"""Events that all games share, in sentences."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.reinforcement_calls import ReinforcementsCalled
from engine.games.victory_judgement import ConditionHeld, VictoryGraded
from engine.texts import text, text_of_count

SHARED = (VictoryGraded, ConditionHeld, ReinforcementsCalled)


def shared_event(
    told: VictoryGraded | ConditionHeld | ReinforcementsCalled,
    side_name: Callable[[str], str],
    unit_name: Callable[[str], str],
    language: str | None,
) -> str:
    """What has happened, in a sentence."""
    match told:
        case VictoryGraded(side, grade):
            return text(f"aims.graded-{grade}", language, side=side_name(side))
        case ConditionHeld(side, condition, turns):
            values = {"side": side_name(side), "condition": condition + 1}
            if not turns:
                return text("aims.held-no-more", language, **values)
            return text_of_count("aims.held", turns, language, **values)
        case ReinforcementsCalled(side, units, face, needed):
            named = text("aims.comma", language).join(map(unit_name, units))
            key = (
                "called" if not needed else "roll-enough" if told.is_successful else "roll-too-low"
            )
            values = {"side": side_name(side), "units": named, "die": face, "needed": needed}
            return text(f"aims.reinforcements-{key}", language, **values)
