"""The formats' schemas are JSON Schema 2020-12, and their reference implementation agrees."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from engine.files import schemas, source_text
from engine.files.schema_validators import ValidatorKind
from tests import reference
from tests.reference import judge_alike, told

SAMPLES = sorted((Path(__file__).parent.parent / "samples").rglob("*.yaml"))
DRAFT = "https://json-schema.org/draft/2020-12/schema"
STRICT = {
    "$schema": DRAFT,
    "$id": "https://sandtable.invalid/strict",
    "$dynamicAnchor": "meta",
    "$ref": DRAFT,
    "properties": {"x-form": {"type": "string"}, "x-since": {"type": ["integer", "object"]}},
    "unevaluatedProperties": False,
}

each_kind = pytest.mark.parametrize("kind", schemas.KINDS)


@each_kind
def test_a_schema_is_valid_by_the_metaschema_it_names(kind: str) -> None:
    assert schemas.load_schema(kind)["$schema"] == DRAFT
    Draft202012Validator.check_schema(schemas.load_schema(kind))


@each_kind
def test_a_schema_has_no_keyword_that_neither_the_metaschema_nor_we_know(kind: str) -> None:
    strict = jsonschema_rs.Draft202012Validator(STRICT)  # the quick one: it looks at every part
    assert [error.message for error in strict.iter_errors(schemas.load_schema(kind))] == []


def test_a_misspelt_keyword_would_be_found_however_deep() -> None:
    deep = {"properties": {"a": {"items": {"minimun": 1}}}}
    Draft202012Validator.check_schema(deep)
    assert not jsonschema_rs.Draft202012Validator(STRICT).is_valid(deep)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_is_sound_by_both_validators(path: Path) -> None:
    source = source_text.read(path)
    kind, _ = schemas.file_kind_and_version(source)
    for validator in ValidatorKind:
        assert told(source, kind, validator) == []


BROKEN = """\
sandtable: map/1
grid: {columns: 0, rows: x, colour: 1}
title: {en: "", "no language": A, "12": B}
zones: {"1": {hexes: 3, name: 4}, "01": {hexes: [], colour: red}, "A b": {}}
places: [{at: "", name: 5}, 6, {name: {en: x}, at: "@0,0", size: huge}]
waived: [{code: 1}, {reason: ""}]
layers: {ground: 1, level: [1, "a\\n"], no: yes}
"""


@pytest.mark.parametrize("kind", schemas.KINDS)
@pytest.mark.parametrize(
    "written",
    ["sandtable: map/1\n", BROKEN, "sandtable: map/9\ngrid: {columns: 1, rows: 1}\ntitle: [7]\n"],
)
def test_both_say_the_same_of_a_broken_file(kind: str, written: str) -> None:
    source = source_text.parse(written, f"a.{kind}.yaml")
    by_one, by_other = (told(source, kind, validator) for validator in ValidatorKind)
    assert by_one == by_other != []


WRONG: tuple[Any, ...] = (None, "", "x", -1, 0.5, 10**12, True, [], [None], {}, {"x": 1})
FAULTS = 150  # tried on a sample of each kind


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each part of a value: what holds it, and its key or number there."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        parts = [*value.items()]
    elif isinstance(value, list):
        parts = [*enumerate(value)]
    for key, part in parts:
        yield value, key
        yield from places(part)


def smallest_sample(kind: str) -> Any:
    """The value of the smallest sample of a kind."""
    of_kind = [path for path in SAMPLES if path.name.endswith(f".{kind}.yaml")]
    return source_text.read(min(of_kind, key=lambda path: path.stat().st_size)).root.plain()


@pytest.mark.parametrize("kind", sorted({path.name.split(".")[-2] for path in SAMPLES}))
def test_both_name_the_same_faults_of_a_sample_with_a_wrong_value_anywhere(kind: str) -> None:
    value, chance, found = smallest_sample(kind), Random(kind), set()
    for _ in range(FAULTS):
        holder, key = chance.choice([*places(value)])
        was = holder[key]
        holder[key] = chance.choice(WRONG)
        source = source_text.parse(json.dumps(value, ensure_ascii=False), f"a.{kind}.yaml")
        judge_alike(source, kind)
        found |= {said[1] for said in told(source, kind, ValidatorKind.COMPILED)}
        holder[key] = was
    assert len(found) > 2, "the samples have no faults to compare"


def test_a_difference_between_the_two_fails_the_test_that_opened_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reference, "told", lambda source, kind, validator: [validator])
    source = source_text.parse("sandtable: map/1\ngrid: {columns: 7}\n", "a.map.yaml")
    with pytest.raises(AssertionError, match="by one validator only"):
        judge_alike(source, "map")
    monkeypatch.setattr(schemas, "find_violations", schemas.find_violations)  # as it was before
    reference.watch()
    with pytest.raises(AssertionError, match="by one validator only"):
        list(schemas.find_violations(source, "map"))
