"""Every sentence is there in every language, is used, and is filled in alike."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from engine.files.source_text import parse
from engine.languages import MADE_IN
from engine.problems import FILED_IN
from engine.texts import has_text, parse_translated, text
from studio.cli import COMMANDS
from tests.cases import check_each
from tools.rooms import modules

ROOT = Path(__file__).parent.parent
ROOMS = ("engine", "studio")
FILES = sorted(
    f"{room}/texts/{path.stem}"
    for room in ROOMS
    for path in (ROOT / room / "texts" / "en").glob("*.yaml")
)
# What is called with the code of a problem, and which argument that is.
TELLERS = dict.fromkeys(
    ("problem", "warning", "_refuse", "_fault", "fault", "Fault", "fault_at"), 0
)
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)+")
SEPARATED = re.compile(r"\.[1-9][fge%]|g'|,")
"""Formats that write a decimal point or separate thousands."""


def source_of(file: str, language: str) -> Path:
    """Where the sentences of `engine/texts/NAME` lie in a language."""
    return ROOT / Path(file).parent / language / f"{Path(file).name}.yaml"


@cache
def read_strictly(file: str, language: str) -> dict[str, str]:
    """The sentences of a file in a language; the reader refuses a key given twice."""
    path = source_of(file, language)
    values: dict[str, str] = parse(path.read_text(encoding="utf-8"), path.name).root.plain()
    return values


@cache
def sentences(file: str) -> dict[str, dict[str, str]]:
    """The sentences of `engine/texts/NAME` in the languages of the makers, by their keys."""
    said = {language: read_strictly(file, language) for language in MADE_IN}
    return {
        key: {language: of[key] for language, of in said.items() if key in of}
        for key in dict.fromkeys(key for of in said.values() for key in of)
    }


def name_of(file: str) -> str:
    """The name under which a file's sentences are asked for."""
    return file.rpartition("/")[-1]


def room_of(file: str) -> str:
    """The package a file of texts or of code belongs to."""
    return file.partition("/")[0]


@cache
def known(rooms: tuple[str, ...] = ROOMS) -> frozenset[str]:
    """The whole keys of the sentences that some packages hold."""
    files = [file for file in FILES if room_of(file) in rooms]
    return frozenset(f"{name_of(file)}.{key}" for file in files for key in sentences(file))


def spoken_in(module: str) -> tuple[str, ...]:
    """The packages whose sentences a module may ask for."""
    return ("engine",) if room_of(module) == "engine" else ROOMS


@check_each("language", MADE_IN)
@check_each("name", FILES)
def test_texts_are_spoken_as_they_are_written(name: str, language: str) -> None:
    source = source_of(name, language).read_text(encoding="utf-8")
    assert parse_translated(source) == read_strictly(name, language)


@check_each("name", FILES)
def test_every_sentence_is_there_in_english_and_in_chinese(name: str) -> None:
    assert read_strictly(name, "en").keys() == read_strictly(name, "zh").keys()


@cache
def code() -> list[tuple[str, ast.AST]]:
    """What speaks in every module: its calls and texts, each with its path without an ending."""
    return [
        (name.replace(".", "/"), node)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call | ast.Constant | ast.JoinedStr)
    ]


@cache
def words(room: str) -> frozenset[str]:
    """Every literal text in the code of a package."""
    return frozenset(
        node.value
        for module, node in code()
        if room_of(module) == room
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


PLURAL = re.compile("-(one|few|many|other)$")  # of a sentence about so many of something


@cache
def patterns(room: str) -> list[re.Pattern[str]]:
    """The keys that the code puts together: `f"commands.show-{name}"` as an expression."""
    found = []
    for module, node in code():
        if isinstance(node, ast.JoinedStr) and room_of(module) == room:
            parts = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                for part in node.values
            ]
            if any(part not in ("", ".+") for part in parts):
                found.append(re.compile("".join(parts)))
    return found


