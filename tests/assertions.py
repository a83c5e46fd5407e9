"""Assertions that give back what they assert, so that type checkers know it too."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def require(value: T | None) -> T:
    """Return a value that must be there."""
    assert value is not None
    return value


def require_none(value: object) -> None:
    """Assert that there is no value yet; it may be there later."""
    assert value is None


def require_type(value: Any, kind: type[T]) -> T:
    """Return a value that must be of a type."""
    assert isinstance(value, kind), value
    return value
