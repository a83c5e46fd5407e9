"""The quick half of the tests: what belongs to it, and that it opens no window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import selection
from tests.selection import ROOT, imported_names, is_quick

TESTS = ROOT / "tests"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import os, a.b as c\n", ["os", "a.b"]),
        ("from a.b import c as d, e  # why\n", ["a.b", "a.b.c", "a.b.e"]),
        ("from a import (\n    b,\n    c as d,\n)\n", ["a", "a.b", "a.c"]),
        ("if TYPE_CHECKING:\n    import a\ndef f():\n    from a import b\n", []),
    ],
)
def test_what_a_module_loads_is_read_from_its_imports(source: str, names: list[str]) -> None:
    assert list(imported_names(source)) == names


def test_windows_and_browsers_are_left_out_and_rules_are_not() -> None:
    assert not is_quick(TESTS / "studio/main_window")
    assert not is_quick(TESTS / "studio/main_window/test_access.py")
    assert not is_quick(TESTS / "studio/web/test_browser.py")
    assert is_quick(TESTS / "games/tank/test_rolls.py")
    assert is_quick(TESTS / "studio/documents/test_geometry.py")


def test_a_file_is_slow_where_a_helper_of_it_opens_windows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = {
        "studio/widgets/__init__.py": "",
        "studio/widgets/dial.py": "from PySide6.QtWidgets import QDial\n",
        "tests/helper.py": "from studio.widgets import dial\n",
        "tests/test_slow.py": "from tests import helper\n",
        "tests/test_quick.py": "from studio.widgets import DIALS\n",
        "tests/below/conftest.py": "import tests.helper\n",
        "tests/below/test_plain.py": "import os\n",
    }
    for name, source in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    monkeypatch.setattr(selection, "ROOT", tmp_path)
    monkeypatch.setattr(selection, "slow_modules", selection.slow_modules.__wrapped__)
    judged = selection.is_quick.__wrapped__
    assert judged(tmp_path / "tests/test_quick.py")
    assert not judged(tmp_path / "tests/test_slow.py")
    assert not judged(tmp_path / "tests/below/test_plain.py")


def test_a_quick_run_has_loaded_no_window_when_it_begins(pytestconfig: pytest.Config) -> None:
    loaded = pytestconfig.stash.get(selection.LOADED, None)
    if loaded is None:
        pytest.skip("the whole suite opens windows")
    assert loaded == []
