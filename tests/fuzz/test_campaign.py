"""Damaged files of every format obey the law; and the campaign finds, keeps and minimises."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from itertools import cycle, islice
from pathlib import Path

import pytest

from engine.files.source_text import is_file
from engine.files.strict_json import loads
from tests.fuzz import campaign
from tests.fuzz.__main__ import _keep
from tests.fuzz.campaign import Campaign
from tests.fuzz.formats import formats
from tests.fuzz.judging import Format
from tests.fuzz.mutator import damaged_tree

SEED = 20_240
EACH = 8  # files of each format


@pytest.fixture(scope="module")
def every(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    """A campaign over all formats."""
    folder = tmp_path_factory.mktemp("fuzz")
    return Campaign(formats(folder), folder, SEED)


def test_every_sound_file_obeys_the_law(every: Campaign) -> None:
    told = {name: every.told(format_, format_.sound) for name, format_ in every.formats.items()}
    assert not any(told.values()), "\n".join(f"{name}: {said}" for name, said in told.items())


def test_damaged_files_of_every_format_obey_the_law(every: Campaign) -> None:
    names = islice(cycle(every.formats), EACH * len(every.formats))
    found = [f"seed {SEED}: {finding.sign}\n{finding.told}" for finding in every.run(names)]
    assert not found, "\n".join(found)
    assert every.judged.total() == EACH * len(every.formats)


def test_the_same_seed_damages_in_the_same_way(every: Campaign) -> None:
    for format_ in every.formats.values():
        assert format_.damage(format_.sound, 7, 3) == format_.damage(format_.sound, 7, 3)


# --- the campaign itself --------------------------------------------------------------------------


def _weak(path: Path) -> None:
    """A law that a file with a `b` in it breaks."""
    words = path.read_text(encoding="utf-8", errors="replace")
    if '"b"' in words:
        raise KeyError("b")


def _endless(path: Path) -> None:
    while is_file(path):
        pass


def _waiting(path: Path) -> None:
    while is_file(path):
        time.sleep(0.01)


def _greedy(path: Path) -> None:
    assert bytearray(3 * 2**30), path


WEAK = Format("weak.json", b'{"a": [1, 2, 3], "c": {"d": "e"}}', damaged_tree, _weak)


def alone(format_: Format, folder: Path) -> Campaign:
    formats_: Mapping[str, Format] = {"weak": format_}
    return Campaign(formats_, folder, 3)


def test_what_breaks_the_law_is_found_once_made_small_and_kept(tmp_path: Path) -> None:
    content = json.dumps({"a": [1, 2, 3], "b": {"d": "e" * 50}}).encode()
    judging = alone(Format("weak.json", content, lambda said, *_: said, _weak), tmp_path)
    (finding,) = judging.run(iter(["weak"] * 5))
    assert finding.sign.startswith("KeyError test_campaign.py:in _weak")
    small = judging.smaller(finding)
    assert small.content == b'"b"'
    _keep(small, tmp_path / "kept", "weak.json")
    kept = sorted(path.suffix for path in (tmp_path / "kept").iterdir())
    assert kept == [".json", ".txt"]


@pytest.mark.parametrize(
    ("law", "error"),
    [(_endless, "TooLong"), (_waiting, "TooLong"), (_greedy, "MemoryError")],
)
def test_what_takes_too_long_or_too_much_memory_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, law: object, error: str
) -> None:
    monkeypatch.setattr(campaign, "SECONDS", 0.5)
    monkeypatch.setattr(campaign, "WAITING", 0.5 if law is _waiting else 60.0)
    judging = alone(Format("a", b"x", lambda said, *_: said, law), tmp_path)  # type: ignore[arg-type]
    (finding,) = judging.run(iter(["weak"]))
    assert error in finding.told


# --- JSON from outside ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    ["NaN", "Infinity", "[1e999]", '{"a": -1e999}', '"\\ud800"', '{"\\udc00x": 1}',
     "[" * 70 + "]" * 70, "[" * 100_000, "", "{", "9" * 5000],
)  # fmt: skip
def test_what_is_no_json_or_cannot_be_written_again_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        loads(said)


@pytest.mark.parametrize("said", ['"\\ud83d\\ude00"', '{"a": [1, 2.5, null, true]}', '"\\\\ud800"'])
def test_json_is_read_as_it_is(said: str) -> None:
    assert loads(said) == json.loads(said)
