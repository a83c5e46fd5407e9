"""Edits laid over what was written meanwhile: wholes, lists without order, masks, nested values."""

from __future__ import annotations

import numpy as np

from engine.files.value_merge import merge, merge_masks, merge_unordered, merge_value


def test_what_was_edited_is_as_it_is_now_and_the_rest_as_it_is_written() -> None:
    assert merge_value("new", "was", "written") == "new"
    assert merge_value("was", "was", "written") == "written"


def test_items_added_and_taken_away_are_so_among_those_written() -> None:
    assert merge_unordered(["a", "mine"], ["a", "gone"], ["a", "gone", "theirs"]) == [
        "a",
        "theirs",
        "mine",
    ]
    assert merge_unordered(["mine"], [], ["mine", "theirs"]) == ["theirs", "mine"]


def test_bits_that_were_edited_are_as_they_are_now() -> None:
    new, was, written = (np.array([mask], np.uint8) for mask in (0b0011, 0b0101, 0b1100))
    assert merge_masks(new, was, written).tolist() == [0b1010]


def test_nested_values_are_merged_key_by_key() -> None:
    was = {"a": 1, "b": {"c": 2}, "default": 0}
    new = {"a": 1, "b": {"c": 3}, "default": 0}
    assert merge(new, was, {"b": {"c": 2, "x": 9}, "a": 1}) == {"b": {"c": 3, "x": 9}, "a": 1}
