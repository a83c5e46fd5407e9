"""Decks of event cards as files: `deck/2` read, with every fault found on the way, and written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.files import card_layout_files, source_text
from engine.files.format_versions import migrate, raise_version, version_needed
from engine.files.schema_modeline import prepend_modeline, with_portable_modeline
from engine.files.source_text import ParsedSource, parse
from engine.files.valid_parts import Steps, ValidParts, without_duplicate_ids
from engine.files.value_merge import merge
from engine.files.yaml_rewriter import dump, rewrite_text
from engine.problems import InvalidFileError, Problem, Waiver
from engine.scenario.scenario import Card, CardEffect, Deck
from engine.texts import LocalText

if TYPE_CHECKING:
    from engine.scenario.card_layout import CardLayout


@dataclass(frozen=True)
class DeckFile:
    """A deck with the file it was read from: what an edited deck is compared with."""

    source: ParsedSource
    deck: Deck
    game: str
    notes: LocalText = ""
    credits: str = ""
    waived: tuple[Waiver, ...] = ()


def load(path: Path) -> Deck:
    """The deck in a file, its id the file's name; InvalidFileError lists every fault."""
    return open_file(path, path.name.partition(".")[0]).deck


def open_file(path: Path, id_: str) -> DeckFile:
    """A deck file, its deck under an id; InvalidFileError lists every fault."""
    return deck_file_from_source(migrate(source_text.read(path), "deck"), id_)


def deck_file_from_source(source: ParsedSource, id_: str) -> DeckFile:
    """The same of a file as parsed."""
    found, problems = read_deck(source, id_)
    if found is None or problems:
        raise InvalidFileError(problems)
    return found


def read_deck(source: ParsedSource, id_: str) -> tuple[DeckFile | None, list[Problem]]:
    """The deck a parsed file describes, and its faults; faulty cards are left out."""
    parts = ValidParts(source, "deck")
    if parts.is_hopeless or not parts.has_valid(["game"]):
        return None, parts.problems
    cards = tuple(read_cards(parts, ["cards"]))
    layout = parts.plain_value(["layout"], "")
    design = read_card_layout(parts, ["layout"], layout)
    deck = Deck(id_, cards, parts.plain_value(["title"], ""), layout, design)
    found = DeckFile(
        source,
        deck,
        parts.plain_value(["game"], ""),
        parts.plain_value(["notes"], ""),
        parts.plain_value(["credits"], ""),
        tuple(_waivers(parts)),
    )
    return found, parts.problems


def read_cards(parts: ValidParts, path: Steps) -> Iterable[Card]:
    """The sound cards of the list a path leads to, each id once."""
    return [_card(values) for _, values in without_duplicate_ids(parts, parts.items(path))]


def read_card_layout(parts: ValidParts, path: Steps, named: str) -> CardLayout | None:
    """The layout of a deck's cards; its faults are reported."""
    if not named:
        return None
    folder = Path(parts.source.file).parent
    try:
        return card_layout_files.find(named, folder)
    except InvalidFileError as error:
        if source_text.is_file(folder / named):
            parts.fault("broken-cards", path, cards=named)
            parts.problems += error.problems
        else:
            known, near = (
                ", ".join(card_layout_files.known_layouts()),
                card_layout_files.suggest_layout(named),
            )
            parts.fault("no-such-card-layout", path, layout=named, known=known, near=near)
        return None


def _card(values: dict[str, Any]) -> Card:
    then = tuple(CardEffect(**each) for each in values.pop("then", ()))
    return Card(**values, then=then)


def _waivers(parts: ValidParts) -> Iterable[Waiver]:
    for _, node in parts.items(["waived"]):
        values = node.plain()
        yield Waiver(values["code"], tuple(values.get("at", ())), values["reason"])


# --- writing --------------------------------------------------------------------------------------


def save(deck: Deck, path: Path, was: DeckFile | None = None, *, game: str = "") -> DeckFile:
    """Write a deck in one step, as an edit of the file it was read from if it was.

    A new file needs its `game`. Raises SaveError; the old file is then whole.
    """
    before = was or DeckFile(parse("{}", str(path)), deck, game)
    return write(replace(before, deck=deck), path, was)


def write(new: DeckFile, path: Path, was: DeckFile | None = None) -> DeckFile:
    """Write everything a deck file says, as an edit of the file it was read from if it was.

    Returns the file as it now is, for the next save. Raises SaveError; the old file is then whole.
    """
    source = (
        with_portable_modeline(rewrite(new, was), "deck", path)
        if was
        else parse(_fresh(new, path), str(path))
    )
    source_text.write(path, source.text)
    return replace(new, source=replace(source, file=str(path)))


def _fresh(deck: DeckFile, path: Path) -> str:
    return prepend_modeline("deck", path, dump(deck_file_values(deck)))


def rewrite(new: DeckFile, was: DeckFile) -> ParsedSource:
    """The file of an edited deck: its own text, changed only where the deck was."""
    now = deck_file_values(new)
    old = deck_file_values(was) | {"sandtable": now["sandtable"]}
    return rewrite_text(was.source, raise_version("deck", merge(now, old, was.source.root.plain())))


def deck_file_values(file: DeckFile) -> dict[str, Any]:
    """Return all values of a deck file, in the order in which new files have them."""
    values = {
        "title": file.deck.title,
        "layout": file.deck.layout,
        "game": file.game,
        "cards": [card_values(card) for card in file.deck.cards],
        "notes": file.notes,
        "credits": file.credits,
        "waived": [waiver_values(waiver) for waiver in file.waived],
    }
    said = {key: value for key, value in values.items() if value not in ("", [])}
    return {"sandtable": f"deck/{version_needed('deck', said)}", **said}


def card_values(card: Card) -> dict[str, Any]:
    """A card as a file says it."""
    values: dict[str, Any] = {
        "id": card.id,
        "effect": card.effect,
        "parameters": dict(card.parameters),
        "then": [_effect_values(effect) for effect in card.then],
        "copies": card.copies,
        "title": card.title,
        "text": card.text,
        "picture": card.picture,
        "cost": card.cost,
        "phase": card.phase,
        "stays": card.stays,
        "set": card.set,
    }
    silent: tuple[Any, ...] = ("", {}, [], 0, False)
    return {k: v for k, v in values.items() if v not in silent and (k, v) != ("copies", 1)}


def _effect_values(effect: CardEffect) -> dict[str, Any]:
    parameters = {"parameters": dict(effect.parameters)} if effect.parameters else {}
    return {"effect": effect.effect, **parameters}


def waiver_values(waiver: Waiver) -> dict[str, Any]:
    """A waiver as a file says it."""
    at = {"at": list(waiver.at)} if waiver.at else {}
    return {"code": waiver.code, **at, "reason": waiver.reason}
