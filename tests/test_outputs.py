"""What pages show of the program's answers is what it answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.languages import LANGUAGES
from tools import outputs


def test_every_answer_on_a_page_is_the_one_of_now() -> None:
    folders = {page.parent.name for page in outputs.pages()}
    assert folders == {"how-to", *LANGUAGES} - {"en"}
    assert outputs.stale() == [], "python -m tools.outputs writes them anew"


def test_an_answer_of_yesterday_is_found_out_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "docs" / "page.md"
    page.parent.mkdir()
    (tmp_path / "samples").mkdir()
    page.write_text("Text.\n\n```console\n$ sandtable new a.map.yaml\nso was it\n```\n\nMore.\n")
    monkeypatch.setattr(outputs, "ROOT", tmp_path)
    assert outputs.main(["--check"]) == 1
    assert outputs.main([]) == 0
    words = page.read_text(encoding="utf-8")
    assert words.startswith("Text.\n\n```console\n$ sandtable new a.map.yaml\na.map.yaml: ")
    assert words.endswith("\n```\n\nMore.\n")
    assert "so was it" not in words
    assert outputs.main(["--check"]) == 0
