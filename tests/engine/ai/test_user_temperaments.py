"""A user's own tempers are read, join those of a game, and are told where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.ai import player_registry
from engine.ai.temperaments import ai_profile, names_of_tempers
from engine.ai.user_temperaments import NAMED_BY
from engine.play.players import UnknownPlayerError
from engine.problems import InvalidFileError


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    named = tmp_path / "mine.yaml"
    monkeypatch.setenv(NAMED_BY, str(named))
    return named


def write(file: Path, said: str) -> None:
    file.write_text(said, encoding="utf-8")


def test_an_own_temper_sees_otherwise_what_it_says_and_the_rest_as_usual(file: Path) -> None:
    write(file, "tank:\n  daring: {danger: 0.2}\n  bold: {way: 0.0}\n")
    usual, daring = ai_profile("tank").weights, ai_profile("tank", "daring").weights
    assert daring == {**usual, "danger": 0.2}
    shipped = {**usual, "danger": 0.341, "march": 1.361, "shots": 0.899, "combat": 1.326}
    assert ai_profile("tank", "bold").weights == {**shipped, "fear": 0.15, "way": 0.0}
    assert names_of_tempers("tank")[-1] == "daring"
    assert "daring" not in names_of_tempers("valor")
    player_registry.check_players(["veteran:daring"], "tank")
    with pytest.raises(UnknownPlayerError, match=r"furious.*purposeful, daring"):
        ai_profile("tank", "furious")


def test_a_file_that_was_changed_is_read_again(file: Path) -> None:
    write(file, "tank: {daring: {danger: 0.2}}")
    assert ai_profile("tank", "daring").weights["danger"] == 0.2
    write(file, "tank: {daring: {danger: 0.25, way: 1}}")
    assert ai_profile("tank", "daring").weights["danger"] == 0.25


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("tank:\n  daring: {dangr: 0.2}\n", r"mine\.yaml:2:12: .*dangr.*'danger'"),
        ("tnak:\n  daring: {danger: 0.2}\n", r"mine\.yaml:1:1: .*tnak.*'tank'"),
        ("tank:\n  daring: {danger: much}\n", r"mine\.yaml:2:20: 'much' .*number"),
        ("tank:\n  daring: {danger: yes}\n", r"mine\.yaml:2:20: "),
        ("tank: 3\n", r"mine\.yaml:1:7: 3 "),
        ("- tank\n", r"mine\.yaml:1:1: "),
        ("tank:\n  'a b': {danger: 1}\n", r"mine\.yaml:2:\d+: 'a b' "),
        ("tank: {", r"mine\.yaml:1:\d+: "),
        ("tank:\n  daring: {danger: 1e9}\n", r"mine\.yaml:2:20: 1000000000 "),
    ],
)
def test_what_is_wrong_is_told_with_line_and_column(file: Path, said: str, told: str) -> None:
    write(file, said)
    with pytest.raises(InvalidFileError, match=told):
        ai_profile("tank", "daring")


def test_a_misspelt_weight_is_told_beside_a_wrong_value(file: Path) -> None:
    write(file, "tank:\n  daring: {dangr: 0.2, way: much}\n")
    with pytest.raises(InvalidFileError) as found:
        ai_profile("tank", "daring")
    assert {problem.code for problem in found.value.problems} == {"unknown-key", "wrong-form"}


def test_an_empty_file_has_no_tempers(file: Path) -> None:
    write(file, "")
    with pytest.raises(UnknownPlayerError, match="daring"):
        ai_profile("tank", "daring")


def test_a_named_file_that_is_not_there_is_told(file: Path) -> None:
    with pytest.raises(InvalidFileError, match=r"mine\.yaml"):
        player_registry.check_players(["veteran"], "tank")
    assert ai_profile("tank").weights["trust"] > 0, "a game under way does without"
    player_registry.check_players(["greedy"], "tank")
