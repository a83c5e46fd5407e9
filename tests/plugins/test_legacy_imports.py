"""Plug-ins for 0.2 go on under the old names of what they import, and nobody else may use them.

`game_for_0_2` is what `sandtable new-game` of that release wrote; its modules end in `.txt`, so
that nothing takes them for code of today.
"""

from __future__ import annotations

import importlib
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from engine import games, plugins
from engine.legacy_imports import accept_legacy_imports, load_renames, refuse_legacy_imports
from engine.movement.mobility import Mobility
from engine.play import dice
from engine.play.option_targets import OptionAction
from studio.cli import main
from tests.plugins.conftest import Adding

OLD_GAME = Path(__file__).parent / "game_for_0_2"


@pytest.fixture(autouse=True)
def old_names_end() -> Iterator[None]:
    yield
    refuse_legacy_imports()


@pytest.fixture
def old_game(tmp_path: Path) -> Path:
    """The folder of a game that was written for 0.2."""
    folder = tmp_path / "plugged"
    shutil.copytree(OLD_GAME, folder)
    for module in folder.rglob("*.py.txt"):
        module.rename(module.with_suffix(""))
    return folder


def test_a_game_for_0_2_is_loaded_and_played_to_its_end(old_game: Path, add_folder: Adding) -> None:
    add_folder(old_game)
    with pytest.warns(DeprecationWarning, match="since Sandtable 0.3") as told:
        assert "old_war" in games.installed_games()
    assert plugins.failed_plugins() == ()
    words = [str(each.message).partition(" since")[0] for each in told]
    assert "engine.play.asks is engine.play.decisions" in words
    assert "engine.play.outlook.Outlook is engine.play.forecast_blocks.OutcomeForecast" in words
    assert {Path(each.filename).parent for each in told} == {old_game / "old_war"}
    battle = old_game / "first.scenario.yaml"
    played = CliRunner().invoke(main, ["play", str(battle), "--seed", "4"])
    assert "the battle is over" in played.output, played.output


def test_every_old_name_leads_to_something() -> None:
    table = load_renames()
    lost = []
    for old, words in table.names.items():
        new = table.modules.get(old, old)
        for word in words.values():
            place, _, name = word.rpartition(".")
            if not hasattr(importlib.import_module(place or new), name):
                lost.append((old, word))
    assert lost == []
    assert len(table.modules) > 300
    for new in table.modules.values():
        importlib.import_module(new)


def old(name: str) -> ModuleType:
    """A module by the name it had."""
    with pytest.warns(DeprecationWarning, match="since Sandtable 0.3"):
        return importlib.import_module(name)


def test_what_was_moved_is_found_whole_or_by_its_parts() -> None:
    with accept_legacy_imports():
        assert old("engine.paths.mobility").Mobility is Mobility
        pointing = old("engine.play.pointing")
        with pytest.warns(DeprecationWarning, match="is engine.play.option_targets.OptionAction"):
            assert pointing.Deed is OptionAction
        with pytest.warns(DeprecationWarning, match="Seeded is engine.play.dice.SeededDice"):
            assert dice.Seeded is dice.SeededDice  # type: ignore[attr-defined]
        for module in (pointing, dice):
            with pytest.raises(AttributeError, match="nothing_like_this"):
                _ = module.nothing_like_this


def test_a_module_that_is_loaded_meanwhile_knows_its_old_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "engine.interchange.wesnoth", raising=False)
    with accept_legacy_imports():
        module = importlib.import_module("engine.interchange.wesnoth")
        (old, new), *_ = load_renames().names["engine.interchange.wesnoth"].items()
        with pytest.warns(DeprecationWarning, match=f"wesnoth.{new} since"):
            assert getattr(module, old) is getattr(module, new)


def test_without_an_old_plug_in_no_old_name_is_known() -> None:
    before = list(sys.meta_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with accept_legacy_imports():
            importlib.import_module("engine.play.decisions")
    assert sys.meta_path == before
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("engine.play.asks")
    with pytest.raises(AttributeError):
        _ = dice.Seeded  # type: ignore[attr-defined]
