"""The primer under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from engine.games.game_rules import GameRules
from engine.games.primer import initial_state, memo, side_views, turn_sequence, umpire_actions
from engine.games.primer.ai import option_value
from engine.games.primer.presentation import (
    forecast,
    option_targets,
    purchase_sheet,
    reachable_areas,
    roll_reports,
    sentences,
)
from engine.games.primer.state import State
from engine.play.events import Event
from engine.play.move_forecast import ReachableArea


class PrimerRules(GameRules[State]):
    """The primer's rules."""

    id = "primer"
    version = 2

    start = staticmethod(initial_state.initial_position)
    activity = staticmethod(turn_sequence.next_activity)
    intervention = staticmethod(umpire_actions.intervene)
    acts = staticmethod(umpire_actions.umpire_acts)
    position = staticmethod(side_views.position_as_values)
    whereabouts = staticmethod(side_views.unit_locations)
    secrets = staticmethod(side_views.secret_words)
    view = staticmethod(side_views.side_view)
    describe_decision = staticmethod(sentences.decision_text)
    describe_option = staticmethod(sentences.option_text)
    describe_roll = staticmethod(sentences.roll_text)
    describe_event = staticmethod(sentences.event_text)
    describe_argument = staticmethod(sentences.argument_text)
    describe_unit = staticmethod(sentences.unit_name)
    points_at = staticmethod(option_targets.option_target)
    where = staticmethod(option_targets.event_location)
    reach = staticmethod(option_targets.option_reach)
    weigh = staticmethod(option_value.option_value)
    forecast = staticmethod(forecast.forecast_option)
    rolled = staticmethod(roll_reports.read_rolls)
    purchase = staticmethod(purchase_sheet.purchase)
    describe_rolled = staticmethod(roll_reports.roll_report_text)

    def heading(self, event: Event[State]) -> int:
        """1 for the beginning of a turn, 2 for deployment and a side's turn, else 0."""
        return sentences.heading_level(event)

    def reachable(
        self, view: State, unit: str, manner: str = "", left: int | None = None
    ) -> ReachableArea | None:
        """Return the area a unit can reach, with the units of its hex where they move together."""
        units: tuple[str, ...] = (unit,)
        if manner == memo.MOVE_TOGETHER:
            units = memo.unordered_units(view, view.units[unit])
        return reachable_areas.reachable_hexes(view, units, manner or memo.MOVE, left)


PRIMER = PrimerRules()
