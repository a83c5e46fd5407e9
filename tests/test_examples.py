"""What the pages say to type works as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.files.source_text import ROOT
from studio.cli import COMMANDS, main

SCENARIOS = "samples/tank/scenarios"
# Each page, and the folder its commands are typed in.
PAGES = {"README.md": ".", "docs/scenario-files.md": SCENARIOS, "docs/playtest.md": SCENARIOS}


def blocks(page: str, language: str) -> list[str]:
    """The examples of a page in one language."""
    source = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", source, re.DOTALL)


def commands(page: str) -> list[list[str]]:
    """The commands of ours that a page says to type, in its order, without the comments."""
    lines = map(str.strip, "".join(blocks(page, "sh")).splitlines())
    words = (shlex.split(line, comments=True) for line in lines if line.startswith("sandtable "))
    # A file alone opens the studio, and a host serves until somebody ends it.
    return [line for line in words if line[1] in COMMANDS and line[1] != "host"]


@pytest.mark.long
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_answers(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    own = (ROOT / SCENARIOS / "first-shots.scenario.yaml").read_text(encoding="utf-8")
    own = own.replace("../", "samples/tank/")
    (tmp_path / "my.scenario.yaml").write_text(own, encoding="utf-8")
    monkeypatch.chdir(tmp_path / PAGES[page])
    typed = commands(page)
    assert typed
    for words in typed:
        said = CliRunner().invoke(main, words[1:])
        assert said.exit_code == 0, (words, said.output, said.exception)


def test_the_example_of_the_library_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = (block for block in blocks("docs/plugins.md", "python") if "print(" in block)
    printed: list[object] = []
    exec(compile(example, "plugins.md", "exec"), {"print": printed.append})
    assert [str(value) for value in printed] == re.findall(r"print.*# (\w+)", example)
