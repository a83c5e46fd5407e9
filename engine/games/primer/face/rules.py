"""The primer under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.game_rules import GameRules
from engine.games.primer import memo, sequence, set_up, umpire, view
from engine.games.primer.face import forecast, foretelling, going, pointing, rolled, wording, worth
from engine.games.primer.state import State
from engine.hexes.hex import Hex
from engine.play.events import Event
from engine.play.forecast import HexThreats, ReachableArea


class PrimerRules(GameRules[State]):
    """The primer's rules."""

    id = "primer"
    version = 2

    start = staticmethod(set_up.start)
    activity = staticmethod(sequence.activity)
    intervention = staticmethod(umpire.intervene)
    acts = staticmethod(umpire.acts)
    position = staticmethod(view.position)
    whereabouts = staticmethod(view.whereabouts)
    secrets = staticmethod(view.secrets)
    view = staticmethod(view.view)
    describe_decision = staticmethod(wording.decision)
    describe_option = staticmethod(wording.option)
    describe_roll = staticmethod(wording.roll)
    describe_event = staticmethod(wording.event)
    describe_argument = staticmethod(wording.argument)
    describe_unit = staticmethod(wording.unit_name)
    points_at = staticmethod(pointing.points_at)
    where = staticmethod(pointing.where)
    reach = staticmethod(pointing.reach)
    weigh = staticmethod(worth.option_value)
    forecast = staticmethod(forecast.forecast)
    rolled = staticmethod(rolled.read_rolls)
    describe_rolled = staticmethod(foretelling.roll)

    def heading(self, event: Event[State]) -> int:
        """1 for the beginning of a turn, 2 for deployment and a side's turn, else 0."""
        return wording.heading(event)

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
        return going.reachable(view, units, manner or memo.MOVE, left)


PRIMER = PrimerRules()
