"""The ways to win that a scenario offers: its conditions as they hold together, and how well.

Conditions of a side with one group hold together, and each group is a way to win of its own. So is
a condition without a group, except where a game asks for all conditions of a side together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from engine.scenario.scenario import VictoryCondition, VictoryKind

DECISIVE, MARGINAL, DRAW = "decisive", "marginal", "draw"
GRADES = (DECISIVE, MARGINAL, DRAW)
"""Grades of a victory; one may be without a grade."""
SEVERAL = "conditions"
"""Reason of a victory by several conditions together."""


class VictoryWay(NamedTuple):
    """One way of a side to win: conditions, by their numbers, that must hold together."""

    side: str
    grade: str
    numbers: tuple[int, ...]
    conditions: tuple[VictoryCondition, ...]

    @property
    def is_at_once(self) -> bool:
        """Return True if it is judged after every activity."""
        return all(each.at_once for each in self.conditions)

    @property
    def is_at_end(self) -> bool:
        """Return True if it is judged after the last turn only."""
        return any(each.at_end for each in self.conditions)

    @property
    def winner(self) -> str:
        """Return the side that wins by it; empty for a draw."""
        return "" if self.grade == DRAW else self.side

    @property
    def reason(self) -> str:
        """Return the reason in a word: the kind of its condition, or several."""
        return SEVERAL if len(self.conditions) > 1 else self.conditions[0].kind.value


_Key = tuple[str, str, str]
"""A side, a group or the number of a condition that stands alone, and a grade."""


def victory_ways(
    victory: Iterable[VictoryCondition], is_together: bool = False
) -> list[VictoryWay]:
    """The ways to win, in the scenario's order.

    Where `is_together`, conditions of a side without a group hold together, those of each grade
    apart; and those without a grade either belong to every way of their side.
    """
    judged = {number: each for number, each in enumerate(victory) if _is_judged(each)}
    found: dict[_Key, list[int]] = {}
    for number, each in judged.items():
        found.setdefault(_key(number, each, is_together), []).append(number)
    if is_together:
        found = _with_common(found)
    return [_way(side, numbers, judged) for (side, _, _), numbers in found.items()]


def _key(number: int, condition: VictoryCondition, is_together: bool) -> _Key:
    """Return the key that conditions share if they must hold together."""
    if condition.group:
        return condition.side, condition.group, ""
    if is_together:
        return condition.side, "", condition.grade
    return condition.side, f"#{number}", ""


def _with_common(found: dict[_Key, list[int]]) -> dict[_Key, list[int]]:
    """Ways of a side with its conditions that have neither a group nor a grade."""
    several = Counter(side for side, _, _ in found)
    return {
        key: sorted({*numbers, *found.get((key[0], "", ""), ())})
        for key, numbers in found.items()
        if key[1:] != ("", "") or several[key[0]] == 1
    }


def _is_judged(condition: VictoryCondition) -> bool:
    """Return True for a condition other than the turn limit, which is judged last."""
    return bool(condition.side) and condition.kind is not VictoryKind.TURN_LIMIT


def _way(side: str, numbers: list[int], known: dict[int, VictoryCondition]) -> VictoryWay:
    conditions = tuple(known[number] for number in numbers)
    grade = next((each.grade for each in conditions if each.grade), "")
    return VictoryWay(side, grade, tuple(numbers), conditions)


def turn_limit(victory: Iterable[VictoryCondition]) -> VictoryCondition:
    """Return the outcome at the turn limit: by most points, unless the scenario sets it."""
    limits = (each for each in victory if each.kind is VictoryKind.TURN_LIMIT)
    return next(limits, VictoryCondition(VictoryKind.TURN_LIMIT))
