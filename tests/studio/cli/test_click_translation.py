"""What click says itself is said in the reader's language."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.files.source_text import ROOT
from engine.languages import LANGUAGES
from engine.texts import text, texts_with_prefix
from studio.cli.click_translation import SPEAKERS

CODE = "from studio.command_line import main; main()"
SAID = ("usage", "options", "help", "missing-argument")


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_wrong_use_are_told_in_the_reader_s_language(language: str) -> None:
    usage, options, help_, missing = (text(f"click.{key}", language) for key in SAID)
    assert language == "en" or usage != text("click.usage", "en")
    explained = called("check", "--help", language=language)
    assert explained.returncode == 0
    assert [each for each in (usage, options, help_) if each not in explained.stdout] == []
    refused = called("check", language=language)
    assert refused.returncode == 2
    assert [each for each in (usage, missing) if each not in refused.stderr] == []


def called(*words: str, language: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own: options read their help once."""
    surroundings = {**os.environ, "SANDTABLE_LANGUAGE": language, "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", CODE, *words]
    return subprocess.run(
        command, env=surroundings, cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip


def test_click_has_every_sentence_that_is_translated() -> None:
    """One that a newer click words otherwise would stay English."""
    source = "".join(
        _plain(Path(str(module.__file__)).read_text(encoding="utf-8")) for module in SPEAKERS
    )
    english = [said["en"] for said in texts_with_prefix("click", "").values()]
    assert [each for each in english if _plain(repr(each)[1:-1]) not in source] == []


def _plain(text: str) -> str:
    return text.replace('\\"', '"').replace("\\'", "'")
