"""Little Wars under way, as `Rules` ask it: each row names the chapter that answers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.game_rules import GameRules
from engine.games.littlewars import clock, opening, sequence, umpire, view
from engine.games.littlewars.events import MoveBegan, TurnBegan
from engine.games.littlewars.face import forecast, hands, pointing, seats, wording, words, worth
from engine.games.littlewars.state import State
from engine.games.littlewars.transport.customs import LITTLE_WARS
from engine.hexes.hex import Hex
from engine.play.events import Event
from engine.play.forecast import HexThreats, ReachableArea, RollOutcome
from engine.scenario.scenario import Scenario


class LittleWarsRules(GameRules[State]):
    """The rules of Little Wars."""

    id = "littlewars"
    version = 1
    turn_events, phase_events = (TurnBegan,), (MoveBegan,)

    activity = staticmethod(sequence.activity)
    intervention = staticmethod(umpire.intervene)
    acts = staticmethod(umpire.acts)
    position = staticmethod(view.position)
    whereabouts = staticmethod(view.whereabouts)
    secrets = staticmethod(view.secrets)
    view = staticmethod(view.view)
    may_answer = staticmethod(seats.may_answer)
    describe_decision = staticmethod(wording.decision)
    describe_option = staticmethod(wording.option)
    describe_roll = staticmethod(wording.roll)
    describe_event = staticmethod(wording.event)
    describe_argument = staticmethod(wording.argument)
    describe_unit = staticmethod(words.unit_name)
    points_at = staticmethod(pointing.points_at)
    where = staticmethod(pointing.where)
    reach = staticmethod(pointing.reach)
    weigh = staticmethod(worth.option_value)
    forecast = staticmethod(forecast.forecast)
    allotted = staticmethod(clock.time_allotted)
    handling = staticmethod(hands.handling)
    prospect = staticmethod(hands.prospect)
    outreach = staticmethod(hands.outreach)

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return opening.start(scenario, LITTLE_WARS)

    def reachable(
        self, view: State, unit: str, manner: str = "", left: int | None = None
    ) -> ReachableArea | None:
        """On a table hands say how far pieces come (`outreach`)."""
        return None

    def threats(self, view: State, unit: str, path: Sequence[Hex]) -> tuple[HexThreats, ...]:
        """Nothing fires at who moves."""
        return ()

    def rolled(self, state: State, events: Sequence[Event[State]]) -> tuple[RollOutcome, ...]:
        """The dice of shots are told with their flight."""
        return ()

    def describe_rolled(self, rolled: RollOutcome, language: str | None = None) -> str:
        """No roll is looked up in a table."""
        return ""


LITTLEWARS = LittleWarsRules()
