"""Files damaged with an eye to what they are made of: trees, lines and cells before bytes.

A damage is a list of steps drawn from a seed; the same seed and length give the same file, and a
shorter list is a prefix of it, which is what minimising lives on.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import random
import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import yaml

from tests.engine.interchange.hostile import damaged
from tests.fuzz.spellings import spelled_somehow

Chance = random.Random
Trees = list[Any]

ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 10**6, 10**9, 2**31, 2**63, -(2**63), 10**17, 0.5, -0.5,
    1e-300, 1e300, float("inf"), float("nan"), "", " ", "0", "-1", "x", "@0,0", "@999999,-3",
    "@1,1 @1,2", "woods", "red", "blue", "../..", "/dev/null", "a" * 300, "a" * 5000, "\0", "\n",
    "\ud800", "\u2028", "\U0001f600", "日本", "1e999", "%s {0} {x}", "=1+1", "!!python/object:x",
    [], {}, [[]], {"": ""}, {"a": {"a": {"a": {}}}}, [None], ["x"] * 40, {"x": None},
    10**400, -(10**25), 2**53 + 1, 1e308, -1e308, 1e16, -0.0, "\ufeff", "\x85", "\u202e", "e\u0301",
    {"en": "x", "zh": "雾", "ru": "Туман", "zh-Hant": "霧"}, {"zh": "雾"}, {"en": None},
    {"xx": "x"}, {"en": ["x"]}, {"en": {"en": "x"}}, {"en-GB": "x"}, {"en": ""}, {"en": "a\nb"},
    {"ru": 1}, {"en": "x", "zh": 1}, {"turn": 0, "zone": ""}, {"hexes": ["@0,0"]}, [0, 0],
    [[0, 0], [1, 1]], {"dice": [7]}, {"umpire": "x", "arguments": []}, "km-square", "map/0",
    "map/1", "scenario/1", "deck/1", "replay/1", "room/1", "scenario/2", "deck/2", "NW", "r1",
]  # fmt: skip
KEYS = [
    "bogus", "", "a.b", "c[0]", "0", "id", "at", "zone", "hexes", "en", "name", "\ud800", "日",
    "facing", "aboard", "bearer", "then", "decks",
]  # fmt: skip
HUGE = 2**60  # beyond which a whole number has no halves
CRUSHED = 400_000  # bytes: longer files are damaged no further


# --- trees ----------------------------------------------------------------------------------------


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Every container of a tree with every key or index in it."""
    found, left = [], [tree]
    while left:
        here = left.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here))
        found += [(here, key) for key in keys]
        left += [here[key] for key in keys if isinstance(here[key], dict | list)]
    return found


def damage_tree(tree: Any, chance: Chance) -> Any:
    """One step of damage to a tree; the tree itself is changed."""
    places = _places(tree) if isinstance(tree, dict | list) else []
    if not places or chance.random() < 0.01:
        return json.loads(json.dumps(chance.choice(ODD)))  # the next step may damage it too
    holder, key = chance.choice(places)
    chance.choice(_STEPS)(places, holder, key, chance)
    return tree


