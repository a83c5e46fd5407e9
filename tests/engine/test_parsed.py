"""What a file says is parsed once, and anew when the file is another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.parsed import parsed


@pytest.fixture
def heard() -> list[str]:
    """What was parsed, in turn."""
    return []


@pytest.fixture
def parse(heard: list[str]) -> Callable[[str], dict[str, int]]:
    def parse(source: str) -> dict[str, int]:
        heard.append(source)
        return {"letters": len(source)}

    return parse


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    file = tmp_path / "said.yaml"
    file.write_text("four", encoding="utf-8")
    return file


Parse = Callable[[str], dict[str, int]]


def test_a_file_that_is_the_same_is_parsed_once(file: Path, parse: Parse, heard: list[str]) -> None:
    assert [parsed(file, parse) for _ in range(3)] == [{"letters": 4}] * 3
    assert heard == ["four"]


def test_a_file_of_another_time_or_size_is_parsed_anew(
    file: Path, parse: Parse, heard: list[str]
) -> None:
    parsed(file, parse)
    file.write_text("seven", encoding="utf-8")
    assert parsed(file, parse) == {"letters": 5}
    os.utime(file, (1, 1))
    parsed(file, parse)
    assert heard == ["four", "seven", "seven"]


def test_another_way_of_parsing_is_asked_itself(file: Path, parse: Parse) -> None:
    parsed(file, parse)
    assert parsed(file, lambda source: source.upper()) == "FOUR"


@pytest.mark.parametrize("harm", [b"", b"junk", b"i\x01\x00\x00\x00"])
def test_what_was_kept_and_is_damaged_is_parsed_anew(
    file: Path, parse: Parse, heard: list[str], harm: bytes
) -> None:
    parsed(file, parse)
    (kept,) = (file.parent / "__pycache__").iterdir()
    kept.write_bytes(harm)
    assert parsed(file, parse) == {"letters": 4}
    assert heard == ["four", "four"]


def test_where_nothing_may_be_written_nothing_is_kept(
    file: Path, parse: Parse, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (file.parent / "__pycache__").write_text("a file where the folder would be", encoding="utf-8")
    assert [parsed(file, parse) for _ in range(2)] == [{"letters": 4}] * 2
    (file.parent / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    parsed(file, parse)
    assert [each.name for each in file.parent.iterdir()] == ["said.yaml"]
    assert heard == ["four"] * 3
