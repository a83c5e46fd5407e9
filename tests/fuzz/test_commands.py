"""Every command with every broken input and bad argument: it ends well, and answers once.

The exit code is 0, 1 or 2; with `--json` standard output is one JSON document; nothing is a
traceback, and what is refused is not written. Each command is tried with a few of them, drawn by
`FUZZ_SEED`; with `FUZZ_WHOLE` set, as by `make fuzz`, with every one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from click.testing import CliRunner, Result

from engine.files import source_text
from engine.files.deck_files import open_file as opened_deck
from engine.interchange import deck_csv
from studio.cli import COMMANDS, main
from tests.engine.comparing_maps import FULL
from tests.engine.scenario_texts import DECK, SCENARIO, changed
from tests.engine.scenario_texts import folder as scenario_folder
from tests.fuzz.mutator import damaged_replay, damaged_tree

Drawn = TypeVar("Drawn")
LONG = "long" * 90 + ".map.yaml"
HALF = '"\\ud800"'
REPLAY = "some.replay"
SOUND = "other.map.yaml"  # a scenario where a map should be
BROKEN: dict[str, str | bytes] = {
    "empty.map.yaml": "",
    "bytes.map.yaml": bytes(range(256)),
    "utf16.map.yaml": FULL.encode("utf-16"),
    SOUND: SCENARIO,
    "deck.map.yaml": DECK,
    "keys.map.yaml": changed(FULL, ("style: km-square", "style: km-square, bogus: 1")),
    "sides.scenario.yaml": changed(SCENARIO, ("deck: own", "deck: own, bogus: 1")),
    "units.scenario.yaml": changed(SCENARIO, ("zone: west", "zone: west, bogus: {a: 1}")),
    "arrives.scenario.yaml": changed(SCENARIO, ("turn: 2,", "turn: 2, bogus: 1,")),
    "aims.scenario.yaml": changed(SCENARIO, ("points: 2}", "points: 2, bogus: [1]}")),
    "victory.scenario.yaml": changed(SCENARIO, ("count: 2", "count: 2, bogus: 1")),
    "self.scenario.yaml": changed(SCENARIO, ("lake.map.yaml", "self.scenario.yaml")),
    "longmap.scenario.yaml": changed(SCENARIO, ("lake.map.yaml", "m" * 5000)),
    "cards.deck.yaml": changed(DECK, ("effect: support", "effect: support, bogus: 1")),
    "anchor.deck.yaml": "sandtable: deck/1\ngame: &a tank\ncards: *a\n",
    "deep.deck.yaml": "[" * 5000,
    "infinite.replay": '{"sandtable":"replay/1","seeds":[[1e999,0]],"players":{"a":Infinity}}\n',
    "players.replay": f'{{"sandtable":"replay/1","players":{{{HALF}:{HALF}}}}}\n[]\n{{}}\n',
    "list.room": "[]\n[]\n",
    "head.room": '{"sandtable":"room/1","seats":[]}\n',
    "small.board": 'size 4 4\nhex 0404 0 "" ""\nsize 1 1\nend\n',
    "deep.tmj": '{"a":' * 5000,
    "empty.tmx": "<map/>",
    "half.csv": 'id,effect\n"\ud7ff,',
}
ARGUMENTS: tuple[tuple[str, ...], ...] = (
    ("check", "FILE"), ("check", "FILE", "lake.scenario.yaml"), ("show", "FILE"),
    ("render", "FILE", "out.png"), ("render", "FILE", "nowhere/out.svg"),
    ("render", "FILE", "out.png", "--sight", "@0,0"), ("sight", "FILE", "@0,0"),
    ("sight", "FILE", "@0,0", "@9,9"), ("reach", "FILE", "@0,0", "--mp", "nan"),
    ("play", "FILE"), ("play", "FILE", "--red", "random", "--green", "x"),
    ("balance", "FILE", "--games", "1", "--workers", "1"), ("replay", "FILE"),
    ("replay", "FILE", "--verify"), ("replay", REPLAY, "--scenario", "FILE"), ("stamp", "FILE"),
    ("games", "FILE"), ("new", "FILE"), ("print", "FILE", "out.pdf"),
    ("host", "FILE"), ("host", "--room", "FILE"), ("import", "csv", "FILE", "lake.scenario.yaml"),
    ("import", "csv", "FILE", "own.deck.yaml"), ("import", "csv", "own.csv", "FILE"),
    ("import", "board", "FILE", "out.map.yaml"), ("import", "tiled", "FILE", "out.map.yaml"),
    ("import", "wesnoth", "FILE", "out.map.yaml"), ("import", "mms", "FILE", "out.scenario.yaml"),
    ("import", "terrain", "FILE", "out.map.yaml"), ("export", "board", "FILE", "out.board"),
    ("export", "tiled", "FILE", "out.tmx"), ("export", "wesnoth", "FILE", "out.map"),
    ("export", "vassal", "FILE", "out.vmod"), ("export", "geojson", "FILE", "out.geojson"),
    ("export", "csv", "FILE", "out.csv"),
    ("export", "cutting", "FILE", "out.svg"), ("export", "cards", "FILE", "pictures"),
    ("export", "counters", "FILE", "pictures"), ("export", "uvtt", "FILE", "out.dd2vtt"),
    ("import", "vassal", "FILE", "out.scenario.yaml"), ("import", "vasl", "FILE", "out.map.yaml"),
    ("import", "wxx", "FILE", "out.map.yaml"), ("import", "picture", "FILE", "out.map.yaml"),
    ("import", "uvtt", "FILE", "out.map.yaml"), ("import", "foundry", "FILE", "out.map.yaml"),
    ("export", "foundry", "FILE", "out.json"), ("export", "roll20", "FILE", "out.json"),
    ("export", "tts", "FILE", "out.json"),
    ("render", "lake.map.yaml", "a.png", "--style", "FILE"),
    ("league", "FILE", "--players", "random,greedy", "--games", "2", "--workers", "1"),
    ("league", "lake.scenario.yaml", "--players", "random,greedy", "--games", "2", "--workers", "1",
     "--resume", "FILE"),
    ("balance", "lake.scenario.yaml", "--games", "1", "--workers", "1", "--resume", "FILE"),
    ("samples", "FILE"),
    ("host", "lake.scenario.yaml", "--mail", "FILE"), ("host", "--rematch", "FILE"),
)  # fmt: skip
SEED = os.environ.get("FUZZ_SEED", "20240")
IS_WHOLE = "FUZZ_WHOLE" in os.environ
FEW = 4  # of the broken inputs, or bad arguments, that a command is tried with
WORKING = ("host", "stamp", "balance", "print", "play", "league")
BAD_WORDS = ("", "--bogus", "nan", "\U0001f600", "x" * 5000, ".", "/", "\udcff")


@pytest.fixture
def folder(laid: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every broken file beside sound ones, to be in."""
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")
    for file in laid.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    (tmp_path / "folder.map.yaml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.room")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of that folder."""
    tmp_path = tmp_path_factory.mktemp("laid")
    scenario = scenario_folder(tmp_path)
    for name, content in BROKEN.items():
        raw = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(raw)
    deck = opened_deck(tmp_path / "own.deck.yaml", "own").deck
    from engine.games import card_effects_of

    (tmp_path / "own.csv").write_text(deck_csv.compose(deck, card_effects_of("tank")), "utf-8")
    ended(run("play", str(scenario), "--save", str(tmp_path / REPLAY)))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def ended(result: Result, *words: str) -> Result:
    """The result of a command that ended as commands do; a traceback is a finding."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        told = "".join(traceback.format_exception(result.exception))
        raise AssertionError(f"{' '.join(map(repr, words))}\n{told}")
    assert result.exit_code in (0, 1, 2), words
    return result


