"""Three-way merges: what an edit changed, laid over what somebody wrote meanwhile.

A file may say the same thing in many ways: a hex by its label, a default written out. Comparing the
values before and after an edit finds what was edited; all else stays as it was written. So with a
map that was edited since its ground was imported, when the ground is imported anew.

Everywhere `new` is what was edited, `was` what it was before, `written` what the edit is laid over.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
_NOTHING = object()

# --- as a whole -----------------------------------------------------------------------------------


def either(new: T, was: T, written: T) -> T:
    """What was edited, as it is now; what was not, as it is written."""
    return written if new == was else new


def each(new: list[T], was: list[T], written: list[T]) -> list[T]:
    """Items without an order: those written but for what was taken away, then what was added."""
    own = [item for item in new if item not in was]
    gone = [item for item in was if item not in new]
    return [item for item in written if item not in gone and item not in own] + own


def bits(
    new: NDArray[np.uint8], was: NDArray[np.uint8], written: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Masks: the bits that were edited as they are now, the others as they are written."""
    edited = new ^ was
    result: NDArray[np.uint8] = np.bitwise_or(written & ~edited, new & edited)
    return result


# --- piece by piece -------------------------------------------------------------------------------


def merge(new: Any, was: Any, written: Any) -> Any:
    """`written`, changed only where `new` differs from `was`, which is what `written` means."""
    if new == was:
        return written
    if isinstance(new, dict) and isinstance(was, dict) and isinstance(written, dict):
        return _mapping(new, was, written)
    if isinstance(new, list) and isinstance(was, list) and isinstance(written, list):
        return _list(new, was, written)
    return new


def _mapping(new: dict[str, Any], was: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    result = {}
    for key, value in written.items():
        if key in new:
            result[key] = merge(new[key], was.get(key, _NOTHING), value)
        elif key not in was:
            result[key] = value  # a default, written out
    added = (key for key in new if key not in written)  # what was is a default, left unsaid
    return result | {key: new[key] for key in added if key not in was or new[key] != was[key]}


def _list(new: list[Any], was: list[Any], written: list[Any]) -> list[Any]:
    """The items of `new`; between them those written that `was` does not have: nobody could read
    them, and so nobody edited them."""
    if len(was) == len(written):
        return _items(new, was, written)
    read = _read_places(was, written)
    if read is None:
        return new
    result = _items(new, was, [written[place] for place in read])
    for place, item in enumerate(written):
        if place not in read:
            result.insert(place, item)
    return result


def _read_places(was: list[Any], written: list[Any]) -> list[int] | None:
    """Which of the written items with ids `was` has, in order; None where it has others too."""
    places: list[int] = []
    for place, item in enumerate(written):
        if not (isinstance(item, dict) and "id" in item):
            continue
        if len(places) < len(was) and _name(item) == _name(was[len(places)]):
            places.append(place)
    return places if len(places) == len(was) else None


def _items(new: list[Any], was: list[Any], written: list[Any]) -> list[Any]:
    places = {_name(item): place for place, item in enumerate(was)}
    found = [places.get(_name(item)) for item in new]
    return [
        item if place is None else merge(item, was[place], written[place])
        for item, place in zip(new, found, strict=True)
    ]


def _name(item: Any) -> str:
    """What an item of a list goes by: its id, or all of it."""
    named = item["id"] if isinstance(item, dict) and "id" in item else item
    return json.dumps(named, sort_keys=True, default=str)
