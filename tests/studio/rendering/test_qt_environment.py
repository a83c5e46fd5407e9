from __future__ import annotations

import os
import subprocess
import sys

import pytest

from engine.hexes.grid import Grid
from engine.map.map import Map, PlaceName
from studio.rendering import qt_environment, text_painting


@pytest.mark.parametrize(
    ("message", "package"),
    [
        ("libEGL.so.1: cannot open shared object file: No such file or directory", "libegl1"),
        ("libGL.so.1: cannot open shared object file: No such file", "libgl1"),
        ("libxkbcommon.so.0: cannot open shared object file", "libxkbcommon0"),
        ("libdbus-1.so.3: cannot open shared object file", "libdbus-1-3"),
        ("libfontconfig.so.1: cannot open shared object file", "libfontconfig1"),
        ("libglib-2.0.so.0: cannot open shared object file", "libglib2.0-0"),
    ],
)
def test_a_missing_library_is_named_with_the_package_that_brings_it(
    message: str, package: str
) -> None:
    said = qt_environment.missing_library_text(ImportError(message))
    assert message.partition(":")[0] in said
    assert said.endswith(f"apt install {package}")


def test_a_library_nobody_has_heard_of_is_named() -> None:
    assert "libodd.so.9" in qt_environment.missing_library_text(
        ImportError("libodd.so.9: cannot open shared object")
    )


def test_any_other_failure_of_qt_is_passed_on() -> None:
    assert "No module named" in qt_environment.missing_library_text(
        ImportError("No module named 'PySide6'")
    )


def map_with(name: str) -> Map:
    map_ = Map.blank(Grid(3, 3))
    map_.places = [PlaceName(map_.grid.hex(1, 1), name)]
    return map_


def test_chinese_text_without_a_chinese_font_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_painting, "font_families", lambda: ("DejaVu Sans",))
    assert len(qt_environment.rendering_warnings(map_with("狐山"), "en")) == 1
    assert "fonts-noto-cjk" in qt_environment.rendering_warnings(map_with("Fox Hill"), "zh")[0]


def test_latin_text_needs_no_chinese_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_painting, "font_families", lambda: ("DejaVu Sans",))
    assert qt_environment.rendering_warnings(map_with("Fox Hill"), "en") == []


def test_a_chinese_font_settles_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_painting, "font_families", lambda: ("DejaVu Sans", "SimHei"))
    assert qt_environment.rendering_warnings(map_with("狐山"), "zh") == []


def test_a_locale_without_utf_8_is_no_matter_of_the_user() -> None:
    """Qt starts once in a process: it is started in one of its own."""
    drawn = (
        "from studio.rendering.qt_environment import ensure_application;"
        "print(ensure_application().platformName())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", drawn],
        env={**os.environ, "LC_ALL": "C", "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("offscreen\n", "")
