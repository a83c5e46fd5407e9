"""Whole numbers in the words of people and files."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"-?[0-9]{1,9}")


def parse_int(word: str) -> int | None:
    """The whole number that a word is, of up to nine digits; None for any other word.

    To Python `²` is a digit too, and a word of five thousand nines a number that it will not read.

    >>> whole("12"), whole("-3"), whole("²"), whole("9" * 5000), whole("")
    (12, -3, None, None, None)
    """
    return int(word) if _WHOLE.fullmatch(word) else None


def parse_count(word: str) -> int | None:
    """The same of a number that is not below 0."""
    number = parse_int(word)
    return None if number is None or number < 0 else number
