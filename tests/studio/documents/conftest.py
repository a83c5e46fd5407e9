"""A map file to open."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files import map_writer
from tests.generated import generated_map


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A map of 12 × 9 hexes."""
    path = tmp_path / "country.map.yaml"
    map_writer.save(generated_map(12, 9, 3), path)
    return path
