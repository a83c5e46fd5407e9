"""Files of another sort than their name says, and losses told together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.interchange import megamek, tiled, universal_vtt, wesnoth, worldographer
from engine.interchange.foreign_files import Archive
from engine.interchange.import_result import Loss, loss_sentences
from engine.problems import InvalidFileError
from engine.texts import text

READERS: dict[str, Callable[[Path], object]] = {
    "a.wxx": worldographer.read, "a.vmod": Archive, "a.tmx": tiled.read, "a.board": megamek.read,
    "a.map": wesnoth.read, "a.uvtt": universal_vtt.read,
}  # fmt: skip
SORTS = {"a PNG picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a gzip archive": b"\x1f\x8b\x08\0\0",
         "a PDF document": b"%PDF-1.7\n\0"}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_a_file_of_another_sort_is_called_what_it_is(tmp_path: Path, name: str) -> None:
    for sort, content in SORTS.items():
        if name == "a.wxx" and sort == "a gzip archive":
            continue  # of such it is made
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InvalidFileError) as refused:
            READERS[name](tmp_path / name)
        (problem,) = refused.value.problems
        assert sort in problem.message("en")


@pytest.mark.parametrize("name", ["a.wxx", "a.vmod"])
def test_json_where_another_sort_is_wanted_is_called_json(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"a": 1}')
    with pytest.raises(InvalidFileError) as refused:
        READERS[name](tmp_path / name)
    assert "this is JSON" in refused.value.problems[0].message("en")


def test_what_is_lost_in_one_way_is_told_in_one_line() -> None:
    losses = [
        Loss("scene-drawn", "road", 1), Loss("not-title", "Hill", 1),
        Loss("scene-drawn", "woods", 1), Loss("board-side", "wall", 1, ("@1,1",)),
    ]  # fmt: skip
    assert loss_sentences(losses, "en") == [
        f"{text('interchange.scene-drawn', 'en', what='road, woods')} (2 ×)",
        f"{text('interchange.not-title', 'en', what='Hill')} (1 ×)",
        f"{text('interchange.board-side', 'en', what='wall')} (1 ×): @1,1",
    ]
