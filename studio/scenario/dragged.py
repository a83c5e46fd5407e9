"""What is dragged about a scenario's windows beside units: features, by their ids."""

from __future__ import annotations

import json
from collections.abc import Iterable

from PySide6.QtCore import QMimeData

FEATURES = "application/x-sandtable-features"


def with_features(mime: QMimeData, features: Iterable[str]) -> QMimeData:
    """Something dragged, with features in it."""
    mime.setData(FEATURES, json.dumps(list(features)).encode())
    return mime


def features_in(mime: QMimeData) -> list[str]:
    """The features that are dragged."""
    return list(json.loads(bytes(mime.data(FEATURES).data()))) if mime.hasFormat(FEATURES) else []