@cache
def data() -> frozenset[str]:
    """The words of the games' data and of the schemas, which may name sentences too."""
    paths = [*ROOT.glob("engine/**/*.yaml"), *ROOT.glob("schemas/*.json")]
    read = [path.read_text("utf-8") for path in paths if "texts" not in path.parts]
    return frozenset(re.findall(r"[\w-]+", "\n".join(read)))


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in the code: the module, what is called, the call."""
    for module, node in code():
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else ""
            yield module, called.id if isinstance(called, ast.Name) else name, node


def placeholders(sentence: str) -> set[str]:
    """The names in braces that are filled in."""
    single = sentence.replace("{{", "").replace("}}", "")
    return set(re.findall(r"\{([A-Za-z_]\w*)(?:[.\[!:][^{}]*)?\}", single))


# --- complete -------------------------------------------------------------------------------------


@check_each("name", FILES)
def test_every_sentence_is_there_in_every_language(name: str) -> None:
    lacking = [
        f"{key}.{language}"
        for key, said in sentences(name).items()
        for language in MADE_IN
        if not isinstance(said, dict) or not str(said.get(language, "")).strip()
    ]
    assert lacking == []


@check_each("name", FILES)
def test_no_sentence_is_there_in_a_language_the_program_does_not_speak(name: str) -> None:
    assert [key for key, said in sentences(name).items() if set(said) - set(MADE_IN)] == []


@check_each("name", FILES)
def test_the_same_is_filled_in_in_every_language(name: str) -> None:
    differing = [
        key
        for key, said in sentences(name).items()
        if len({frozenset(placeholders(said[language])) for language in MADE_IN}) > 1
    ]
    assert differing == []


@check_each("name", FILES)
def test_a_sentence_that_is_filled_in_has_no_other_braces(name: str) -> None:
    for key, said in sentences(name).items():
        for sentence in said.values():
            if placeholders(sentence):
                filled = {field for _, field, _, _ in Formatter().parse(sentence) if field}
                assert filled == placeholders(sentence), (key, sentence)
            else:
                assert "{{" not in sentence, (key, "is not filled in: braces stay single")


COUNTED = re.compile(r"\{(\w+)\} ([a-z]+s)\b")
NO_PLURALS = {"as", "is", "has", "does", "names", "fits"}  # a unit "is", a condition "names"
NEVER_ONE = {"sides"}  # of dice


@check_each("name", FILES)
def test_a_noun_agrees_with_the_number_before_it(name: str) -> None:
    """`{count} {count:unit|units}`, or a sentence for each form of a number."""
    stiff = [
        f"{key}: {number} {noun}"
        for key, said in sentences(name).items()
        if not key.endswith(("-one", "-few", "-many", "-other"))
        for number, noun in COUNTED.findall(said["en"])
        if number in ("count", noun) and noun not in NO_PLURALS | NEVER_ONE
    ]
    assert stiff == []


@check_each("name", FILES)
def test_a_hint_with_braces_belongs_to_a_problem_without_values(name: str) -> None:
    for key, said in sentences(name).items():
        literal = "{" in said["en"] and not placeholders(said["en"])
        if literal and key.endswith("-hint"):
            assert not placeholders(sentences(name)[key.removesuffix("-hint")]["en"]), key


@check_each("name", FILES)
def test_chinese_sentences_are_chinese(name: str) -> None:
    foreign = [
        key
        for key, said in sentences(name).items()
        if re.search("[a-z]{3}", re.sub(r"\{.*?\}", "", said["en"]))
        and not re.search("[\u4e00-\u9fff]", said["zh"])
    ]
    assert foreign == []


# --- known ----------------------------------------------------------------------------------------


def test_every_sentence_the_code_asks_for_is_there() -> None:
    missing = [
        f"{module}:{call.lineno} {call.args[0].value}"
        for module, name, call in calls()
        if name in ("text", "has_text") and call.args
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
        if call.args[0].value not in known(spoken_in(module))
    ]
    assert missing == []


def test_every_phrase_a_game_speaks_in_is_there() -> None:
    """The keys of `TranslatablePhrase.of` and, in both numbers, of its `counting`."""
    asked = [
        (module, f"{call.args[0].value!s}{number}")
        for module, name, call in calls()
        if name in ("of", "counting") and ast.unparse(call.func).startswith("TranslatablePhrase.")
        if isinstance(call.args[0], ast.Constant)
        for number in (("",) if name == "of" else ("-one", "-other"))
    ]
    assert len(asked) > 50
    assert [(module, key) for module, key in asked if key not in known(spoken_in(module))] == []


def test_every_key_the_code_puts_together_can_be_there() -> None:
    asked = [
        (module, ast.unparse(call.args[0]))
        for module, name, call in calls()
        if name == "text" and call.args and isinstance(call.args[0], ast.JoinedStr)
    ]
    assert asked
    for module, written in asked:
        pattern = re.compile(re.sub(r"\\\{.*?\\\}", ".+", re.escape(written[2:-1])))
        may_be = known(spoken_in(module))
        assert any(pattern.fullmatch(key) for key in may_be), (module, written)


def test_every_problem_the_code_tells_has_a_sentence() -> None:
    told = {
        (module, argument.value)
        for module, name, call in calls()
        if name in TELLERS and len(call.args) > TELLERS[name]
        for argument in ast.walk(call.args[TELLERS[name]])
        if isinstance(argument, ast.Constant) and CODE.fullmatch(str(argument.value))
    }
    assert len(told) > 50
    filed = {room: {key.partition(".")[2] for key in known(spoken_in(room))} for room in ROOMS}
    assert sorted(each for each in told if each[1] not in filed[room_of(each[0])]) == []


def test_numbers_are_filled_in_as_the_language_writes_them() -> None:
    """Decimals and thousands are formatted with `format_decimal`, or filled in as numbers."""
    wrong = [
        (module, ast.unparse(argument))
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for argument in node.keywords
        if isinstance(argument.value, ast.JoinedStr)
        if "=" not in ast.unparse(argument.value)  # names of values, as a file has them
        for part in argument.value.values
        if isinstance(part, ast.FormattedValue) and part.format_spec
        if SEPARATED.search(ast.unparse(part.format_spec))
        if not ast.unparse(part.value).isupper()  # a constant, whose value is whole
    ]
    assert not wrong


def test_no_problem_has_two_sentences() -> None:
    keys = [key for name in FILED_IN for key in sentences(f"engine/texts/{name}")]
    assert sorted({key for key in keys if keys.count(key) > 1}) == []


def test_no_sentence_lies_in_both_packages() -> None:
    twice = known(("engine",)) & known(("studio",))
    assert sorted(twice) == []


@check_each("name", FILES)
def test_every_sentence_is_asked_for(name: str) -> None:
    """By the package it lies in: what only the studio says is the studio's."""
    room = room_of(name)

    def is_asked(key: str) -> bool:
        if PLURAL.search(key) and is_asked(PLURAL.sub("", key)):
            return True
        whole = f"{name_of(name)}.{key}"
        if key in words(room) or whole in words(room) or key in data():
            return True
        return any(pattern.fullmatch(said) for pattern in patterns(room) for said in (whole, key))

    idle = [key for key in sentences(name) if not is_asked(key.removesuffix("-hint"))]
    assert idle == []


def test_every_form_a_schema_names_has_a_sentence() -> None:
    forms = {
        form
        for path in (ROOT / "schemas").glob("*.json")
        for form in re.findall('"x-form": "(.*?)"', json.dumps(json.loads(path.read_text("utf-8"))))
    }
    assert len(forms) > 8
    assert [
        form for form in forms if not any(has_text(f"{name}.form-{form}") for name in FILED_IN)
    ] == []


def test_every_hint_has_its_problem() -> None:
    for name in FILED_IN:
        filed = sentences(f"engine/texts/{name}")
        for key in filed:
            if key.endswith("-hint"):
                assert key.removesuffix("-hint") in filed, key


@check_each("language", MADE_IN)
@check_each("command", COMMANDS)
def test_every_command_says_what_it_is_for(command: str, language: str) -> None:
    said = text(f"commands.{command}", language)
    assert said.endswith((".", "。"))