def answered(*words: str) -> Any:
    """What a command answers with --json: one document, whatever became of it."""
    result = ended(run(*words, "--json"), *words)

    def no_number(word: str) -> None:
        raise AssertionError(f"{word} in the answer to {words}")

    return json.loads(result.stdout, parse_constant=no_number)


def names_of(folder: Path) -> Iterator[str]:
    yield from BROKEN
    yield from ("folder.map.yaml", "missing.map.yaml", LONG)
    if (folder / "pipe.room").exists():
        yield "pipe.room"


def drawn(every: Iterable[Drawn], words: tuple[str, ...]) -> list[Drawn]:
    """A few of them, others for each command; all where the whole is wanted."""
    listed = list(every)
    print(f"FUZZ_SEED={SEED}")  # noqa: T201
    return listed if IS_WHOLE else Random(f"{SEED} {words}").sample(listed, FEW)


@pytest.mark.parametrize("words", ARGUMENTS, ids=" ".join)
def test_a_command_tells_what_is_wrong_with_any_broken_file(
    folder: Path, words: tuple[str, ...]
) -> None:
    before = {file: file.read_bytes() for file in folder.iterdir() if file.suffix == ".yaml"
              and file.is_file()}  # fmt: skip
    for name in drawn(names_of(folder), words):
        if name == SOUND and words[0] in WORKING:
            continue  # nothing is wrong with it
        given = [name if word == "FILE" else word for word in words]
        answered(*given)
    assert before == {file: file.read_bytes() for file in before}, "a refused file was written"


