"""`sandtable export cards DECK OUT`: cards as sheets, single pictures, or for virtual tables."""

from __future__ import annotations

from pathlib import Path

import click

from engine.files import decks, source_text
from engine.texts import preferred_language, text
from studio.commands.overwriting import overwrite_option, require_free
from studio.commands.reporting import check_folder
from studio.commands.speaking import (
    FILE,
    OUT,
    Amount,
    json_option,
    language_option,
    says_what_failed,
)
from studio.commands.tell_losses import tell_written
from studio.decks.room_for_words import imperfect
from studio.printing.pages import PAPERS
from studio.printing.settings import CARD_BLEED, GameSettings


@click.command("cards")
@click.argument("file", metavar="DECK", type=FILE)
@click.argument("out", metavar="OUT.png|FOLDER", type=OUT)
@click.option("--tabletop", is_flag=True, help=text("printing.option-tabletop"))
@click.option("--card-bleed", type=Amount(0, CARD_BLEED), default=0.0, show_default=True,
              help=text("printing.option-card-bleed"))  # fmt: skip
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), default="A4",
              show_default=True, help=text("printing.option-paper"))  # fmt: skip
@click.option("--dots", type=Amount(36, 1200), default=300.0, show_default=True,
              help=text("printing.option-dots"))  # fmt: skip
@language_option(text("printing.option-language"))
@overwrite_option
@json_option
@says_what_failed
def command(
    file: Path,
    out: Path,
    tabletop: bool,
    card_bleed: float,
    paper: str,
    dots: float,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    is_picture = out.suffix.lower() == ".png"
    if tabletop and not is_picture:
        raise click.UsageError(text("printing.tabletop-png", None, file=out))
    spoken = language or preferred_language()
    settings = GameSettings({}, PAPERS[paper], card_bleed=card_bleed)
    if is_picture:
        check_folder(out)
        written = _sheets(file, out, settings, spoken, dots, tabletop, overwrite)
    else:
        written = export_singles(file, out, spoken, dots, overwrite)
    tell_written(written, [], [], imperfect(file, spoken), as_json=as_json)


def export_singles(
    file: Path, folder: Path, language: str, dots: float, overwrite: bool
) -> list[Path]:
    """Write the face of every card of a deck, and its back, into a folder; returns the files."""
    from studio.drawing import system

    deck = decks.open_file(file, file.name.partition(".")[0])
    application = system.application()  # kept while drawing: fonts belong to it
    from studio.drawing.cards import CardLook, size_of
    from studio.printing import piece_pictures
    from studio.printing.card_sheets import pieces
    from studio.printing.deck_print import known_by

    effects, terms = known_by(deck.game)
    groups = [pieces(deck.deck, CardLook(effects, file.parent, terms=terms), language)]
    require_free(piece_pictures.single_files(groups, folder), overwrite=overwrite)
    source_text.make_folder(folder)
    size = size_of(deck.deck)
    written = piece_pictures.write_singles(groups, (size.width(), size.height()), folder, dots)
    del application
    return written


def _sheets(
    file: Path, out: Path, settings: GameSettings, language: str, dots: float, tabletop: bool,
    overwrite: bool,
) -> list[Path]:  # fmt: skip
    """Write sheets with cutting marks, or those of virtual tables."""
    from studio.drawing import system

    deck = decks.open_file(file, file.name.partition(".")[0])
    application = system.application()  # kept while drawing: fonts belong to it
    from studio.drawing.cards import CardLook
    from studio.printing import deck_print, piece_pictures

    if tabletop:
        effects, terms = deck_print.known_by(deck.game)
        count = sum(card.copies for card in deck.deck.cards)
        require_free(deck_print.tabletop_files(count, out), overwrite=overwrite)
        look = CardLook(effects, file.parent, terms=terms)
        written = deck_print.write_tabletop(deck, look, language, out, dots)
    else:
        print_ = deck_print.DeckPrint(deck, settings, language, file.parent)
        require_free(piece_pictures.sheet_files(print_, out), overwrite=overwrite)
        written = piece_pictures.write_sheets(print_, out, dots)
    del application
    return written
