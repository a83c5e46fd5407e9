"""What a scenario's `rules:` choose, for the rulebook of any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.scenario_rules import InvalidRules, fill_in_choices, read_data_file

LISTED = {
    "smoke": {"value": True, "alternatives": "boolean"},
    "rounds": {"value": 3, "alternatives": "number", "least": 2},
}


def test_what_is_not_given_has_its_usual_value() -> None:
    assert fill_in_choices(LISTED, {"rounds": 5, "units": {}}, ("units",)) == {
        "smoke": True,
        "rounds": 5,
    }


@pytest.mark.parametrize(
    ("given", "path", "near"),
    [({"rounds": 1}, ["rounds"], ""), ({"smoke": 1}, ["smoke"], ""),
     ({"smok": 1}, ["smok"], "smoke")],
)  # fmt: skip
def test_what_cannot_be_is_refused_where_it_stands(
    given: dict[str, object], path: list[str], near: str
) -> None:
    with pytest.raises(InvalidRules) as refused:
        fill_in_choices(LISTED, given, ("units",))
    assert (refused.value.path, refused.value.near) == (path, near)


def test_a_file_of_data_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("smoke: {value: 烟}", encoding="utf-8")
    assert read_data_file(tmp_path, "rules") == {"smoke": {"value": "烟"}}
    assert read_data_file(tmp_path, "rules") is read_data_file(tmp_path, "rules")
