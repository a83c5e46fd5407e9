"""Refusals: the reason a place or unit that was clicked is not an answer.

They use only the view of the side that is asked, so that they reveal nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.games import handbook_of, rule_system_of
from engine.hexes.hex import Hex
from engine.movement.mobility import CostCause
from engine.movement.step_explanation import explain_step, reason_text
from engine.narration.phrase_renderer import PhraseRenderer
from engine.narration.scenario_names import ScenarioNames
from engine.play.decisions import Decision
from engine.play.forecast_blocks import RuleSubject
from engine.play.game import Game
from engine.play.move_forecast import ReachableArea
from engine.play.option_targets import OptionAction
from engine.play.position import Position
from engine.play.rules_presenter import IdleReasonRules
from engine.session.option_choices import OptionChoices
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from engine.texts import text

BOUNDLESS = 10_000  # MP, more than any way on a map takes
SEEN = {OptionAction.FIRE, OptionAction.AIM}  # what is done to what one sees


class Refusal(NamedTuple):
    """The reason of a refusal, and the subject of its rules."""

    words: str
    subject: RuleSubject | None = None


def explain_refusal(
    game: Game[Any],
    choices: OptionChoices,
    at: Hex,
    unit: str = "",
    going: ReachableArea | None = None,
) -> Refusal:
    """Explain why a click on a hex, or on a unit in it, has no effect now.

    `going` is the reach of the selected unit, if there is one.
    """
    decision = game.decision
    assert decision is not None, "nobody is asked"
    found = _Barriers(game, decision, choices, at, unit, going)
    return next(found.all())


class _Barriers:
    """The possible objections to an answer, within the knowledge of the side that is asked."""

    def __init__(
        self,
        game: Game[Any],
        decision: Decision[Any, Any],
        choices: OptionChoices,
        at: Hex,
        unit: str,
        going: ReachableArea | None,
    ) -> None:
        self.game, self.decision, self.choices = game, decision, choices
        self.at, self.unit, self.going = at, unit, going
        self.language = choices.language
        self.names = ScenarioNames(game.scenario, self.language)
        self.view = game.view(decision.side)

    def all(self) -> Iterator[Refusal]:
        """Yield the objections, the first found first; in the end the present question."""
        yield from self._idle()
        yield from self._unseen()
        yield from self._unreached()
        yield from self._marked()
        if self.unit:
            yield Refusal(self._said("not-asked", unit=self._named(self.unit)))
        yield Refusal(self._said("nothing-here", at=self.names.label(self.at)))

    @property
    def _position(self) -> Position:
        return self.game.position(self.decision.side)

    def _idle(self) -> Iterator[Refusal]:
        """Yield the game's own reason why a unit is not asked."""
        rules = self.game.rules
        if not self.unit or not isinstance(rules, IdleReasonRules):
            return
        why = rules.why_idle(self.view, self.decision, self.unit)
        if why is not None:
            yield Refusal(PhraseRenderer(self.game, self.language).render(why))

    # --- sight ------------------------------------------------------------------------------------

    def _unseen(self) -> Iterator[Refusal]:
        """Yield a refusal if no firing unit sees the target, or may fire at it."""
        firers = {
            points.unit for _, points in self.choices.pointings
            if points.deed in SEEN and points.unit
        }  # fmt: skip
        target = self._position.by_id.get(self.unit)
        if not firers or (target is not None and target.side == self.decision.side):
            return
        if len(firers) == 1:
            yield from self._out_of_sight(next(iter(firers)))
        if target is not None:
            yield Refusal(self._said("no-target", unit=self._named(self.unit)), RuleSubject.FIRE)

    def _out_of_sight(self, firer: str) -> Iterator[Refusal]:
        start = self._position.hex_of(firer)
        if start is None or start == self.at:
            return
        profile = self._sight().profile(start, self.at)
        if profile.blocking is not None:
            blocking = self.names.label(profile.blocking.hex)
            named = {"unit": self._named(firer), "at": self.names.label(self.at)}
            yield Refusal(self._said("unseen", hex=blocking, **named), RuleSubject.SIGHT)

    def _sight(self) -> Sight:
        scenario = self.game.scenario
        own = rule_system_of(scenario.game).sight
        if own is not None:
            return own(self.view)
        trace = TraceRule(scenario.rules.get("trace", TraceRule.CROSSED))
        return handbook_of(scenario).sight(scenario.map, trace)

    # --- reach ------------------------------------------------------------------------------------

    def _unreached(self) -> Iterator[Refusal]:
        """Yield a refusal if the selected unit cannot reach the hex."""
        going = self.going
        if going is None or self.at in going.arrivals:
            return
        far = self.game.rules.reachable(self.view, going.unit, going.manner, BOUNDLESS)
        unit, at = self._named(going.unit), self.names.label(self.at)
        if far is not None and self.at in far.arrivals:
            cost = f"{far.arrivals[self.at].cost}"
            said = self._said("too-far", unit=unit, at=at, cost=cost, points=f"{going.points}")
            yield Refusal(said, RuleSubject.MOVE)
        for reason in self._forbidding(going.unit, far or going):
            yield Refusal(self._said("no-entry", unit=unit, at=at, reason=reason), RuleSubject.MOVE)
        yield Refusal(self._said("no-way", unit=unit, at=at), RuleSubject.MOVE)

    def _forbidding(self, unit: str, reach: ReachableArea) -> Iterator[str]:
        """Yield the obstacles that keep a unit out of a hex next to its reach."""
        map_, type_ = self.game.scenario.map, self._position.by_id[unit].type
        mobility = handbook_of(self.game.scenario).mobility(type_)
        around = map_.grid.neighbours(self.at)
        for beside in sorted(around, key=lambda hex_: hex_ not in reach.arrivals):
            for reason in explain_step(mobility, map_, beside, self.at):
                is_of_ground = reason.cause.startswith(CostCause.GROUND)
                if reason.cost is None and (is_of_ground or beside in reach.arrivals):
                    yield reason_text(reason, self.language)

    # --- what is left -----------------------------------------------------------------------------

    def _marked(self) -> Iterator[Refusal]:
        """Yield the marks of a unit of the asked side that keep it from being asked."""
        piece = self._position.by_id.get(self.unit)
        if piece is None:
            return
        if piece.side != self.decision.side:
            yield Refusal(self._said("not-yours", unit=self._named(self.unit)))
        if piece.marks:
            marks = self.names.listed(self.names.word("mark", mark) for mark in piece.marks)
            yield Refusal(self._said("marked", unit=self._named(self.unit), marks=marks))

    def _named(self, unit: str) -> str:
        return self.game.rules.describe_unit(self.view, unit, self.language)

    def _said(self, key: str, **values: str) -> str:
        return text(f"playtest.barred-{key}", self.language, **values)
