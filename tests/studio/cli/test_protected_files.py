"""No command replaces a file that may not be written, whatever it makes."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.files.source_text import SAMPLES
from engine.texts import text
from studio.cli import main
from tests.permissions import as_ordinary_user

# Every kind of file a command writes: what is written, and the command. OUT stands for its name.
COMMANDS = {
    "a picture": ("out.png", "render --overwrite primer/maps/primer.map.yaml OUT"),
    "a table": ("out.csv", "export csv --overwrite tank/scenarios/crossroads.scenario.yaml OUT"),
    "another program's map": (
        "out.geojson", "export geojson --overwrite primer/maps/primer.map.yaml OUT",
    ),
    "a replay": (
        "out.replay",
        "play --overwrite first.scenario.yaml --red idle --blue idle --save OUT",
    ),
    "a log": ("out.md", "play --overwrite first.scenario.yaml --red idle --blue idle --log OUT"),
    "a print": ("out.pdf", "print --overwrite primer/maps/primer.map.yaml OUT"),
    "a page": (
        "out.html",
        "replay --overwrite primer/replays/three-cities-random.replay --report OUT",
    ),
    "a scenario's record": ("tank/scenarios/crossroads.scenario.yaml", "stamp OUT"),
    "a scenario's units": ("tank/scenarios/crossroads.scenario.yaml", "import csv units.csv OUT"),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of samples, to be in, with what makes `stamp` and `import csv` write."""
    for game in ("primer", "tank"):
        shutil.copytree(SAMPLES / game, tmp_path / game)
    monkeypatch.chdir(tmp_path)
    scenario = Path("tank/scenarios/crossroads.scenario.yaml")
    CliRunner().invoke(main, ["export", "csv", str(scenario), "units.csv"])
    table = Path("units.csv").read_text("utf-8").splitlines()
    Path("units.csv").write_text("\n".join(table[:-1]) + "\n", encoding="utf-8")
    words = scenario.read_text("utf-8")
    Path("first.scenario.yaml").write_text(
        words.replace("../maps", "tank/maps").replace("../decks", "tank/decks"), encoding="utf-8"
    )
    assert "labels:" in words
    scenario.write_text(words.replace("labels:", "labels: '00000000' #", 1), encoding="utf-8")
    return tmp_path


def test_no_command_writes_over_a_protected_file(folder: Path) -> None:
    wrong = []
    for what, (out, command) in COMMANDS.items():
        file = Path(out)
        file.touch()
        file.chmod(0o444)
        before, names = file.read_bytes(), sorted(folder.rglob("*"))
        words = [out if word == "OUT" else word for word in command.split()]
        result = as_ordinary_user(partial(CliRunner().invoke, main, words))
        said = str(text("problems.write-protected", None, file=out))
        if (
            result.exit_code != 1
            or said not in result.stderr
            or file.read_bytes() != before
            or sorted(folder.rglob("*")) != names
        ):
            wrong.append((what, result.exit_code, result.output))
        file.chmod(0o644)
    assert wrong == []
