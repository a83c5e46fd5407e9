"""The options of a decision, looked up by the clicked unit or hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from engine.hexes.hex import Hex
from engine.play.decisions import AcceptedAnswer, Answer, Decision, fill_in, find_option
from engine.play.game import Game, Rules
from engine.play.option_targets import ENDING, ActionParameter, OptionAction, OptionTarget

MANY = 5000  # options above which those of a hex are looked for one hex at a time


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One possible answer: what to answer, what it points at, and its words."""

    option: Answer
    pointing: OptionTarget
    words: str


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """The choices with which one unit acts; `unit` is empty for those that belong to none."""

    unit: str
    choices: tuple[OptionChoice, ...]


class OptionChoices(Sequence[OptionChoice]):
    """The possible answers to a decision, in the position in which it was asked.

    Words are made only on request. A click asks `at` for a hex or `choices_for_unit` for a unit: a
    single choice is taken at once, several make a menu.
    """

    def __init__(
        self,
        game: Game[Any],
        decision: Decision[Any, Any],
        language: str | None,
        options: Sequence[Answer] | None = None,
    ) -> None:
        """`options`: those of them that are offered, where not all are."""
        self._rules: Rules[Any] = game.rules
        self._state, self._decision, self.language = game.state.copy(), decision, language
        self.options: Sequence[Answer] = game.options if options is None else options
        self._position = game.position()

    def __len__(self) -> int:
        return len(self.options)

    @overload
    def __getitem__(self, place: int) -> OptionChoice: ...
    @overload
    def __getitem__(self, place: slice) -> list[OptionChoice]: ...
    def __getitem__(self, place: int | slice) -> OptionChoice | list[OptionChoice]:
        if isinstance(place, slice):
            return [self.choice_of_option(option) for option in self.options[place]]
        return self.choice_of_option(self.options[place])

    def __iter__(self) -> Iterator[OptionChoice]:
        return (self.choice_of_option(option) for option in self.options)

    def choice_of_option(self, option: Answer) -> OptionChoice:
        """An option as a choice, put into words."""
        state, decision = self._state, self._decision
        words = self._rules.describe_option(state, decision, option, self.language)
        return OptionChoice(option, self.pointing(option), words)

    def pointing(self, option: Answer) -> OptionTarget:
        """Return the target of an option."""
        return self._rules.points_at(self._state, self._decision, option)

    def accepts(self, answer: Answer) -> AcceptedAnswer[Any] | None:
        """An answer as the decision takes it; None where it may not be given."""
        if self._decision.is_open:
            return self._decision.accepts(self._state, answer)
        return find_option(self.options, answer)

    def groups(self, most: int, first: str = "") -> list[OptionGroup]:
        """Return up to `most` choices by the unit they act with, that of the unit `first` ahead.

        Choices without a unit come last, and the one that passes at their end.
        """
        by_unit: dict[str, list[OptionChoice]] = {first: []} if first else {}
        for option in self.options[:most]:
            choice = self.choice_of_option(option)
            by_unit.setdefault(choice.pointing.unit, []).append(choice)
        free = by_unit.pop("", [])
        free.sort(key=lambda each: each.pointing.deed in ENDING)
        found = [OptionGroup(unit, tuple(each)) for unit, each in by_unit.items() if each]
        return [*found, OptionGroup("", tuple(free))] if free else found

    # --- what there is ---------------------------------------------------------------------------

    @cached_property
    def pointings(self) -> list[tuple[Answer, OptionTarget]]:
        """All options with what they point at."""
        return [(option, self.pointing(option)) for option in self.options]

    @cached_property
    def pass_choice(self) -> OptionChoice | None:
        """The choice that does nothing; None where something must be done."""
        last = self.options[-1]  # where games put it
        if self.pointing(last).deed in ENDING:
            return self.choice_of_option(last)
        return next(
            (self.choice_of_option(o) for o, points in self.pointings if points.deed in ENDING),
            None,
        )

    @cached_property
    def hexes(self) -> dict[Hex, OptionAction]:
        """The hexes that options lead into, and how: a step, a march, a fight…"""
        return {at: points.deed for _, points in self.pointings if (at := points.hex) is not None}

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """The units that options act with, each once."""
        return tuple(dict.fromkeys(points.unit for _, points in self.pointings if points.unit))

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The units that options act against, each once."""
        return tuple(dict.fromkeys(points.target for _, points in self.pointings if points.target))

    @cached_property
    def joined(self) -> tuple[str, ...]:
        """The units that are in already, where units join one by one to act together."""
        found = (unit for _, points in self.pointings for unit in points.joined)
        return tuple(dict.fromkeys(found))

    @cached_property
    def turn_options(self) -> dict[str, dict[int, Answer]]:
        """By unit, the fronts to which it may turn where it stands, each with its option."""
        found: dict[str, dict[int, Answer]] = {}
        for option, points in self.pointings:
            if points.deed is OptionAction.TURN and points.facing is not None:
                found.setdefault(points.unit, {})[points.facing] = option
        return found

    # --- answers that are not proposed -----------------------------------------------------------

    @cached_property
    def blanks(self) -> tuple[ActionParameter, ...]:
        """Return the parameters of another answer; empty if the options are all."""
        return self._decision.blanks(self._state) if self._decision.is_open else ()

    def complete_answer(self, given: Sequence[Any]) -> OptionChoice | None:
        """The answer that was filled in; None where it may not be given."""
        accepted = self.accepts(fill_in(self.blanks, given))
        return None if accepted is None else self.choice_of_option(accepted.answer)

    # --- clicks ----------------------------------------------------------------------------------

    def choices_at_hex(self, hex_: Hex) -> list[OptionChoice]:
        """Return the choices of a click on a hex.

        To enter, take or mark it, or to act against a unit there; else to act with a unit there.
        An open decision may take the hex itself, where nothing it proposes lies there.
        """
        if len(self.options) > MANY:
            return self._itself(hex_)
        here = self._here(hex_)
        found = [o for o, p in self.pointings if p.hex == hex_ or (p.target and p.target in here)]
        found = found or self._with(here)
        return self._worded(found) if found or not self._decision.is_open else self._itself(hex_)

    def _itself(self, hex_: Hex) -> list[OptionChoice]:
        """The hex as an answer, where it may be one."""
        accepted = self.accepts(hex_)
        return [] if accepted is None else [self.choice_of_option(accepted.answer)]

    def choices_for_unit(self, unit: str) -> list[OptionChoice]:
        """Return the choices of a click on a unit: against it, else with it or its load."""
        against = [option for option, points in self.pointings if points.target == unit]
        found = against or self._with({unit})
        return self._worded(found or self._with(self.load_of(unit)))

    def load_of(self, unit: str) -> set[str]:
        """The units that a unit carries or bears."""
        return {piece.id for piece in self._position.with_cargo(unit)}

    def with_unit(self, unit: str) -> list[OptionChoice]:
        """The choices that act with a unit."""
        return self._worded(self._with({unit}))

    def _with(self, units: set[str]) -> list[Answer]:
        return [option for option, points in self.pointings if points.unit in units]

    def _worded(self, options: list[Answer]) -> list[OptionChoice]:
        return [self.choice_of_option(option) for option in options]

    def _here(self, hex_: Hex) -> set[str]:
        """The units in a hex."""
        return {piece.id for piece in self._position.pieces_at(hex_)}
