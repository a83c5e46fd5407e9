"""One term, one word, everywhere: the glossary against every text, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.languages import LANGUAGES
from tests.test_texts import FILES, ROOT, sentences
from tests.test_translations import UNDER_WAY, spoken_phrases, stem_of, translated
from tools import phrases

PAGE = ROOT / "docs" / "glossary.md"
COLUMNS = tuple(LANGUAGES)
FIELD = ("The field", "The map")  # said of every game that says nothing else
GAMES = {
    "Tank skirmish": "tank",
    "Double-blind primer": "primer",
    "Valor & Victory": "valor",
    "Tide of Iron": "tide",
    "Little Wars": "littlewars",
}

OTHER_SENSES = {
    "moves.turning", "tabletop.step-table-turn", "tabletop.step-body-turn", "tools.setting-turning",
    "drawing.legend", "commands.sight-cover", "drawing.chart-cover", "ground.step-cover",
    "console.panel-room-hands", "hosting.page-cards", "playtest.panel-hand", "phrases.Cards",
    "playtest.begin-play", "tabletop.body-field-formation", "phrases.Formations",
    "phrases.Figures", "phrases.fires", "phrases.disrupted (即陷混乱)",
}  # fmt: skip
"""Where an English word is said in another sense: a turn by degrees, cards of a hand, a verb."""


class Term(NamedTuple):
    """A line of the glossary: the words that are right, by language."""

    chapter: str
    words: dict[str, tuple[str, ...]]


@cache
def chapters() -> dict[str, str]:
    """The page by its headings."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def lines(chapter: str) -> Iterator[list[str]]:
    """The cells of a chapter's table, without its head."""
    rows = [line for line in chapters()[chapter].splitlines() if line.startswith("|")]
    for row in rows[2:]:
        yield [cell.strip() for cell in row.strip("|").split("|")]


@cache
def terms() -> tuple[Term, ...]:
    """Every line of the glossary."""
    return tuple(
        Term(chapter, {c: tuple(cell.split(", ")) for c, cell in zip(COLUMNS, cells, strict=True)})
        for chapter in (*FIELD, *GAMES)
        for cells in lines(chapter)
    )


class Text(NamedTuple):
    """What is said somewhere, in every language in which it is."""

    at: str
    game: str
    said: dict[str, str]


@cache
def texts() -> tuple[Text, ...]:
    """Every sentence and every phrase of the data."""
    return (*_sentences(), *_phrases())


def _sentences() -> Iterator[Text]:
    for file in FILES:
        game = Path(file).name.partition("-")[0]
        for key, said in sentences(file).items():
            stem = stem_of(key, file)
            filed = f"{stem}-other" if stem else key
            others = {code: translated(code, file).get(filed, "") for code in COLUMNS[2:]}
            yield Text(
                f"{Path(file).name}.{key}",
                game if game in GAMES.values() else "",
                {**said, **others},
            )


def _phrases() -> Iterator[Text]:
    for (phrase, key), files in zip(
        phrases.keys().items(), phrases.phrases().values(), strict=True
    ):
        game = next(iter({file.split("/")[1] for file in files if file.startswith("games/")}), "")
        known = {code: spoken_phrases(code) for code in COLUMNS[2:]}
        others = {code: said.get(key) or said.get(phrase.en, "") for code, said in known.items()}
        yield Text(f"phrases.{key}", game, {"en": phrase.en, "zh": phrase.zh, **others})


def told() -> Iterator[Text]:
    """What is said in the sense of the glossary."""
    return (text for text in texts() if text.at not in OTHER_SENSES)


def says(words: str, right: tuple[str, ...]) -> bool:
    """Whether a text has one of the words, whatever their endings: Russian bends them."""
    said = words.casefold().replace("ё", "е")
    return any(all(_stem(part) in said for part in word.casefold().split()) for word in right)


def _stem(word: str) -> str:
    word = word.replace("ё", "е")
    return word[: max(3, len(word) - 3)] if re.search("[а-я]", word) else word


@cache
def named() -> dict[tuple[str, str], Term]:
    """The terms by their game (none for the field) and their English, of one or of several."""
    return {
        (GAMES.get(term.chapter, ""), word.casefold() + ending): term
        for term in terms()
        for word in term.words["en"]
        for ending in ("", "s")
    }


def term_of(text: Text) -> Term | None:
    """The term that is the whole of a text: the game's own, else that of the field."""
    said = text.said["en"].casefold().strip(":…. ")
    return named().get((text.game, said)) or named().get(("", said))


def test_the_glossary_has_every_term_in_every_language() -> None:
    assert len(terms()) > 120
    for term in terms():
        assert all(word.strip() for words in term.words.values() for word in words), term
    for chapter in (*FIELD, *GAMES):
        own = [term.words["en"] for term in terms() if term.chapter == chapter]
        assert len(own) == len(set(own)), chapter


@pytest.mark.long
@pytest.mark.parametrize("language", COLUMNS[1:])
def test_a_term_is_called_by_its_word(language: str) -> None:
    """Where a text is a term and nothing else: labels, names of things, heads of tables."""
    found = [(text, term) for text in told() if (term := term_of(text)) and text.said[language]]
    assert len(found) > 100 or language in UNDER_WAY
    assert [
        f"{text.at}: {text.said[language]} for {', '.join(term.words[language])}"
        for text, term in found
        if not says(text.said[language], term.words[language])
    ] == []


@pytest.mark.parametrize("language", COLUMNS[1:])
def test_what_is_called_otherwise_is_not_called_so(language: str) -> None:
    """The last chapter: words that others use for the same things."""
    column = COLUMNS.index(language)
    never = {word for cells in lines("Not said") for word in cells[column].split(", ") if word}
    assert never
    assert [
        f"{text.at}: {word} in {said}"
        for text in texts()
        for word in never
        if word in (said := text.said[language])
    ] == []
