"""Traditional Chinese from simplified: `python -m tools.traditional` writes texts and pages.

OpenCC puts characters into those of Taiwan. `traditional.yaml` beside this file has what it cannot
know: words that are others there, the words of the games' documents, and single sentences. It can
be run again after every change; nothing is corrected by hand in the folders it writes.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import opencc
import yaml

from engine.texts import parse_translated
from tools import outputs, phrases
from tools.site import TRANSLATED

ROOT = Path(__file__).parent.parent
SHELVES = tuple(ROOT / "docs" / shelf for shelf in TRANSLATED)
SYNONYMS = ROOT / "studio" / "search" / "data" / "synonyms"
FROM, TO = "zh", "zh-Hant"
COUNTED = re.compile("(.+)-(one|few|many|other)")
PLAIN = re.compile(r"[\w（「][\w，。、；：！？「」（）·×–-]*")
HEAD = "# Made of the simplified sentences by tools/traditional.py: corrections belong beside it.\n"


@cache
def rules() -> dict[str, Any]:
    """What is said otherwise than character by character."""
    file = Path(__file__).with_suffix(".yaml")
    said: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return said


@cache
def _characters() -> opencc.OpenCC:
    return opencc.OpenCC("s2tw")


def traditional(words: str, file: str = "", key: str = "") -> str:
    """A sentence of some file in traditional characters and the words of Taiwan."""
    if own := rules()["sentences"].get(f"{file}.{key}"):
        return str(own)
    said = str(_characters().convert(words))
    changes = [rules()["characters"], rules()["words"]]
    changes += [more for game, more in rules()["games"].items() if file.startswith(game)]
    for wrong, right in (pair for change in changes for pair in change.items()):
        said = re.sub(wrong, right, said)
    return said


def sentences(file: Path) -> dict[str, str]:
    """The sentences of a file; of what is counted the one form that Chinese has."""
    said = parse_translated(file.read_text(encoding="utf-8"))
    found = {}
    for key, words in said.items():
        stem = COUNTED.fullmatch(key)
        is_counted = stem and all(f"{stem[1]}-{form}" in said for form in ("one", "other"))
        if not is_counted or key.endswith("-other"):
            found[key] = traditional(words, file.stem, key)
    return found


def all_phrases() -> dict[str, dict[str, str]]:
    """What the data say, by the game or the part of the engine that says it first."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    names = phrases.keys()
    for phrase, files in phrases.phrases().items():
        games = {file.split("/")[1] for file in files if file.startswith("games/")}
        game = next(iter(games)) if len(games) == 1 else ""
        at = f"phrases-{game}".removesuffix(".py").strip("-")
        found[at][names[phrase]] = traditional(phrase.zh, game, names[phrase])
    return found


def as_text(said: dict[str, str]) -> str:
    """Sentences as a file of texts has them, one on a line."""
    return HEAD + "".join(f"{_quoted(key)}: {_quoted(words)}\n" for key, words in said.items())


def _quoted(words: str) -> str:
    """As YAML reads it back: plain where that is the same, else in quotes."""
    is_plain = PLAIN.fullmatch(words) and yaml.safe_load(words) == words
    return words if is_plain else json.dumps(words, ensure_ascii=False)


def pages() -> dict[Path, str]:
    """Return the translated pages, with pictures and output of commands in their language."""
    return {
        shelf / TO / file.name: outputs.fresh(traditional(_with_pictures(file)), TO)
        for shelf in SHELVES
        for file in sorted((shelf / FROM).glob("*.md"))
    }


def synonyms() -> str:
    """Return the words for what the window calls otherwise; the ids they lead to stay."""
    lines = parse_translated((SYNONYMS / f"{FROM}.yaml").read_text(encoding="utf-8"))
    said: dict[str, str] = {}
    for words, ids in lines.items():
        said.setdefault(traditional(words, "synonyms"), ids)
    return HEAD + "".join(f"{words}: {ids}\n" for words, ids in said.items())


def _with_pictures(file: Path) -> str:
    return file.read_text(encoding="utf-8").replace("-zh.png)", f"-{TO}.png)")


def rulebooks() -> dict[Path, str]:
    """Return the chapters of rulebooks; their keys have no Chinese characters."""
    found = {}
    for file in sorted((ROOT / "engine" / "games").glob(f"*/data/rulebook*/{FROM}/*.yaml")):
        game = file.relative_to(ROOT / "engine" / "games").parts[0]
        said = traditional(file.read_text(encoding="utf-8"), game)
        found[file.parent.parent / TO / file.name] = HEAD + said
    return found


def main() -> None:
    """Write every file anew."""
    for file, words in {**pages(), **rulebooks()}.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(words, encoding="utf-8")
    for room in ("engine", "studio"):
        folder = ROOT / room / "texts" / TO
        folder.mkdir(exist_ok=True)
        for file in sorted((ROOT / room / "texts" / FROM).glob("*.yaml")):
            (folder / file.name).write_text(as_text(sentences(file)), encoding="utf-8")
    (SYNONYMS / f"{TO}.yaml").write_text(synonyms(), encoding="utf-8")
    for name, said in all_phrases().items():
        (ROOT / "engine" / "texts" / TO / f"{name}.yaml").write_text(as_text(said), "utf-8")


if __name__ == "__main__":
    main()
