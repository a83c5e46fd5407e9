"""What is compiled at every start is compiled once, and is the same code."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import startup_cache
from engine.startup_cache import CodeCache, cache_dataclass_code, cache_source_modules

SOURCE = "answer = 6 * 7"
DEFAULT = compile


@pytest.fixture(autouse=True)
def _written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is compiled, in turn."""
    found: list[object] = []

    def listening(source: str | bytes, name: str, mode: str, *, dont_inherit: bool) -> object:
        found.append(source)
        return DEFAULT(source, name, mode, dont_inherit=dont_inherit)

    monkeypatch.setattr(startup_cache, "compile", listening, raising=False)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def answer(compiled: CodeCache, source: str | bytes = SOURCE) -> object:
    """What running a text comes to."""
    made: dict[str, object] = {}
    exec(compiled.code(source, "<text>"), made)
    return made["answer"]


def test_a_text_is_compiled_once_for_all_processes(file: Path, heard: list[object]) -> None:
    for _ in range(3):
        compiled = CodeCache(file)
        assert answer(compiled) == answer(compiled) == 42
        compiled.keep()
    assert heard == [SOURCE]


def test_another_text_and_another_place_are_compiled_themselves(
    file: Path, heard: list[object]
) -> None:
    compiled = CodeCache(file)
    assert answer(compiled, "answer = 1") == 1
    assert answer(compiled, b"answer = 1") == 1
    assert compiled.code("answer = 1", "there.py").co_filename == "there.py"
    assert heard == ["answer = 1", b"answer = 1", "answer = 1"]


def test_nothing_is_written_where_nothing_is_new(file: Path) -> None:
    compiled = CodeCache(file)
    compiled.code(SOURCE, "<text>")
    compiled.keep()
    file.unlink()
    CodeCache(file).keep()
    assert not file.exists()


def test_what_is_damaged_or_of_another_python_is_compiled_anew(
    file: Path, heard: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept() -> bytes:
        compiled = CodeCache(file)
        assert answer(compiled) == 42
        compiled.keep()
        return file.read_bytes()

    whole = kept()
    for harm in (b"", b"junk", whole[:-1], whole[:40] + b"!" + whole[41:]):
        file.write_bytes(harm)
        assert kept() == whole
    assert len(heard) == 5
    monkeypatch.setattr(startup_cache, "MAGIC_NUMBER", b"next")
    assert kept() != whole
    assert len(heard) == 6


def test_texts_of_many_versions_do_not_heap_up(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup_cache, "MAXIMUM", 10)
    for version in range(30):
        compiled = CodeCache(file)
        assert answer(compiled, f"answer = {version}") == version
        compiled.keep()
        assert file.stat().st_size < 5_000


@pytest.fixture
def usual_dataclasses() -> Iterator[None]:
    """What is put into `dataclasses` is taken out again."""
    yield
    vars(dataclasses).pop("exec", None)


@pytest.mark.usefixtures("usual_dataclasses")
def test_dataclasses_are_as_they_would_be(
    file: Path, heard: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_end: list[object] = []
    monkeypatch.setattr("atexit.register", at_end.append)
    cache_dataclass_code(compiled := CodeCache(file))
    assert at_end == [compiled.keep]

    def made() -> type:
        fields = [("x", int), ("y", list[int], dataclasses.field(default_factory=list))]
        return dataclasses.make_dataclass("Point", fields, frozen=True, order=True)

    first, second = made(), made()
    assert len(heard) == len(set(heard)) > 3
    for point in (first, second):
        assert (point(1), point(1).y, point(1) < point(2)) == (point(1, []), [], True)
        assert repr(point(1)) == "Point(x=1, y=[])"
        with pytest.raises(dataclasses.FrozenInstanceError):
            point(1).x = 2
    assert first(1) != second(1)
    assert vars(first)["__init__"].__code__ == vars(second)["__init__"].__code__


def test_modules_that_compile_themselves_are_kept_and_others_go_their_way(
    file: Path, heard: list[object]
) -> None:
    with cache_source_modules(CodeCache(file)):
        exec(compile(b"x = 1", "module.py", "exec"), {})
        assert eval(compile("6 * 7", "<text>", "eval")) == 42
        exec(compile("x = 1", "<text>", "exec"), {})
    assert compile is DEFAULT
    assert heard == [b"x = 1"]


def test_the_program_starts_alike_with_and_without_what_is_kept(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    words = [
        sys.executable,
        "-c",
        "from studio.command_line import main; main()",
        "check",
        "--help",
    ]

    def told() -> str:
        return subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout

    first = told()
    (kept,) = tmp_path.rglob("startup_cache.py.kept.*")
    written = kept.read_bytes()
    assert "check" in first
    assert told() == first
    assert kept.read_bytes() == written
    kept.write_bytes(written[:-9])
    assert told() == first
    assert kept.read_bytes() == written
