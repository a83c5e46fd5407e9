"""Documents in spellings that no writer of ours uses: what YAML, Unicode and editors allow."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import yaml

Chance = random.Random

_SCALAR = re.compile(
    r'"(?:[^"\\]|\\.)*"(?!\s*:)|(?<=[\s\[:,])-?\d+(?:\.\d+)?|\b(?:true|false|null)\b'
)
_KEY = re.compile(r'("(?:[^"\\]|\\.)*")\s*:')
_VALUES = [
    "9" * 400, "9" * 5000, "-" + "9" * 4400, "1" + "0" * 18, "0x1F", "0o17", "017", "1_000", "1:30",
    ".inf", "-.inf", ".nan", "1e400", "1e-400", "1E+3", "+1", ".5", "5.", "-0", "-0.0", "0.1e1",
    "2020-01-01", "12:30:45", "y", "no", "~", "''", "'a''b'", '"\\x00"', '"\\0"',
    '"\\ud83d\\ude00"', '"\\ud83d"', '"\\/"', "!!str 5", "!!int x", "!!binary aGk=", "!!set {a, b}",
    "!!float 1", "!x y", "!!python/object/apply:os.getpid []", "!<tag:x> 1", "&a 1", "*a",
    "*nowhere", "{<<: {a: 1}}", "{? [a, b] : c}", "{[1]: 2}", "{: x}", "{1: 2, 1: 3}",
    "{a: 1, a: 2}", "{a, b}", "[a: 1]", "|\n  x\n", "> x", "@x", "`x`",
    "%x", "- x", "? x", "#x", "\tx",
    "\x85", "\u2028", "\ufeff", "\x07", "\x7f", "\ufffe", "a\x00b", "[" * 40 + "]" * 40, "[" * 3000,
    "{a: " * 60 + "}" * 60,
]  # fmt: skip
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def spelled(tree: Any, said: str, chance: Chance) -> bytes:
    """A document (a tree, and its JSON) in some other spelling."""
    return chance.choice(_SPELLINGS)(tree, said, chance)


def _in_blocks(tree: Any, said: str, chance: Chance) -> bytes:
    """As a person writes it: blocks by indentation, words without quotes."""
    try:
        words = yaml.dump(tree, Dumper=yaml.CSafeDumper, allow_unicode=chance.random() < 0.5,
                          sort_keys=False, width=chance.choice([20, 80, 10_000]),
                          default_flow_style=chance.choice([False, False, None]))  # fmt: skip
    except (yaml.YAMLError, UnicodeError, RecursionError):  # half characters; too deep for it
        words = said
    return _raw(words)


def _valued(tree: Any, said: str, chance: Chance) -> bytes:
    """Another spelling at one value."""
    return _raw(_replaced(said, chance, lambda _: chance.choice(_VALUES)))


def _aliased(tree: Any, said: str, chance: Chance) -> bytes:
    """A value that is named, and another that is said by its name."""
    found = [*_SCALAR.finditer(said)]
    if len(found) < 2:
        return _raw(said)
    first, other = sorted(chance.sample(found, 2), key=lambda match: match.start())
    between = said[first.end() : other.start()]
    return _raw(f"{said[: first.start()]}&a {first[0]}{between}*a{said[other.end() :]}")


def _merged(tree: Any, said: str, chance: Chance) -> bytes:
    """A merge key, in quotes or not."""
    key = chance.choice(['"<<"', "<<", "!!merge <<"])
    value = chance.choice(['{"a": 1}', "*a", "[]", '[{"id": "x"}]', '"x"'])
    return _raw(_at_a_key(said, chance, f"{key}: {value}, "))


def _keyed_twice(tree: Any, said: str, chance: Chance) -> bytes:
    """A key that comes twice, or is none that a person would write."""
    found = _KEY.findall(said)
    keys = [*found[:40], *["1", "null", "~", "true", "1.5", "? [a]", "''", "*a", "&k k"]]
    return _raw(_at_a_key(said, chance, f"{chance.choice(keys)} : {chance.choice(_VALUES)}, "))


def _encoded(tree: Any, said: str, chance: Chance) -> bytes:
    """In the bytes of another encoding, with marks of it or without."""
    name = chance.choice(
        ["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "latin-1", "cp037"]
    )
    raw = said.encode(name, "replace")
    return chance.choice(
        [raw, b"\xef\xbb\xbf" + raw, raw + b"\0", b"\0" + raw, raw[: len(raw) // 2]]
    )


INDENTS: tuple[int | str, ...] = (0, 1, "\t")


def _lined(tree: Any, said: str, chance: Chance) -> bytes:
    """In lines that end as on other systems, indented by blanks or by tabs."""
    lines = json.dumps(tree, indent=chance.choice(INDENTS), ensure_ascii=False)
    return _raw(
        lines.replace("\n", chance.choice(["\r\n", "\r", "\x85", "\u2028", "\n\n", "\n\0"]))
    )


def _among_others(tree: Any, said: str, chance: Chance) -> bytes:
    """Between directives, documents and remarks."""
    forms = ["---\n{0}", "{0}\n---\n{0}", "%YAML 1.1\n---\n{0}", "%YAML 9.9\n---\n{0}\n...\n",
             "%TAG ! x:\n---\n{0}", "# a\n{0} # b\n# c", "{0}\n...\nx", "--- &a\n{0}",
             "--- !x\n{0}", "{0}{0}", "[{0}", "- {0}", "a: {0}", "\ufeff\ufeff{0}",
             "\n" * 70_000 + "{0}", "{0}" + " " * 70_000, "#" + "x" * 70_000 + "\n{0}"]  # fmt: skip
    return _raw(chance.choice(forms).replace("{0}", said))


def _endless(tree: Any, said: str, chance: Chance) -> bytes:
    """What grows without end once it is taken at its word."""
    bombs = [LAUGHS, "&a [*a]", "&a {a: *a}", "[" * 100_000, "{a: " * 20_000, "- " * 20_000,
             "[" + "[]," * 120_000 + "]", "? " * 20_000, "!" * 70_000, "'" * 70_001]  # fmt: skip
    bomb = chance.choice(bombs)
    return _raw(bomb if chance.random() < 0.3 else _replaced(said, chance, lambda _: bomb))


_SPELLINGS: list[Callable[[Any, str, Chance], bytes]] = [
    *[_in_blocks] * 6, *[_valued] * 5, *[_lined] * 2, *[_keyed_twice] * 2, _aliased, _merged,
    _encoded, _among_others,
]  # fmt: skip
ENDLESS = 0.004  # of all documents: they are long


def spelled_somehow(tree: Any, said: str, chance: Chance) -> bytes:
    """A document as it is in most cases, else in some other spelling."""
    drawn = chance.random()
    if drawn < ENDLESS:
        return _endless(tree, said, chance)
    return spelled(tree, said, chance) if drawn < 0.4 else _raw(said)


def _raw(said: str) -> bytes:
    return said.encode("utf-8", "surrogatepass")


def _replaced(said: str, chance: Chance, value: Callable[[str], str]) -> str:
    found = [*_SCALAR.finditer(said)]
    if not found:
        return said
    match = chance.choice(found)
    return said[: match.start()] + value(match[0]) + said[match.end() :]


def _at_a_key(said: str, chance: Chance, words: str) -> str:
    """Words put in before a key of some mapping."""
    found = [*_KEY.finditer(said)]
    if not found:
        return said
    at = chance.choice(found).start()
    return said[:at] + words + said[at:]
