"""Layouts and forces open as their text, which is checked as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.files import card_layout_files, counter_layout_files, force_files
from studio.cli import main
from studio.documents.document_loader import open_document
from studio.documents.text_document import TextDocument, problems_in

FILES = [
    counter_layout_files.FOLDER / "classic.counters.yaml",
    card_layout_files.FOLDER / "mini.cards.yaml",
    force_files.SHIPPED / "brigade-group.forces.yaml",
]
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


@each_file
@pytest.mark.usefixtures("qapp")
def test_it_opens_as_its_text(file: Path) -> None:
    work = open_document(file)
    assert isinstance(work, TextDocument)
    assert work.value == file.read_text(encoding="utf-8")
    assert problems_in(work.value, file) == []
    assert problems_in(work.value.replace("title:", "titel:", 1) + "oddity: 1\n", file)


@each_file
def test_what_is_in_it_is_shown(file: Path) -> None:
    said = CliRunner().invoke(main, ["show", str(file), "--json"])
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout)["kind"] == file.name.split(".")[1]
