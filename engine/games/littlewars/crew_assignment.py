"""Sharing men among guns that stand side by side, so that most of them have a crew (L7.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Crews = Mapping[str, Sequence[str]]
"""The men who may serve each gun, by ids."""
Sharing = dict[str, str]
"""The gun that each man serves."""
MAX_TRIED = 4096
"""Choices of guns that are tried: all there are where up to eleven guns share men."""


def most_crews(near: Crews, crew: int) -> Sharing:
    """Return who serves which gun where as many guns as possible have a crew of so many men.

    Of several ways the one that serves the earlier guns is found.
    """
    found: Sharing = {}
    for guns in _groups(near):
        found |= _most(guns, near, crew)
    return found


def _groups(near: Crews) -> list[list[str]]:
    """Return the guns in groups that share men with each other, each in the order given."""
    groups: list[tuple[list[str], set[str]]] = []
    for gun, men in near.items():
        apart = [each for each in groups if not each[1] & set(men)]
        shared = [each for each in groups if each[1] & set(men)]
        guns = [one for each in shared for one in each[0]]
        groups = [*apart, ([*guns, gun], set(men).union(*(each[1] for each in shared)))]
    order = list(near)
    return [sorted(guns, key=order.index) for guns, _ in groups]


def _most(guns: Sequence[str], near: Crews, crew: int) -> Sharing:
    """Search the choices of guns of a group, those that serve the earlier ones first."""
    men = {man for gun in guns for man in near[gun]}
    limit, best = min(len(guns), len(men) // crew), Sharing()
    waiting, tried = [(0, Sharing())], 0
    while waiting and tried < MAX_TRIED:
        tried += 1
        index, sharing = waiting.pop()
        if len(sharing) > len(best):
            best = sharing
        most = len(sharing) // crew + len(guns) - index
        if len(best) == crew * limit or crew * most <= len(best):
            continue
        waiting.append((index + 1, sharing))
        more = _with_crew(sharing, guns[index], near, crew)
        if more is not None:
            waiting.append((index + 1, more))
    return best


def _with_crew(sharing: Sharing, gun: str, near: Crews, crew: int) -> Sharing | None:
    """Return a sharing that serves one more gun; None where it cannot keep the others served."""
    found = sharing.copy()
    for _ in range(crew):
        if not _add_man(found, gun, near, set()):
            return None
    return found


def _add_man(sharing: Sharing, gun: str, near: Crews, tried: set[str]) -> bool:
    """Give a gun one man more: one who is free, or another gun's that finds a replacement."""
    free = next((man for man in near[gun] if man not in sharing), None)
    if free is not None:
        sharing[free] = gun
        return True
    for man in near[gun]:
        other = sharing[man]
        if other == gun or man in tried:
            continue
        tried.add(man)
        sharing[man] = gun
        if _add_man(sharing, other, near, tried):
            return True
        sharing[man] = other
    return False
