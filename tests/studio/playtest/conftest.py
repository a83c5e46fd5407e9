"""What tests of the playtest mode have in common."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Switching the language in a test changes no other test."""
    was = os.environ["SANDTABLE_LANGUAGE"]
    yield
    os.environ["SANDTABLE_LANGUAGE"] = was
