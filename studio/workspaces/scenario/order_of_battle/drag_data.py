"""The dragged data of a scenario's windows besides units: features, and formations."""

from __future__ import annotations

import json
from collections.abc import Iterable

from PySide6.QtCore import QMimeData

FEATURES = "application/x-sandtable-features"
BRANCHES = "application/x-sandtable-formations"
Key = tuple[str, ...]  # of a row in the order of battle


def add_features_to_drag(mime: QMimeData, features: Iterable[str]) -> QMimeData:
    """Add features to dragged data."""
    mime.setData(FEATURES, json.dumps(list(features)).encode())
    return mime


def features_in(mime: QMimeData) -> list[str]:
    """The features that are dragged."""
    return list(json.loads(bytes(mime.data(FEATURES).data()))) if mime.hasFormat(FEATURES) else []


def add_formations_to_drag(
    mime: QMimeData, branches: Iterable[Key], units: Iterable[str]
) -> QMimeData:
    """Add whole formations to dragged data, and the other units."""
    mime.setData(BRANCHES, json.dumps([list(map(list, branches)), list(units)]).encode())
    return mime


def dragged_formations(mime: QMimeData) -> tuple[list[Key], list[str]]:
    """The formations that are dragged whole, and the units besides; none where it is but units."""
    if not mime.hasFormat(BRANCHES):
        return [], []
    keys, units = json.loads(bytes(mime.data(BRANCHES).data()))
    return [tuple(key) for key in keys], list(units)
