"""Files opened as what they say they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.source_text import SHIPPED
from engine.problems import InvalidFileError
from studio.documents.document_loader import file_kind, open_document
from studio.documents.map_document import MapDocument
from studio.documents.scenario_document import ScenarioDocument

TANK = SHIPPED / "samples" / "tank"


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


def test_a_scenario_opens_as_a_scenario_whatever_its_name() -> None:
    work = open_document(TANK / "scenarios" / "crossroads.scenario.yaml")
    assert isinstance(work, ScenarioDocument)


def test_a_map_opens_as_a_map() -> None:
    assert isinstance(open_document(TANK / "maps" / "crossroads.map.yaml"), MapDocument)


def test_what_says_nothing_is_read_as_a_map_and_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("title: Nothing\n")
    assert file_kind(file) == "map"
    with pytest.raises(InvalidFileError, match=r"a\.yaml:1"):
        open_document(file)


def test_a_missing_file_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError, match=r"none\.yaml"):
        open_document(tmp_path / "none.yaml")
