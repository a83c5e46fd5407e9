"""The formats' schemas are JSON Schema 2020-12, and their reference implementation agrees."""

from __future__ import annotations

from pathlib import Path

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
    kind, _ = schemas.kind_of(source)
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


def test_a_difference_between_the_two_fails_the_test_that_opened_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reference, "told", lambda source, kind, validator: [validator])
    source = source_text.parse("sandtable: map/1\ngrid: {columns: 7}\n", "a.map.yaml")
    with pytest.raises(AssertionError, match="by one validator only"):
        judge_alike(source, "map")
    with pytest.raises(AssertionError, match="by one validator only"):
        list(schemas.find_violations(source, "map"))
