"""Hours of work in seconds: thousands of random edits, undone and redone, in flat memory."""

from __future__ import annotations

import pytest

from tests.studio.documents.soaking import soaked


@pytest.mark.long
def test_memory_stays_flat_over_thousands_of_edits_and_all_undone_the_map_is_as_it_was(
    qapp: object,
) -> None:
    soak = soaked(edits=3_000, most_steps=100, seed=11)
    assert soak.is_map_equal, "undone to the first step, the map is not what it was"
    assert soak.is_redone_equal, "redone to the last step, the map is not what it was"
    assert soak.grown < 100_000, f"{soak.grown} bytes more than {3 * 100} edits before"
