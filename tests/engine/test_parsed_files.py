"""What a file says is parsed once, and anew when the file is another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.parsed_file_cache import parse_cached


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
    assert [parse_cached(file, parse) for _ in range(3)] == [{"letters": 4}] * 3
    assert heard == ["four"]


def test_a_file_of_another_time_or_size_is_parsed_anew(
    file: Path, parse: Parse, heard: list[str]
) -> None:
    parse_cached(file, parse)
    file.write_text("seven", encoding="utf-8")
    assert parse_cached(file, parse) == {"letters": 5}
    os.utime(file, (1, 1))
    parse_cached(file, parse)
    assert heard == ["four", "seven", "seven"]


def test_another_way_of_parsing_is_asked_itself(file: Path, parse: Parse) -> None:
    parse_cached(file, parse)
    assert parse_cached(file, lambda source: source.upper()) == "FOUR"


def test_a_way_of_parsing_that_was_changed_is_asked_anew(file: Path, tmp_path: Path) -> None:
    module = tmp_path / "parsing.py"
    for way, time in (("upper", 1), ("title", 2)):
        module.write_text(f"def parse(source): return source.{way}()", encoding="utf-8")
        os.utime(module, (time, time))
        made: dict[str, Callable[[str], str]] = {}
        exec(compile(module.read_text(encoding="utf-8"), module, "exec"), made)
        assert parse_cached(file, made["parse"]) == getattr("four", way)()


def test_what_was_kept_and_is_damaged_is_parsed_anew(
    file: Path, parse: Parse, heard: list[str]
) -> None:
    parse_cached(file, parse)
    (kept,) = (file.parent / "__pycache__").iterdir()
    whole = kept.read_bytes()
    damaged = [whole[:place] + bytes([byte ^ 64]) + whole[place + 1 :]
               for place, byte in enumerate(whole)]  # fmt: skip
    for harm in (b"", b"junk", whole[:-1], *damaged):
        kept.write_bytes(harm)
        assert parse_cached(file, parse) == {"letters": 4}
    assert len(heard) == 1 + 3 + len(damaged)
    assert kept.read_bytes() == whole


def test_what_cannot_be_kept_leaves_nothing_behind(file: Path, parse: Parse) -> None:
    parse_cached(file, parse)
    (kept,) = (file.parent / "__pycache__").iterdir()
    kept.unlink()
    kept.mkdir()
    assert parse_cached(file, parse) == {"letters": 4}
    assert [*kept.parent.iterdir()] == [kept]


def test_where_nothing_may_be_written_nothing_is_kept(
    file: Path, parse: Parse, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (file.parent / "__pycache__").write_text("a file where the folder would be", encoding="utf-8")
    assert [parse_cached(file, parse) for _ in range(2)] == [{"letters": 4}] * 2
    (file.parent / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    parse_cached(file, parse)
    assert [each.name for each in file.parent.iterdir()] == ["said.yaml"]
    assert heard == ["four"] * 3
