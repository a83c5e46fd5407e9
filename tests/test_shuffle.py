"""Tests in random order: all of them, file by file, and the same order again by its seed."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

from tests.conftest import shuffle

FILES = ("a", "b", "c")


def in_order(seed: str) -> list[tuple[str, int]]:
    """Return the tests of three files as they are run by a seed."""
    items: list[Any] = [SimpleNamespace(path=file, at=at) for file in FILES for at in range(20)]
    return [(item.path, item.at) for item in cast("list[Any]", shuffle(items, seed))]


def test_a_seed_repeats_its_order_and_another_has_another() -> None:
    assert in_order("1") == in_order("1") != in_order("2")


def test_every_test_is_run_once_and_those_of_a_file_together() -> None:
    shuffled = in_order("1")
    assert sorted(shuffled) == [(file, at) for file in FILES for at in range(20)] != shuffled
    files = [file for file, _ in shuffled]
    assert sum(one != other for one, other in pairwise(files)) == 2
