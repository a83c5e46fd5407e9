"""`sandtable export cards DECK OUT`: cards as sheets, single pictures, or for virtual tables."""

from __future__ import annotations

from pathlib import Path

import click

from engine.files import decks, source_text
from engine.texts import preferred_language, text
from studio.commands.overwriting import overwrite_option, refuse_existing
from studio.commands.reporting import check_folder_exists
from studio.commands.speaking import (
    FILE,
    OUT,
    Amount,
    json_option,
    language_option,
    reports_errors,
)
from studio.commands.tell_losses import report_written
from studio.decks.room_for_words import imperfect
from studio.printing.pages import PAPERS
from studio.printing.settings import CARD_BLEED, GamePrintSettings


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
@reports_errors
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
    settings = GamePrintSettings({}, PAPERS[paper], card_bleed=card_bleed)
    if is_picture:
        check_folder_exists(out)
        written = _sheets(file, out, settings, spoken, dots, tabletop, overwrite)
    else:
        written = export_singles(file, out, spoken, dots, overwrite)
    report_written(written, [], [], imperfect(file, spoken), as_json=as_json)


def export_singles(
    file: Path, folder: Path, language: str, dots: float, overwrite: bool
) -> list[Path]:
    """Write the face of every card of a deck, and its back, into a folder; returns the files."""
    from studio.drawing import system

    deck = decks.open_file(file, file.name.partition(".")[0])
    application = system.ensure_application()  # kept while drawing: fonts belong to it
    from studio.drawing.cards import CardRenderContext, card_size
    from studio.printing import piece_pictures
    from studio.printing.card_sheets import card_pieces
    from studio.printing.deck_print import card_render_context

    effects, terms = card_render_context(deck.game)
    groups = [
        card_pieces(deck.deck, CardRenderContext(effects, file.parent, terms=terms), language)
    ]
    refuse_existing(piece_pictures.single_files(groups, folder), overwrite=overwrite)
    source_text.make_folder(folder)
    size = card_size(deck.deck)
    written = piece_pictures.write_singles(groups, (size.width(), size.height()), folder, dots)
    del application
    return written


def _sheets(
    file: Path, out: Path, settings: GamePrintSettings, language: str, dots: float, tabletop: bool,
    overwrite: bool,
) -> list[Path]:  # fmt: skip
    """Write sheets with cutting marks, or those of virtual tables."""
    from studio.drawing import system

    deck = decks.open_file(file, file.name.partition(".")[0])
    application = system.ensure_application()  # kept while drawing: fonts belong to it
    from studio.drawing.cards import CardRenderContext
    from studio.printing import deck_print, piece_pictures

    if tabletop:
        effects, terms = deck_print.card_render_context(deck.game)
        count = sum(card.copies for card in deck.deck.cards)
        refuse_existing(deck_print.tabletop_files(count, out), overwrite=overwrite)
        look = CardRenderContext(effects, file.parent, terms=terms)
        written = deck_print.write_vtt_card_sheets(deck, look, language, out, dots)
    else:
        print_ = deck_print.DeckPrintout(deck, settings, language, file.parent)
        refuse_existing(piece_pictures.sheet_files(print_, out), overwrite=overwrite)
        written = piece_pictures.write_sheets(print_, out, dots)
    del application
    return written
