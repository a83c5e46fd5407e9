"""The options of a decision, found by what stands or lies where somebody clicks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.asks import Answer, Decision
from engine.game import Game, Rules
from engine.hexes import Hex
from engine.pointing import Deed, Pointing

MANY = 2000  # options above which they are not told apart one by one


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: what to answer, what it points at, and its words."""

    option: Answer
    pointing: Pointing
    words: str

    @property
    def is_pass(self) -> bool:
        """Whether it means doing nothing."""
        return self.pointing.deed is Deed.PASS


class Choices(Sequence[Choice]):
    """What a decision may be answered with; good until the game goes on.

    Nothing is put into words before somebody looks. A click asks `at` for a hex or `about` for a
    unit: one choice found is meant, several are a menu.
    """

    def __init__(self, game: Game[Any], decision: Decision[Any, Any], language: str | None) -> None:
        self._rules: Rules[Any] = game.rules
        self._state, self._decision, self.language = game.state.copy(), decision, language
        self.options: Sequence[Answer] = game.options

    def __len__(self) -> int:
        return len(self.options)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self.of(option) for option in self.options[place]]
        return self.of(self.options[place])

    def of(self, option: Answer) -> Choice:
        """The choice of an option."""
        state, decision = self._state, self._decision
        words = self._rules.describe_option(state, decision, option, self.language)
        return Choice(option, self._rules.points_at(state, decision, option), words)

    @cached_property
    def passing(self) -> Choice | None:
        """The choice that does nothing; None where something must be done."""
        return next((self.of(o) for o, pointing in self.pointings if pointing.deed is Deed.PASS), None)

    @cached_property
    def hexes(self) -> dict[Hex, Deed]:
        """The hexes that options lead into, and how: by a step, on the march, into a fight."""
        return {at: p.deed for _, p in self.pointings if (at := p.hex) is not None}

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """The units that options are about, each once."""
        return tuple(dict.fromkeys(p.unit for _, p in self.pointings if p.unit))

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The units that may be fired at, each once."""
        return tuple(dict.fromkeys(p.target for _, p in self.pointings if p.target))

    def at(self, hex_: Hex) -> list[Choice]:
        """What a click on a hex may mean: to enter or mark it, to fire at a unit there; else to
        act with a unit there."""
        raise NotImplementedError

    def about(self, unit: str) -> list[Choice]:
        """What a click on a unit may mean: to fire at it, else to act with it."""
        raise NotImplementedError

    @cached_property
    def pointings(self) -> list[tuple[Answer, Pointing]]:
        """All options with what they point at."""
        points_at, state, decision = self._rules.points_at, self._state, self._decision
        return [(option, points_at(state, decision, option)) for option in self.options]

    def __iter__(self) -> Iterator[Choice]:
        return (self.of(option) for option in self.options)
