"""Valor under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from typing import Any

from engine.games.game_rules import ChapterRules
from engine.games.valor import move_steps, set_up, side_views, turn_sequence, umpire_actions
from engine.games.valor.ai import option_value
from engine.games.valor.events import PhaseBegan, SegmentBegan, TurnBegan
from engine.games.valor.move_execution import Step
from engine.games.valor.presentation import (
    forecast,
    idle_reasons,
    move_threats,
    name_texts,
    option_targets,
    roll_reports,
    sentences,
)
from engine.games.valor.presentation import (
    reachable_areas as presentation_reachable,
)
from engine.games.valor.state import State
from engine.play.decisions import Answer, Decision
from engine.play.move_forecast import Forecast, ReachableArea


class ValorRules(ChapterRules[State]):
    """The rules of valor."""

    id = "valor"
    version = 1
    turn_events, phase_events = (TurnBegan,), (SegmentBegan, PhaseBegan)

    start = staticmethod(set_up.initial_position)
    turn_sequence, umpire_actions, side_views = turn_sequence, umpire_actions, side_views
    sentences, option_targets = sentences, option_targets
    describe_unit = staticmethod(name_texts.piece_name)
    reach = staticmethod(presentation_reachable.option_reach)
    threats = staticmethod(move_threats.move_threats)
    weigh = staticmethod(option_value.option_value)
    rolled = staticmethod(roll_reports.read_rolls)
    describe_rolled = staticmethod(roll_reports.roll_report_text)
    why_idle = staticmethod(idle_reasons.why_idle)

    def forecast(
        self, view: State, decision: Decision[State, Any], option: Answer
    ) -> Forecast | None:
        """Return the forecast of an option, with exact chances."""
        if isinstance(decision, Step) and option is not None:
            found = presentation_reachable.step_forecast(view, decision, option)
            return found or forecast.forecast_option(view, decision, option)
        return forecast.forecast_option(
            view, decision, option
        ) or presentation_reachable.option_reach(view, decision, option)

    def reachable(
        self, view: State, unit: str, manner: str = "", left: int | None = None
    ) -> ReachableArea | None:
        """Return the area that a unit reaches by `move` or `assault`."""
        if unit not in view.units or view.units[unit].inside:
            return None
        return presentation_reachable.reachable_hexes(
            view, (unit,), manner or move_steps.MOVE, left
        )


VALOR = ValorRules()
