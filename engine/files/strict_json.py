"""JSON from outside: finite numbers, text that can be written as UTF-8, bounded depth (RFC 8259).

Python's own reader also takes `NaN`, `1e999` and halves of surrogate pairs, which can be neither
reckoned with nor written again.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, NoReturn

DEEPEST = 64

_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def loads(
    said: str, *, pairs: Callable[[list[tuple[str, Any]]], dict[str, Any]] | None = None
) -> Any:
    """The value of a JSON text; `pairs` makes the objects. ValueError says what is wrong."""
    try:
        value = json.loads(
            said, object_pairs_hook=pairs, parse_constant=_no_number, parse_float=_finite
        )
    except RecursionError:
        raise ValueError(f"nested deeper than {DEEPEST} levels") from None
    _require_shallow(value)
    if _HALF.search(said):
        _require_text(value)
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a valid number")


def _finite(word: str) -> float:
    number = float(word)
    return number if math.isfinite(number) else _no_number(word)


def _require_shallow(value: Any) -> None:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEEPEST):
        if not level:
            return
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    if level:
        raise ValueError(f"nested deeper than {DEEPEST} levels")


def _require_text(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("half of a surrogate pair is not valid text") from None
