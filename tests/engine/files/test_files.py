"""Files as text: whatever is in one, it is read or refused with one clear error in one place."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.files import source_text
from engine.files.source_text import SourceNode, format_value_path, parse, read
from engine.problems import InvalidFileError, Problem, TextPosition

few = settings(max_examples=100, deadline=None, derandomize=True)
HEAD = "sandtable: map/1\n"


def refused(text: str) -> Problem:
    """The one problem a text is refused with."""
    with pytest.raises(InvalidFileError) as caught:
        parse(text, "a.yaml")
    (problem,) = caught.value.problems
    return problem


def refused_file(path: Path) -> Problem:
    """The one problem a file is refused with."""
    with pytest.raises(InvalidFileError) as caught:
        read(path)
    (problem,) = caught.value.problems
    return problem


def value_of(text: str) -> object:
    return parse(f"a: {text}\n", "a.yaml").root.plain()["a"]


# --- what cannot be parsed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "mark"),
    [
        ("", "empty-file", TextPosition(1, 1)),
        ("\n\n# nothing\n", "empty-file", TextPosition(1, 1)),
        (HEAD + "title: a: b\n", "broken-yaml", TextPosition(2, 9)),
        (HEAD + "\tgrid: 1\n", "tab-indent", TextPosition(2, 1)),
        (HEAD + "title: {en: A，zh: B\n", "full-width-signs", TextPosition(2, 17)),
        ('{"sandtable": "replay/1"}\n{"answers": []}\n', "is-a-replay", TextPosition(2, 1)),
        ('{"sandtable":"room/1"}\n{"act": "talk"}\n', "is-a-room", TextPosition(2, 1)),
        (HEAD + "title: 'a\n", "broken-yaml", TextPosition(3, 1)),
        (HEAD + "grid: {a: 1\n", "broken-yaml", TextPosition(3, 1)),
        (HEAD + "grid: }\n", "broken-yaml", TextPosition(2, 7)),
        (HEAD + 'title: "\\q"\n', "broken-yaml", TextPosition(2, 9)),
        (HEAD + 'title: "\\uD800"\n', "broken-yaml", TextPosition(2, 11)),
        (HEAD + "title:\n  - @\n", "broken-yaml", TextPosition(3, 5)),
        ("%YAML 9.1\n---\n" + HEAD, "broken-yaml", TextPosition(1, 1)),
        (HEAD + "a: &x 1\n", "alias", TextPosition(2, 4)),
        (HEAD + "a: *x\n", "alias", TextPosition(2, 4)),
        (HEAD + "a: !!python/name:os.system x\n", "tag", TextPosition(2, 4)),
        (HEAD + "a: !mine {b: 1}\n", "tag", TextPosition(2, 4)),
        (HEAD + "---\nsandtable: map/1\n", "second-document", TextPosition(2, 1)),
        (HEAD + "title: a\ntitle: b\n", "key-twice", TextPosition(3, 1)),
        (HEAD + "grid: {rows: 1, rows: 1}\n", "key-twice", TextPosition(2, 17)),
        (HEAD + "? [a, b]\n: 1\n", "key-not-text", TextPosition(2, 3)),
        (HEAD + "? {a: b}\n: 1\n", "key-not-text", TextPosition(2, 3)),
        (HEAD + "title: a\0b\n", "not-text", TextPosition(2, 9)),
        ("title: 十字路口\ncredits: 谢\x07谢\n", "not-text", TextPosition(2, 11)),
        ("\ufefftitle: 十字\x00\n", "not-text", TextPosition(1, 11)),
        (HEAD + 'title: "a\\e[2Jb"\n', "not-text", TextPosition(2, 8)),
        (HEAD + '"ti\\x9btle": a\n', "not-text", TextPosition(2, 1)),
        (HEAD + 'title: "a\\uFFFF"\n', "not-text", TextPosition(2, 8)),
        ("[" * 100_000, "too-deep", TextPosition(1, 33)),
        ("a: " + "{a: " * 100_000, "too-deep", TextPosition(1, 128)),
        ("- " * 100_000, "too-deep", TextPosition(1, 65)),
        ("\n".join(" " * deep + "a:" for deep in range(2000)), "too-deep", TextPosition(33, 33)),
    ],
)
def test_a_text_that_is_no_plain_yaml_is_refused_in_one_place(
    text: str, code: str, mark: TextPosition
) -> None:
    problem = refused(text)
    assert (problem.code, problem.mark) == (code, mark)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", ["", HEAD + "a: *x\n", HEAD + "a: !t 1\n", "a: 1\na: 2\n", "a: }"])
def test_a_refusal_is_a_whole_sentence(text: str, language: str) -> None:
    problem = refused(text)
    said = problem.message(language) + problem.hint(language)
    assert problem.message(language)
    assert not set("{}") & set(said.replace("}'", ""))


def test_a_key_given_twice_names_the_line_of_the_first() -> None:
    found = refused(HEAD + "title: a\ncredits: b\ntitle: c\n")
    assert (found.code, found.values["line"]) == ("key-twice", 2)


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 40)]
    problem = refused("\n".join(lines))
    assert (problem.code, problem.mark) == ("alias", TextPosition(1, 5))


def test_too_many_values_are_refused_where_they_become_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(source_text, "MAX_VALUES", 1000)
    problem = refused("[" + "1, " * 5000 + "]")
    assert (problem.code, problem.mark) == ("too-many-values", TextPosition(1, 2 + 3 * 999))


# --- what cannot be read --------------------------------------------------------------------------


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    assert refused_file(tmp_path / "none.yaml").code == "no-such-file"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refused_file(tmp_path).code == "is-a-folder"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert refused_file(tmp_path / "pipe.yaml").code == "not-a-file"


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "file.yaml/inside.yaml"])
def test_an_impossible_name_is_an_error_like_others(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.yaml").write_text(HEAD)
    assert refused_file(tmp_path / name).code == "unreadable-file"


def test_a_file_that_may_not_be_read_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.yaml").write_text(HEAD)
    monkeypatch.setattr(Path, "read_bytes", forbidden)
    problem = refused_file(tmp_path / "a.yaml")
    assert problem.code == "unreadable-file"
    assert "Permission denied" in problem.message("en")


def test_a_file_of_100_megabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    tracemalloc.start()
    try:
        problem = refused_file(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert problem.code == "too-large"
    assert "100 MB" in problem.message("en")
    assert peak < 2**20


@pytest.mark.parametrize(
    ("content", "mark", "byte"),
    [
        ("sandtable: map/1\ntitle: Höhe\n".encode("latin-1"), TextPosition(2, 9), "0xF6"),
        ("sandtable: map/1\ntitle: 十字\n".encode("gb18030"), TextPosition(2, 9), "0xD7"),
        ("题: 字".encode() + b"\xff\n", TextPosition(1, 5), "0xFF"),
        (bytes(range(128, 256)), TextPosition(1, 1), "0x80"),
    ],
)
def test_another_encoding_is_refused_at_its_first_byte(
    tmp_path: Path, content: bytes, mark: TextPosition, byte: str
) -> None:
    (tmp_path / "a.yaml").write_bytes(content)
    problem = refused_file(tmp_path / "a.yaml")
    assert (problem.code, problem.mark) == ("not-utf8", mark)
    assert byte in problem.message("en")


def test_utf_16_is_called_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes("sandtable: map/1\n".encode("utf-16"))
    problem = refused_file(tmp_path / "a.yaml")
    assert (problem.code, problem.mark) == ("utf16", TextPosition(1, 1))
    assert "UTF-16" in problem.message("en")


def test_a_picture_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert refused_file(tmp_path / "a.yaml").code == "not-utf8"


def what_is_wrong(text: str) -> tuple[Problem, ...]:
    try:
        parse(text, "a.yaml")
    except InvalidFileError as error:
        return error.problems
    return ()


@given(st.binary(max_size=300))
@few
def test_any_bytes_are_read_as_they_are_or_refused_in_one_place(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(raw)
    try:
        text = read(path).text
    except InvalidFileError:
        assert min(refused_file(path).mark) >= 1
    else:
        assert text.encode() == raw


YAML_SIGNS = st.sampled_from(
    [*"{}[],:-?&*!|>'\"%@`# \n\r\t\u2028\x85\ufeff0a~.", ": ", "- ", "\n  "]
)


@given(st.lists(YAML_SIGNS | st.characters(codec="utf-8"), max_size=60).map("".join))
@few
def test_any_text_is_parsed_or_refused_in_one_place(text: str) -> None:
    assert len(what_is_wrong(text)) <= 1


# --- what is read ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("2024-02-30", "2024-02-30"),
        ("0x10", "0x10"),
        ("0o7", "0o7"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("=", "="),
        ("'7'", "7"),
        ("007", 7),
        ("-3", -3),
        ("2.50", 2.5),
        ("1e3", 1000),
        ("-0.0", 0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
    ],
)
def test_plain_words_stay_words_and_numbers_are_numbers(written: str, value: object) -> None:
    found = value_of(written)
    assert found == value
    assert type(found) is type(value)


def everywhere(node: SourceNode) -> list[SourceNode]:
    """A node and all inside it, keys included."""
    inside = node.value.values() if isinstance(node.value, dict) else node.value
    nested = inside if isinstance(node.value, dict | list) else []
    return [node, *node.keys.values(), *(deep for one in nested for deep in everywhere(one))]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_every_value_knows_where_it_stands(mark: str, line_end: str) -> None:
    lines = ["# 注释 😀", "one: 'a'", 'two: {三: [b, "c"]}', "four:", "  - d", "  - e: f", ""]
    text = mark + line_end.join(lines)
    source = parse(text, "a.yaml")
    words = {
        text[node.start : node.end]: node.mark
        for node in everywhere(source.root)
        if isinstance(node.value, str)
    }
    assert words == {
        "one": (2, 1), "'a'": (2, 6), "two": (3, 1), "三": (3, 7), "b": (3, 11), '"c"': (3, 14),
        "four": (4, 1), "d": (5, 5), "e": (6, 5), "f": (6, 8),
    }  # fmt: skip


def test_a_path_is_spelled_as_people_write_it() -> None:
    assert format_value_path(["places", 2, "name", "en"]) == "places[2].name.en"


def test_a_path_that_goes_too_far_leads_to_the_nearest_value() -> None:
    root = parse("a: {b: [1]}\n", "a.yaml").root
    assert root.at(["a", "b", 5, "c"]) is root.value["a"].value["b"]
