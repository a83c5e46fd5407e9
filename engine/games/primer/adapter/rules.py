"""The primer under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.game_rules import GameRules
from engine.games.primer import initial_state, memo, sequence, umpire_actions, view
from engine.games.primer.ai import option_value
from engine.games.primer.presentation import (
    forecast,
    option_targets,
    reachable,
    rolls,
    sentences,
)
from engine.games.primer.state import State
from engine.hexes.hex import Hex
from engine.play.events import Event
from engine.play.move_forecast import HexThreats, ReachableArea


class PrimerRules(GameRules[State]):
    """The primer's rules."""

    id = "primer"
    version = 2

    start = staticmethod(initial_state.start)
    activity = staticmethod(sequence.activity)
    intervention = staticmethod(umpire_actions.intervene)
    acts = staticmethod(umpire_actions.acts)
    position = staticmethod(view.position)
    whereabouts = staticmethod(view.whereabouts)
    secrets = staticmethod(view.secrets)
    view = staticmethod(view.view)
    describe_decision = staticmethod(sentences.decision)
    describe_option = staticmethod(sentences.option)
    describe_roll = staticmethod(sentences.roll)
    describe_event = staticmethod(sentences.event)
    describe_argument = staticmethod(sentences.argument)
    describe_unit = staticmethod(sentences.unit_name)
    points_at = staticmethod(option_targets.points_at)
    where = staticmethod(option_targets.where)
    reach = staticmethod(option_targets.reach)
    weigh = staticmethod(option_value.option_value)
    forecast = staticmethod(forecast.forecast)
    rolled = staticmethod(rolls.read_rolls)
    describe_rolled = staticmethod(rolls.roll)

    def heading(self, event: Event[State]) -> int:
        """1 for the beginning of a turn, 2 for deployment and a side's turn, else 0."""
        return sentences.heading(event)

    def threats(self, view: State, unit: str, path: Sequence[Hex]) -> tuple[HexThreats, ...]:
        """Nothing fires at who moves; whom one runs into is not known before (P12)."""
        return ()

    def reachable(
        self, view: State, unit: str, manner: str = "", left: int | None = None
    ) -> ReachableArea | None:
        """Where a unit can come to, with those of its hex where they move together."""
        units: tuple[str, ...] = (unit,)
        if manner == memo.MOVE_TOGETHER:
            units = memo.together(view, view.units[unit])
        return reachable.reachable(view, units, manner or memo.MOVE, left)


PRIMER = PrimerRules()
