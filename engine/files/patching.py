"""What a file says, in its own words, with an edit of its plain values made in it."""

from __future__ import annotations

from typing import Any


def patch_text(old: Any, before: Any, new: Any) -> Any:
    """What a file says, with the change from `before` to `new` made in it.

    What did not change stays in the file's own words, or unsaid where it was left out.
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
    """Whether an edit took an entry away or emptied it."""
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
