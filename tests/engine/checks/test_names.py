"""Names that would deceive or drown their readers are told by `check`, and written as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checks.check import check_source
from engine.checks.scenario_checks import playable_scenario_from_source
from engine.files import source_text
from engine.files.source_text import ParsedSource
from engine.narration.game_report import escape
from engine.problems import InvalidFileError
from tests.engine.umpire.rooms import CROSSROADS

MAP = CROSSROADS.parents[1] / "maps" / "crossroads.map.yaml"


def changed(file: Path, was: str, now: str) -> ParsedSource:
    """A file in which one thing is written otherwise."""
    written = source_text.read_text(file)
    assert was in written
    return source_text.parse(written.replace(was, now, 1), str(file))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ('"Red\\u202eder"', "hidden-in-name"),
        ('"Red\\u2066der\\u2069"', "hidden-in-name"),
        (f'"{"Red" * 100}"', "long-name"),
        ('"قرية\\u200f 12"', ""),
    ],
)
def test_names_have_an_end_and_no_signs_that_nobody_sees(name: str, code: str) -> None:
    source = changed(CROSSROADS, "{en: Red, ", f"{{en: {name}, ")
    found = [one.code for one in check_source(source)]
    assert found == ([code] if code else [])
    if code:
        with pytest.raises(InvalidFileError):
            playable_scenario_from_source(source)


def test_names_of_a_map_are_looked_at_too() -> None:
    source = changed(MAP, "{en: Westerby", '{en: "Wester\\u202eby"')
    (found,) = check_source(source)
    assert (found.code, found.where[:6]) == ("hidden-in-name", "places")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("<img src=x onerror=alert(1)>", r"\<img src=x onerror=alert(1)\>"),
        ("[here](javascript:x)", r"\[here\](javascript:x)"),
        ("R&D &lt;b&gt; &#60;", r"R&D \&lt;b\&gt; \&\#60;"),
        ("*A* `b` C\\D", r"\*A\* \`b\` C\\D"),
    ],
)
def test_a_log_in_markdown_has_names_as_text(said: str, written: str) -> None:
    assert escape(said) == written