@pytest.mark.parametrize("words", ARGUMENTS, ids=" ".join)
def test_a_command_tells_what_is_wrong_with_any_argument(
    folder: Path, words: tuple[str, ...]
) -> None:
    for bad, place in drawn(product(BAD_WORDS, range(1, len(words))), words):
        given = [*words[:place], bad, *words[place + 1 :]]
        named = ["empty.map.yaml" if word == "FILE" else word for word in given]
        answered(*named[:1], "--json", *named[1:])


MISNAMED = (SOUND, "deck.map.yaml")
BY_NAME: dict[str, tuple[str, ...]] = {
    ".replay": ("replay", "FILE"), ".room": ("host", "--room", "FILE"),
    ".board": ("import", "board", "FILE", "out.map.yaml"),
    ".tmj": ("import", "tiled", "FILE", "out.map.yaml"),
    ".tmx": ("import", "tiled", "FILE", "out.map.yaml"),
    ".csv": ("import", "csv", "FILE", "own.deck.yaml"),
}  # fmt: skip


def test_every_broken_file_is_refused_by_the_command_that_reads_its_like(folder: Path) -> None:
    """Each was once the way to a traceback, or to a wait without end."""
    for name in names_of(folder):
        if name in MISNAMED:
            continue  # nothing is wrong with them but their names
        words = BY_NAME.get(Path(name).suffix, ("check", "FILE"))
        given = [name if word == "FILE" else word for word in words]
        answer = answered(*given)
        kinds = ("problems", "error", "losses")  # lines that are left out are losses
        told = answer if isinstance(answer, list) else [*filter(None, map(answer.get, kinds))]
        assert told, given


@pytest.mark.parametrize("command", [*COMMANDS, "import csv", "export csv", "bogus"])
def test_wrong_use_is_answered_in_json_too(folder: Path, command: str) -> None:
    words = [*command.split(), "--json", "--bogus"]
    if command in ("play", "balance"):
        words = [*command.split(), "--json"]
    result = ended(run(*words), *words)
    assert result.exit_code == 2
    assert set(json.loads(result.stdout)) == {"error", "problems"}


@pytest.mark.parametrize("seed", range(12 if IS_WHOLE else 2))
def test_damaged_files_are_told_or_taken(folder: Path, seed: int) -> None:
    for name in ("lake.map.yaml", "lake.scenario.yaml", "own.deck.yaml", REPLAY):
        content = (folder / name).read_bytes()
        damage = damaged_replay if name == REPLAY else damaged_tree
        (folder / f"d-{name}").write_bytes(damage(content, seed, 3))
        for words in (("check",), ("show",), ("stamp",), ("replay",)):
            answered(*words, f"d-{name}")


@pytest.mark.parametrize(
    "words",
    [("check", "self.scenario.yaml"), ("show", LONG), ("host", "--room", "pipe.room")],
    ids=" ".join,
)
def test_a_process_of_its_own_ends_the_same_way(folder: Path, words: tuple[str, ...]) -> None:
    ended_ = subprocess.run(
        [sys.executable, "-c", "from studio.cli import main; main()", *words, "--json"],
        capture_output=True, timeout=60, check=False, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(source_text.ROOT)},
    )  # fmt: skip
    assert ended_.returncode == 1
    assert b"Traceback" not in ended_.stderr
    json.loads(ended_.stdout)
