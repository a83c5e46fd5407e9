"""Three-way merges: what an edit changed, applied to a file that was changed meanwhile.

A file may say the same thing in many ways: a hex by its label, a default written out. Comparing the
values before and after an edit finds what was edited; all else stays in the file's own words. So
with a map that was edited since its ground was imported, when the ground is imported again.
Everywhere `new` is the edited value, `was` the value before, `written` what the edit is applied to.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
_NOTHING = object()

# --- as a whole -----------------------------------------------------------------------------------


def merge_value(new: T, was: T, written: T) -> T:
    """Return the new value if it was edited, else the value as written."""
    return written if new == was else new


def merge_unordered(new: list[T], was: list[T], written: list[T]) -> list[T]:
    """Items without an order: those written but for what was taken away, then what was added."""
    own = [item for item in new if item not in was]
    gone = [item for item in was if item not in new]
    return [item for item in written if item not in gone and item not in own] + own


def merge_masks(
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
    """Return the items of `new`, and between them those written that `was` does not have.

    These could not be read, and so were not edited.
    """
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
    """Return the places of `was` among the written items with ids; None if there are others."""
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
    """Return the identity of a list's item: its id, or all of it."""
    named = item["id"] if isinstance(item, dict) and "id" in item else item
    return json.dumps(named, sort_keys=True, default=str)


def patch_text(old: Any, before: Any, new: Any) -> Any:
    """Return a file's values with the change from `before` to `new` made in them.

    Values that did not change keep the file's own form, or stay left out.
    """
    if new == before:
        return old
    if isinstance(old, dict) and isinstance(new, dict):
        before = before if isinstance(before, dict) else {}
        names = _new_names(old, before, new)
        kept = {
            names.get(key, key): patch_text(old[key], before.get(key), new[key])
            if key in new
            else old[key]
            for key in old
            if key in names or not _is_gone(key, before, new)
        }
        said = {key: value for key, value in new.items() if key not in kept}
        added = {key: said[key] for key in said if said[key] != before.get(key)}
        return kept | {key: value for key, value in added.items() if value not in ("", {}, [])}
    if isinstance(old, list) and isinstance(new, list) and isinstance(before, list):
        return _items_patched(old, before, new)
    return new


def _new_names(old: dict[str, Any], before: dict[str, Any], new: dict[str, Any]) -> dict[str, str]:
    """The keys that an edit changed, their values staying the same."""
    names: dict[str, str] = {}
    for key in old:
        if key in before and key not in new:
            known = {*old, *names.values()}
            same = [name for name in new if name not in known and new[name] == before[key]]
            if same:
                names[key] = same[0]
    return names


def _is_gone(key: str, before: dict[str, Any], new: dict[str, Any]) -> bool:
    """Return True if an edit removed an entry or emptied it."""
    return key in before and new.get(key, "") in ("", {}, []) and before[key] not in ("", {}, [])


def _items_patched(old: list[Any], before: list[Any], new: list[Any]) -> list[Any]:
    """A list whose items that were there before keep the file's words.

    Where none came or went, an item that changed keeps what of its words still holds.
    """
    if len(old) != len(before):
        return new
    items = []
    for place, item in enumerate(new):
        if item in before:
            items.append(old[before.index(item)])
        elif len(new) == len(before):
            items.append(patch_text(old[place], before[place], item))
        else:
            items.append(item)
    return items