def _swapped(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    holder[key] = json.loads(json.dumps(chance.choice(ODD)))


def _dropped(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    del holder[key]


def _doubled(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    copy = json.loads(json.dumps(holder[key]))
    if isinstance(holder, list):
        holder.insert(key, copy)
    else:
        holder[f"{key}{chance.choice(['2', ' ', '-'])}"] = copy


def _unknown(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    if isinstance(holder, dict):
        holder[chance.choice(KEYS)] = json.loads(json.dumps(chance.choice(ODD)))
    else:
        holder.append(json.loads(json.dumps(chance.choice(ODD))))


def _renamed(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    if isinstance(holder, dict):
        holder[chance.choice([*KEYS, str(key)[:-1], f"{key}x"])] = holder.pop(key)


def _moved(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    other, place = chance.choice(places)
    holder[key] = json.loads(json.dumps(other[place]))


def _nudged(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    value = holder[key]
    if isinstance(value, bool) or value is None:
        holder[key] = not value
    elif isinstance(value, int | float):
        steps = [-1, 1, 100, -100, 10**7]
        holder[key] = value + chance.choice(steps if abs(value) > HUGE else [*steps, 0.5])
    elif isinstance(value, str):
        content = damaged(value.encode("utf-8", "surrogatepass"), chance.randrange(10**9))
        holder[key] = content.decode("utf-8", "replace")
    elif isinstance(value, list):
        chance.shuffle(value)


def _deepened(places: Trees, holder: Any, key: Any, chance: Chance) -> None:
    for _ in range(chance.choice([1, 2, 30, 70])):
        holder[key] = [holder[key]] if chance.random() < 0.5 else {"a": holder[key]}


_STEPS: list[Callable[[Trees, Any, Any, Chance], None]] = [
    _swapped, _swapped, _swapped, _dropped, _doubled, _unknown, _unknown, _renamed, _moved, _moved,
    _nudged, _nudged, _deepened,
]  # fmt: skip


# --- files ----------------------------------------------------------------------------------------


def damaged_tree(content: bytes, seed: int, steps: int) -> bytes:
    """A YAML or JSON document, its tree damaged; in a good part of cases its bytes."""
    chance = Chance(seed)
    if chance.random() < 0.2:
        return _damaged_bytes(content, chance, steps)
    tree = pickle.loads(_pickled(content))
    for _ in range(steps):
        tree = damage_tree(tree, chance)
    said = json.dumps(tree, ensure_ascii=chance.random() < 0.5)
    return spelled_somehow(tree, said, Chance(f"{seed} spelled"))


@lru_cache(maxsize=64)
def _pickled(content: bytes) -> bytes:
    """The tree of a sound document, which is parsed once however often it is damaged."""
    is_json = content[:1] == b"{"
    return pickle.dumps(json.loads(content) if is_json else yaml.load(content, yaml.CSafeLoader))


def _damaged_bytes(content: bytes, chance: Chance, steps: int) -> bytes:
    for _ in range(steps):
        content = damaged(content, chance.randrange(10**9))
    return content


def _damaged_lines(content: bytes, chance: Chance, steps: int) -> list[str]:
    """JSON lines, each a tree; some lines go, come twice, or change their places."""
    lines = content.decode("utf-8", "replace").splitlines()
    for _ in range(steps):
        place = chance.choice([0, chance.randrange(len(lines))]) if lines else 0
        what = chance.randrange(8)
        if not lines or what == 0:
            lines.insert(place, json.dumps(chance.choice(ODD)))
        elif what == 1:
            lines.pop(place)
        elif what == 2:
            chance.shuffle(lines)
        else:
            lines[place] = json.dumps(damage_tree(_tree(lines[place]), chance))
    return lines


def _tree(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return {}


def damaged_replay(content: bytes, seed: int, steps: int) -> bytes:
    """A replay with damaged lines, sealed again so that the damage is looked at."""
    chance = Chance(seed)
    if chance.random() < 0.1:
        return _damaged_bytes(content, chance, steps)
    lines = _damaged_lines(content, chance, steps)
    return sealed_replay(lines)


def sealed_replay(lines: list[str]) -> bytes:
    """The lines of a replay with their last one made to fit."""
    *body, last = lines or [""]
    said = "".join(f"{line}\n" for line in body)
    end = _tree(last)
    if isinstance(end, dict):
        end["digest"] = hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()
        answers = [_tree(line) for line in body[1:-1]]
        end["answers"] = sum(len(entry) for entry in answers if isinstance(entry, list))
    return f"{said}{json.dumps(end)}\n".encode("utf-8", "replace")


def damaged_session(content: bytes, seed: int, steps: int) -> bytes:
    """A session of several branches with damaged lines, sealed again."""
    chance = Chance(seed)
    if chance.random() < 0.1:
        return _damaged_bytes(content, chance, steps)
    *body, _ = _damaged_lines(content, chance, steps) or [""]
    said = "".join(f"{line}\n" for line in body)
    digest = hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return f"{said}{json.dumps({'digest': digest}, separators=(',', ':'))}\n".encode(
        "utf-8", "replace"
    )


def damaged_record(content: bytes, seed: int, steps: int) -> bytes:
    """A room's record with damaged lines."""
    chance = Chance(seed)
    if chance.random() < 0.1:
        return _damaged_bytes(content, chance, steps)
    return "".join(f"{line}\n" for line in _damaged_lines(content, chance, steps)).encode()


def damaged_journal(content: bytes, seed: int, steps: int) -> bytes:
    """The steps of a journal with damaged lines, each sealed again."""
    chance = Chance(seed)
    if chance.random() < 0.1:
        return _damaged_bytes(content, chance, steps)
    plain = b"\n".join(line.partition(b" ")[2] for line in content.splitlines())
    lines = [line.encode() for line in _damaged_lines(plain, chance, steps)]
    return sealed_journal(lines)


def sealed_journal(lines: list[bytes]) -> bytes:
    """The lines of a journal, each with its seal."""
    return b"".join(b"%08x %b\n" % (zlib.crc32(line), line) for line in lines)


def damaged_text(content: bytes, seed: int, steps: int) -> bytes:
    """A table, board or other text: words, cells and lines go, come twice, change or swap."""
    chance = Chance(seed)
    said = content.decode("utf-8", "replace")
    for _ in range(steps):
        said = _damaged_words(said, chance) if len(said) < CRUSHED else said
    raw = said.encode("utf-8", "replace")
    return _damaged_bytes(raw, chance, 1) if chance.random() < 0.15 else raw


def _damaged_words(said: str, chance: Chance) -> str:
    lines = said.split("\n")
    place, what = chance.randrange(len(lines)), chance.randrange(6)
    if what == 0:
        lines.insert(chance.randrange(len(lines)), lines[place])
    elif what == 1:
        del lines[place]
    elif what == 2:
        other = chance.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    else:
        lines[place] = _damaged_line(lines[place], said, chance)
    return "\n".join(lines)


def _damaged_line(line: str, said: str, chance: Chance) -> str:
    parts = re.split(r"(\w+)", line)
    place = chance.randrange(len(parts))
    others = re.findall(r"\w+", said) or ["x"]
    odd = [str(word)[:300] for word in ODD if not isinstance(word, dict | list)]
    parts[place] = chance.choice([*odd, *(chance.choice(others) for _ in range(len(odd)))])
    return "".join(parts)
