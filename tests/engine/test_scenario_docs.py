"""The page about scenario files keeps up with the formats."""

from __future__ import annotations

import re

import pytest

from engine.checks.deck_checks import WARNINGS as DECK_WARNINGS
from engine.checks.scenario_checks import WARNINGS
from engine.files.schemas import load_schema
from engine.files.source_text import ROOT
from engine.games.tank.data.rulebook import EFFECTS
from tests.engine.checks.test_scenario_checks import CARDS, DOUBTS, FAULTS

PAGE = (ROOT / "docs/scenario-files.md").read_text(encoding="utf-8")
# The same in every format.
GENERAL = {"unknown-key", "out-of-range", "wrong-form", "missing-key", "unquoted"}


@pytest.mark.parametrize("kind", ["scenario", "deck"])
def test_every_key_stands_on_the_page(kind: str) -> None:
    whole = load_schema(kind)
    parts = [whole, *(part for part in whole["$defs"].values() if "properties" in part)]
    parts += [
        whole["properties"][key]["items"] for key in ("sides", "objectives") if kind != "deck"
    ]
    keys = {key for part in parts for key in part["properties"]}
    assert not [key for key in keys if f"`{key}" not in PAGE and f"{key}:" not in PAGE]


@pytest.mark.parametrize("code", sorted(WARNINGS | DECK_WARNINGS))
def test_every_warning_stands_on_the_page_and_is_tested(code: str) -> None:
    assert f"`{code}`" in PAGE
    assert code in {tested for tested, *_ in DOUBTS + CARDS} | {
        "map-changed",
        "hex-changed",
        "ground-as-open",
    }


@pytest.mark.parametrize("code", sorted({code for code, *_ in FAULTS + CARDS} - GENERAL))
def test_every_error_stands_on_the_page(code: str) -> None:
    assert f"`{code}`" in PAGE


@pytest.mark.parametrize(("effect", "parameters"), EFFECTS.items())
def test_every_effect_stands_on_the_page_with_its_parameters(
    effect: str, parameters: frozenset[str]
) -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{effect}`")]
    assert set(re.findall(r"`([\w-]+)`", row)) == {effect} | parameters


def test_the_example_of_a_scenario_breaks_no_rule_of_its_schema() -> None:
    from engine.files.schemas import find_violations
    from engine.files.source_text import parse

    blocks = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    kinds = {"scenario": blocks[0], "deck": blocks[-1]}
    for kind, block in kinds.items():
        assert not list(find_violations(parse(block, kind), kind))
