"""Valor under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from typing import Any

from engine.games.game_rules import GameRules
from engine.games.valor import move_steps, sequence, set_up, umpire_actions, view
from engine.games.valor.ai import option_value
from engine.games.valor.events import PhaseBegan, SegmentBegan, TurnBegan
from engine.games.valor.move_execution import Step
from engine.games.valor.presentation import (
    forecast,
    idle_reasons,
    move_threats,
    names,
    option_targets,
    rolls,
    sentences,
)
from engine.games.valor.presentation import (
    reachable as presentation_reachable,
)
from engine.games.valor.state import State
from engine.play.decisions import Answer, Decision
from engine.play.move_forecast import Forecast, ReachableArea


class ValorRules(GameRules[State]):
    """The rules of valor."""

    id = "valor"
    version = 1
    turn_events, phase_events = (TurnBegan,), (SegmentBegan, PhaseBegan)

    start = staticmethod(set_up.start)
    activity = staticmethod(sequence.next_activity)
    intervention = staticmethod(umpire_actions.intervene)
    acts = staticmethod(umpire_actions.umpire_acts)
    position = staticmethod(view.position_as_values)
    whereabouts = staticmethod(view.unit_locations)
    secrets = staticmethod(view.secret_words)
    view = staticmethod(view.side_view)
    describe_decision = staticmethod(sentences.decision_text)
    describe_option = staticmethod(sentences.option_text)
    describe_roll = staticmethod(sentences.roll)
    describe_event = staticmethod(sentences.event_text)
    describe_argument = staticmethod(sentences.argument_text)
    describe_unit = staticmethod(names.piece_name)
    points_at = staticmethod(option_targets.points_at)
    where = staticmethod(option_targets.event_places)
    reach = staticmethod(presentation_reachable.reach)
    threats = staticmethod(move_threats.move_threats)
    weigh = staticmethod(option_value.option_value)
    rolled = staticmethod(rolls.describe_roll)
    describe_rolled = staticmethod(rolls.describe)
    why_idle = staticmethod(idle_reasons.why_idle)

    def forecast(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Forecast | None:
        """What an option leads to, with exact chances."""
        if isinstance(decision, Step) and option is not None:
            found = presentation_reachable.step(view, decision, option)
            return found or forecast.forecast_option(view, decision, option)
        return forecast.forecast_option(view, decision, option) or presentation_reachable.reach(
            view, decision, option
        )

    def reachable(
        self, view: State, unit: str, manner: str = "", left: int | None = None
    ) -> ReachableArea | None:
        """Where a unit can go by `move` or `assault`."""
        if unit not in view.units or view.units[unit].inside:
            return None
        return presentation_reachable.reachable_hexes(
            view, (unit,), manner or move_steps.MOVE, left
        )


VALOR = ValorRules()
