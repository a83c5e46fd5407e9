"""Paths and actions carried out answer by answer, and standing orders for the rest of a move.

A plan answers only what is asked of its own unit, and who joins it. Whatever else is asked stops
it, and it goes on afterwards if the next step is still offered. Undo ends plans: call `drop`. What
a plan answered is undone at once, as far back as the last answer of anyone else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.hexes.hex import SIDES, Hex
from engine.play.decisions import Answer
from engine.play.move_forecast import ReachableArea
from engine.play.option_targets import STEPS, OptionAction, OptionTarget
from engine.session import batch_orders
from engine.session.batch_orders import Batch, BatchPlan
from engine.session.option_choices import OptionChoice, OptionChoices
from engine.session.session import AskedQuestion, Session
from engine.texts import text

HOLDING = frozenset({OptionAction.PASS, OptionAction.FIRE})
JOINING = frozenset({OptionAction.JOIN, OptionAction.PASS})
GOING_ON = STEPS | {OptionAction.PASS, OptionAction.TURN}
"""Options for a unit that has arrived and could go on."""


NOTHING = object()


class PlanProgress(StrEnum):
    """The progress of a plan after an answer."""

    ON = "on"  # something was answered, and there is more to do
    ARRIVED = "arrived"  # the last hex of the path is entered
    INTERRUPTED = "interrupted"  # something else is asked first, or dice are awaited
    BARRED = "barred"  # the next step is not offered
    OVER = "over"  # the unit's move is over, or the unit is gone
    IDLE = "idle"  # there is no plan

    @property
    def can_continue(self) -> bool:
        """Return True if the plan is still to be carried out."""
        return self in (PlanProgress.ON, PlanProgress.INTERRUPTED)

    def sentence(self, language: str | None = None) -> str:
        """Describe the progress of the plan."""
        return text(f"playtest.plan-{self.value}", language)


@dataclass(frozen=True, slots=True)
class MovePlan:
    """The hexes a unit is still to enter, the next first, and the order to be given before.

    A unit with a front turns in each hex as `facings` has it; where that is None or no more is
    said, so that the next hex lies ahead, or else behind. The units of `group` go along where the
    game lets them join. `ends`: having arrived it asks for no further step.
    """

    unit: str
    path: tuple[Hex, ...]
    order: OptionChoice | None = None
    facings: tuple[int | None, ...] = ()
    group: tuple[str, ...] = ()
    ends: bool = False


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """The answers by which a unit acts, the next first, and the units that are to join it."""

    unit: str
    answers: tuple[Answer, ...]
    group: tuple[str, ...] = ()


AnyPlan = MovePlan | ActionPlan | BatchPlan


# --- making plans --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedDestination:
    """One way in which a unit may go now: by an order that begins a move, or on in its move."""

    order: OptionChoice | None
    reach: ReachableArea


def planned_destinations(session: Session, unit: str) -> list[PlannedDestination]:
    """The ways in which a unit may go, and where to; none while others are asked."""
    question, game = session.question(), session.game
    if question is None or game.decision is None or not question.seat.is_here:
        return []
    view = game.view(question.side)
    found = []
    for option, is_order in _moving(question.choices, unit):
        reach = game.rules.reach(view, game.decision, option)
        if reach is not None:
            found.append(
                PlannedDestination(
                    question.choices.choice_of_option(option) if is_order else None, reach
                )
            )
    return found


def _moving(choices: OptionChoices, unit: str) -> Iterator[tuple[Answer, bool]]:
    """The orders that set a unit going; or the first of its steps, which stands for them all."""
    for option, points in choices.pointings:
        if points.unit == unit and points.deed is OptionAction.ORDER:
            yield option, True
        elif points.unit == unit and points.deed in STEPS:
            yield option, False
            return


# --- carrying them out ---------------------------------------------------------------------------


class StandingOrders:
    """The plan under way in a session, and the sides that hold fire for the rest of a move."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plan: AnyPlan | None = None
        self.holding: dict[str, int] = {}  # by side that holds fire, where the activity began
        self._began = 0  # the activity that carries out the plan
        self._is_under_way = False  # the plan has answered something
        self._has_left = False  # the unit has done what it had to before it could go

    def begin(self, plan: AnyPlan) -> None:
        """Replace the plan with another."""
        self.plan, self._began = plan, self._activity
        self._is_under_way = self._has_left = False

    def drop(self) -> None:
        """Drop the plan and all standing orders."""
        self.plan = None
        self.holding = {}

    @property
    def can_hold_fire(self) -> bool:
        """Return True if a move is under way, for which a side could hold fire."""
        return self._is_within

    def hold_fire(self, side: str) -> None:
        """Let a side pass whenever it might fire, until the move under way ends."""
        self.holding[side] = self._activity

    def holds_fire(self, side: str) -> bool:
        """Return True if a side holds fire for the rest of this move."""
        return self.holding.get(side) == self._activity and self._is_within

    def step(self) -> PlanProgress:
        """Give one answer: a pass ordered beforehand, or the plan's next step."""
        if self._passes():
            return PlanProgress.ON
        headway = self._advance()
        if not headway.can_continue:
            self.plan = None
        return headway

    @property
    def _activity(self) -> int:
        """Return the start of the present activity, in answers."""
        return self.session.game.marks[-1].answers

    @property
    def _is_within(self) -> bool:
        return not self.session.game.is_between_activities

    def _passes(self) -> bool:
        """Pass for a side that holds fire, where nothing but fire is asked."""
        question = self.session.question()
        if question is None or not question.seat.is_here or not self.holds_fire(question.side):
            return False
        choices = question.choices
        if choices.pass_choice is None or any(p.deed not in HOLDING for _, p in choices.pointings):
            return False
        self.session.answer(choices.pass_choice.option)
        return True

    def _advance(self) -> PlanProgress:
        plan, question = self.plan, self.session.question()
        if plan is None:
            return PlanProgress.IDLE
        if isinstance(plan, BatchPlan):
            return self._go_on_with(plan, question)
        if isinstance(plan, ActionPlan):
            return self._act(plan, question)
        if not plan.path:
            return self._arrive(plan, question)
        if self._began != self._activity or self.session.game.is_over:
            return PlanProgress.OVER
        if question is None or not question.seat.is_here:
            return PlanProgress.INTERRUPTED
        if plan.order is not None:
            return self._order(plan, plan.order, question.choices)
        return self._enter(plan, question.choices)

    def _go_on_with(self, plan: BatchPlan, question: AskedQuestion | None) -> PlanProgress:
        """Give the next answer of a batch, until its phase ends or it has nothing more to say."""
        if batch_orders.is_outdated(self.session, plan):
            return PlanProgress.ARRIVED
        if question is None or not question.seat.is_here:
            return PlanProgress.INTERRUPTED
        place = batch_orders.next_place(self.session, plan, question)
        if place is None:
            is_waiting = plan.batch is Batch.END_PHASE
            return PlanProgress.INTERRUPTED if is_waiting else PlanProgress.ARRIVED
        self._answer(question.choices.options[place])
        return PlanProgress.ON

    def _act(self, plan: ActionPlan, question: AskedQuestion | None) -> PlanProgress:
        """Give the next answer of an action; when all are given, let the group join."""
        if self.session.game.is_over:
            return PlanProgress.OVER
        if question is None or not question.seat.is_here:
            return PlanProgress.INTERRUPTED if plan.answers else PlanProgress.ARRIVED
        if not plan.answers:
            goes_on = self._use_all(plan, question.choices) or (
                bool(plan.group) and self._join(plan.group, question.choices)
            )
            return PlanProgress.ON if goes_on else PlanProgress.ARRIVED
        if question.choices.accepts(plan.answers[0]) is None:
            return PlanProgress.BARRED
        self.plan = replace(plan, answers=plan.answers[1:])
        self._answer(plan.answers[0])
        return PlanProgress.ON

    def _use_all(self, plan: ActionPlan, choices: OptionChoices) -> bool:
        """Take the first, the fullest way in which a unit of the plan acts on its target."""
        asked = {(points.unit, points.target) for _, points in choices.pointings}
        is_how = all(points.deed is OptionAction.UNIT for _, points in choices.pointings)
        if not is_how or len(asked) != 1 or asked.pop()[0] not in (plan.unit, *plan.group):
            return False
        self._answer(choices.options[0])
        return True

    def _join(self, group: Sequence[str], choices: OptionChoices) -> bool:
        """Let the next unit of a group join, or close the group; False unless that is asked."""
        if any(points.deed not in JOINING for _, points in choices.pointings):
            return False
        wanted = (o for o, points in choices.pointings if points.unit in group)
        option = next(wanted, choices.pass_choice.option if choices.pass_choice else NOTHING)
        if option is NOTHING:
            return False
        self._answer(option)
        return True

    def _arrive(self, plan: MovePlan, question: AskedQuestion | None) -> PlanProgress:
        """End the move of a unit that is where it was sent, where it could go on."""
        if not plan.ends or self._began != self._activity or not self._is_within:
            return PlanProgress.ARRIVED
        if (
            question is None
            or not question.seat.is_here
            or plan.unit not in question.choices.actors
        ):
            return PlanProgress.INTERRUPTED
        choices = question.choices
        units = {points.unit for _, points in choices.pointings if points.unit}
        is_going_on = all(points.deed in GOING_ON for _, points in choices.pointings)
        if choices.pass_choice is not None and units == {plan.unit} and is_going_on:
            self._answer(choices.pass_choice.option)
        return PlanProgress.ARRIVED

    def _order(self, plan: MovePlan, order: OptionChoice, choices: OptionChoices) -> PlanProgress:
        if choices.accepts(order.option) is None:
            return PlanProgress.BARRED
        self.plan = replace(plan, order=None)
        self._answer(order.option)
        self._began = self._activity
        return PlanProgress.ON

    def _enter(self, plan: MovePlan, choices: OptionChoices) -> PlanProgress:
        steps = [(o, p) for o, p in choices.pointings if p.unit == plan.unit and p.deed in STEPS]
        option = self._turned(plan, [each for each in steps if each[1].hex == plan.path[0]])
        if option is None and self._has_to_leave(plan, steps):
            self._has_left = True
            self._answer(steps[0][0])
            return PlanProgress.ON
        if option is None:
            if steps:
                return PlanProgress.BARRED
            if self._is_under_way and (
                self._join(plan.group, choices) or self._choose_manner(plan)
            ):
                return PlanProgress.ON
            return PlanProgress.INTERRUPTED if self._is_within else PlanProgress.OVER
        self.plan = replace(plan, path=plan.path[1:], facings=plan.facings[1:])
        self._answer(option)
        return PlanProgress.ON if self.plan.path or plan.ends else PlanProgress.ARRIVED

    def _choose_manner(self, plan: MovePlan) -> bool:
        """Choose the first way of moving that leads where the plan does, where that is asked."""
        for going in planned_destinations(self.session, plan.unit):
            if going.order is not None and len(going.reach.path(plan.path[-1])) > 1:
                self._answer(going.order.option)
                return True
        return False

    def _has_to_leave(self, plan: MovePlan, steps: Sequence[tuple[Answer, OptionTarget]]) -> bool:
        """Return True if the only step is one within the unit's hex: out of its cover."""
        if self._has_left or len(steps) != 1:
            return False
        return any(
            going.reach.start == steps[0][1].hex
            for going in planned_destinations(self.session, plan.unit)
        )

    def _turned(
        self, plan: MovePlan, steps: Sequence[tuple[Answer, OptionTarget]]
    ) -> Answer | None:
        """Of the steps into the next hex the one that turns the unit as is best for the plan."""
        offered: dict[int | None, Answer] = {}
        for option, points in steps:
            offered.setdefault(points.facing, option)
        wanted = next((each for each in self._facings(plan) if each in offered), None)
        return offered.get(wanted, next(iter(offered.values()), None))

    def _facings(self, plan: MovePlan) -> Iterator[int]:
        """The directions to face in the next hex, the best first."""
        if plan.facings and plan.facings[0] is not None:
            yield plan.facings[0]
        if len(plan.path) > 1:
            grid = self.session.scenario.map.grid
            onward = grid.direction(plan.path[0], plan.path[1])
            yield from (onward, (onward + SIDES // 2) % SIDES)

    def _answer(self, option: Answer) -> None:
        """The first answer of a plan is a decision; the others follow from it."""
        answer = self.session.answer_on if self._is_under_way else self.session.answer
        answer(option)
        self._is_under_way = True
