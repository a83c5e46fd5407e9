"""Pictures of the docs show the program as it is; one that does not is found out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine.files.source_text import ROOT
from tools import ground_gallery, likeness, pictures

UNSEEN = ("bayreuth", "crossroads", "styles", "valor-counters")
"""Drawn without a window: the same on every machine."""


def painted(wide: int, high: int, spot: QRect | None = None) -> QImage:
    image = QImage(wide, high, QImage.Format.Format_RGB888)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.fillRect(spot or QRect(), Qt.GlobalColor.darkRed)
    painter.end()
    return image


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "kept.png"
    file.write_bytes(likeness.as_png(painted(200, 100)))
    return file


def test_a_picture_is_like_itself_and_like_one_with_a_caret(kept: Path) -> None:
    assert likeness.is_like(kept, painted(200, 100))
    assert likeness.is_like(kept, painted(200, 100, QRect(10, 10, 1, 8)))


def test_a_picture_with_another_word_or_another_size_is_stale(kept: Path) -> None:
    assert not likeness.is_like(kept, painted(200, 100, QRect(10, 10, 20, 8)))
    assert not likeness.is_like(kept, painted(201, 100))


def test_a_picture_that_is_not_there_is_stale(tmp_path: Path) -> None:
    assert not likeness.is_like(tmp_path / "none.png", painted(200, 100))


def test_what_was_painted_otherwise_is_named(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PICTURES", tmp_path)
    (tmp_path / "crossroads.png").write_bytes(likeness.as_png(painted(1133, 1014)))
    assert pictures.stale(["crossroads"]) == ["crossroads"]
    pictures.take(["crossroads"], tmp_path)
    assert pictures.stale(["crossroads"]) == []


def test_pictures_of_maps_and_counters_are_those_of_now(qapp: QApplication) -> None:
    assert pictures.stale(UNSEEN) == [], "python -m tools.pictures takes them anew"


def test_pictures_of_made_ground_are_those_of_now(qapp: QApplication, tmp_path: Path) -> None:
    """Those of real ground need its files; film strips catch what moves by the clock."""
    ground_gallery.show_made(tmp_path)
    taken = sorted(tmp_path.glob("*.png"))
    assert [file.name for file in taken] == ["gallery-coast.png", "gallery-valley.png"]
    stale = [file.name for file in taken
             if not likeness.is_like(pictures.PICTURES / file.name, file.read_bytes())]  # fmt: skip
    assert stale == [], "python -m tools.ground_gallery draws them anew"


def test_every_picture_of_the_docs_is_there_and_taken_by_a_script() -> None:
    pages = "\n".join(
        page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *ROOT.glob("docs/*.md")]
    )
    shown = set(re.findall(r"\]\((?:docs/)?pictures/([\w-]+)\.png\)", pages))
    assert shown == {file.stem for file in (ROOT / "docs/pictures").glob("*.png")}
    of_ground = {name for name in shown if name.startswith(("gallery-", "ground-"))}
    assert shown - of_ground == set(pictures.KNOWN)
