"""The primer under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from engine.games.game_rules import ChapterRules
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


class PrimerRules(ChapterRules[State]):
    """The primer's rules."""

    id = "primer"
    version = 2

    start = staticmethod(initial_state.initial_position)
    turn_sequence, umpire_actions, side_views = turn_sequence, umpire_actions, side_views
    sentences, option_targets = sentences, option_targets
    describe_unit = staticmethod(sentences.unit_name)
    reach = staticmethod(option_targets.option_reach)
    weigh = staticmethod(option_value.option_value)
    forecast = staticmethod(forecast.forecast_option)
    rolled = staticmethod(roll_reports.read_rolls)
    list_purchases = staticmethod(purchase_sheet.list_purchases)
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
