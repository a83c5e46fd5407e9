"""The documentation site: each page has its place, and what is made of the program is whole."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from engine.files.source_text import ROOT
from studio.cli import COMMANDS
from studio.framework.manual_pages import SHELVES
from tools import site

SETTINGS = ROOT / "mkdocs.yml"


def placed() -> set[str]:
    """The pages in the site's contents."""
    lines = SETTINGS.read_text(encoding="utf-8").partition("\nnav:\n")[2]
    return {page for part in yaml.safe_load(lines) for page in pages_in(part)}


def pages_in(part: object) -> list[str]:
    if isinstance(part, str):
        return [part]
    inside = list(part.values()) if isinstance(part, dict) else part
    assert isinstance(inside, list)
    return [page for each in inside for page in pages_in(each)]


def test_every_page_has_its_place_in_the_contents() -> None:
    written = {file.relative_to(ROOT / "docs").as_posix() for file in ROOT.glob("docs/**/*.md")}
    assert placed() == written | site.pages().keys()


def test_the_manual_in_the_window_has_the_pages_of_the_site_in_their_order() -> None:
    english, _, _ = SETTINGS.read_text(encoding="utf-8").partition("  - 简体中文:")
    pages = re.findall(r"- (?:.+: )?([\w/-]+)\.md$", english, re.MULTILINE)
    written = [page for page in pages if (ROOT / "docs" / f"{page}.md").is_file()]
    listed = [page for shelf in SHELVES.values() for page in shelf]
    assert listed == [page for page in written if not page.endswith("/index")]


@pytest.mark.parametrize("file", site.AT_ROOT)
def test_links_of_the_pages_at_the_root_lead_to_files_and_headings(file: str) -> None:
    words = (ROOT / file).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", words) if "://" not in link]
    for link in links:
        path, _, heading = link.partition("#")
        target = ROOT / (path or file)
        assert target.exists(), link
        assert not heading or heading in headings(target), link


def headings(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", SHELVES["reference"] + SHELVES["explanation"])
def test_a_page_begins_with_what_its_reader_can_do(page: str) -> None:
    words = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    first = words.split("\n\n")[1]
    assert re.search(r"\b(you|your|use|look up|see|shows?|describes|covers|helps)\b", first, re.I)


def test_every_command_and_option_is_told() -> None:
    told = site.commands_page()
    for name in COMMANDS:
        assert f"## {name}\n" in told
    for option in ("--hex-px", "--until", "--rematch", "--overwrite"):
        assert f"<code>{option}" in told


@pytest.mark.parametrize("file", sorted(ROOT.glob("schemas/*.json")), ids=lambda file: file.stem)
def test_every_key_of_a_schema_is_told(file: Path) -> None:
    schema = json.loads(file.read_text(encoding="utf-8"))
    told = site.formats_page().partition(f"## {schema['title']}\n")[2].partition("\n## ")[0]
    assert all(f"| `{key}` |" in told for key in schema["properties"])


@pytest.mark.long
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--quiet",
            "--strict",
            "--site-dir",
            str(tmp_path),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    library = (tmp_path / "reference" / "library.html").read_text(encoding="utf-8")
    assert "The hexes of one sheet" in library
    page = (tmp_path / "tutorials" / "ru" / "fair.html").read_text(encoding="utf-8")
    assert '<html lang="ru"' in page
    for other in ("../fair.html", "../zh/fair.html", "../zh-Hant/fair.html"):
        assert f'href="{other}" hreflang=' in page
    guide = (tmp_path / "how-to" / "zh" / "maps.html").read_text(encoding="utf-8")
    assert 'href="../ru/maps.html" hreflang=' in guide
    assert re.findall(r'<(?:script|link)[^>]* (?:src|href)="https?:', page) == []
    found = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))
    places = {part["location"] for part in found["docs"]}
    assert {f"tutorials/{code}fair.html" for code in ("", "zh/", "zh-Hant/", "ru/")} <= places
