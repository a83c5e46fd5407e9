"""A desktop is told of the program and its files, and forgets them again."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from click.testing import CliRunner, Result
from PySide6.QtGui import QIcon

from engine.files.source_text import ROOT
from engine.languages import LANGUAGES
from studio.cli import main
from studio.desktop.freedesktop import FILE_TYPES, ICON, NAMESPACE, desktop_entry, mime_package

SAMPLES = ROOT / "samples"
ASK = """
from studio.app import start_qt_application
application = start_qt_application()
print(application.windowIcon().isNull(), application.desktopFileName())
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["install-desktop", *map(str, words)])


def files_below(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("sandtable.*")}


def test_all_is_laid_where_a_desktop_looks_and_taken_away_again(tmp_path: Path) -> None:
    done = run("--home", tmp_path, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["installed"]
    laid = {
        "applications/sandtable.desktop",
        "icons/hicolor/scalable/apps/sandtable.svg",
        "mime/packages/sandtable.xml",
    }
    assert files_below(tmp_path) == laid
    assert {str(Path(file).relative_to(tmp_path)) for file in told["files"]} == laid
    assert run("--home", tmp_path).exit_code == 0, "a second time is no harm"
    done = run("--home", tmp_path, "--remove")
    assert done.exit_code == 0, done.output
    assert files_below(tmp_path) == set()
    assert run("--home", tmp_path, "--remove").exit_code == 0


def test_it_goes_to_the_user_s_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert run().exit_code == 0
    assert (tmp_path / "data/applications/sandtable.desktop").is_file()
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")  # is to be ignored, says the specification
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert run().exit_code == 0
    assert (tmp_path / "home/.local/share/applications/sandtable.desktop").is_file()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("--home", tmp_path / "file")
    assert done.exit_code == 1
    assert str(tmp_path / "file") in done.stderr
    assert "Traceback" not in done.stderr


def test_the_entry_names_the_program_in_every_language_and_quotes_it() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # as its documentation says
    entry.read_string(desktop_entry('/opt/a "$b" 100%/sandtable'))
    section = entry["Desktop Entry"]
    assert section["Exec"] == '"/opt/a \\\\"\\\\$b\\\\" 100%%/sandtable" %F'
    assert section["Name"] == "Sandtable"
    for key in ("GenericName", "Comment", "Keywords"):
        assert section[key]
        assert len([each for each in section if each.startswith(key)]) == len(LANGUAGES)
    assert "application/x-sandtable-scenario" in section["MimeType"].split(";")


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="no desktop-file-utils here")
def test_the_entry_is_as_the_standard_asks(tmp_path: Path) -> None:
    file = tmp_path / "sandtable.desktop"
    file.write_text(desktop_entry("/usr/bin/sandtable"), "utf-8")
    done = subprocess.run(
        ["desktop-file-validate", str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_sample_is_known_by_how_it_begins_and_by_its_name() -> None:
    types = Xml.fromstring(mime_package()).findall(f"{{{NAMESPACE}}}mime-type")
    assert len(types) == len(FILE_TYPES)
    ways = {}
    for type_ in types:
        match = type_.find(f"{{{NAMESPACE}}}magic/{{{NAMESPACE}}}match")
        glob = type_.find(f"{{{NAMESPACE}}}glob")
        assert match is not None
        assert glob is not None
        ends = int(match.attrib["offset"].rpartition(":")[2])
        ways[type_.attrib["type"]] = (match.attrib["value"], ends, glob.attrib["pattern"])
    known = {value: mime for mime, (value, *_) in ways.items()}
    samples = [file for file in SAMPLES.rglob("*.*") if file.suffix in (".yaml", ".replay")]
    assert len(samples) > 30
    for file in samples:
        begins = file.read_bytes()[:8192].decode("utf-8", "replace")
        found = re.search(r'(?m)^(sandtable: \w+/|\{"sandtable":"\w+/)', begins)
        assert found, file
        mime = known[found[0]]
        _, ends, pattern = ways[mime]
        assert len(begins[: found.start()].encode()) <= ends, file
        assert file.match(pattern), file


def test_the_desktop_s_own_program_reads_the_types(tmp_path: Path) -> None:
    program = shutil.which("update-mime-database")
    if program is None:
        pytest.skip("no shared-mime-info here")
    assert run("--home", tmp_path).exit_code == 0
    words = (tmp_path / "mime/globs2").read_text("utf-8")
    for each in FILE_TYPES:
        for ending in each.endings:
            assert f"60:{each.mime}:*.{ending}" in words


def test_the_window_has_the_picture(qapp: object) -> None:
    assert not QIcon(str(ICON)).pixmap(64, 64).isNull()
    ran = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.split() == ["False", "sandtable"]
