"""A card with more words than room: told by `check` where it stands, as by the deck's tab."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from engine.files.deck_files import read_deck
from engine.files.source_text import read
from engine.scenario.scenario import Card
from studio.cli.check import command
from studio.main_window.main_window import MainWindow
from studio.rendering.cards.text_overflow import (
    SURE_TEXT,
    SURE_TITLE,
    certainly_fits,
    overfull_cards,
    overfull_languages,
)
from studio.workspaces.scenario.decks.deck_checker import CardFitCache
from tests.engine.scenario_texts import DECK, changed, folder
from tests.studio.main_window.conftest import Scripted, do

pytestmark = pytest.mark.usefixtures("qapp")
LONG = "Two movers have one movement point more this turn. " * 30


def told(file: Path) -> list[tuple[str, str]]:
    ran = CliRunner().invoke(command, ["--json", str(file)])
    assert ran.exit_code == 0, ran.output
    return [(each["code"], Path(each["file"]).name) for each in json.loads(ran.stdout)]


def test_check_tells_what_the_deck_tab_tells(tmp_path: Path) -> None:
    deck = changed(DECK, ("copies: 2", f"text: {{en: '{LONG}', zh: 推进}}"))
    scenario = folder(tmp_path, deck=deck)
    file = scenario.with_name("own.deck.yaml")
    assert told(file) == [("card-too-full", "own.deck.yaml")]
    assert told(scenario) == [("card-too-full", "own.deck.yaml")]
    (problem,) = overfull_cards(file)
    found, _ = read_deck(read(file), "")
    assert found is not None
    (shown,) = CardFitCache().problems(found.deck, str(file))
    assert (shown.message(), shown.where) == (problem.message(), problem.where)
    line = file.read_text(encoding="utf-8").splitlines()[problem.mark.line - 1]
    assert line[problem.mark.column - 1 :].startswith("{en: 'Two movers")


@pytest.mark.parametrize("where", ["deck", "scenario"])
def test_an_overfull_card_is_kept_like_any_warning(tmp_path: Path, where: str) -> None:
    deck = changed(DECK, ("copies: 2", f"text: {{en: '{LONG}', zh: 推进}}"))
    scenario = folder(tmp_path, deck=deck)
    file = scenario.with_name("own.deck.yaml")
    waiver = "waived: [{code: card-too-full, reason: set by hand on larger cards}]\n"
    file.write_text(file.read_text(encoding="utf-8") + waiver, encoding="utf-8")
    assert told(file if where == "deck" else scenario) == []


def test_a_deck_whose_words_fit_is_clean(tmp_path: Path) -> None:
    assert told(folder(tmp_path)) == []


@pytest.mark.parametrize("letter", ["W", "国", "W" * 23 + " ", "国" * 13 + " "])
def test_what_surely_fits_does_fit(letter: str) -> None:
    title, words = (letter * 99)[:SURE_TITLE], (letter * 99)[:SURE_TEXT]
    card = Card("a", "x", title={"en": title, "zh": title}, text={"en": words, "zh": words})
    assert certainly_fits(card)
    assert overfull_languages(card) == ()


def test_the_window_names_the_cards_that_are_cut_off_before_it_draws_them(
    window: MainWindow, prompts: Scripted, tmp_path: Path, qtbot: QtBot
) -> None:
    deck = changed(DECK, ("copies: 2", f"title: Advance, text: {{en: '{LONG}', zh: 推进}}"))
    file = folder(tmp_path, deck=deck).with_name("own.deck.yaml")
    window.filing.open_file(file)
    prompts.file = tmp_path / "cards"
    prompts.file.mkdir()
    prompts.confirmed = [False, True]
    do(window, "export")
    assert not list(prompts.file.iterdir())
    assert "Advance" in prompts.asked[-1]
    do(window, "export")
    status = window.statusBar()
    qtbot.waitUntil(lambda: "cards" in status.currentMessage(), timeout=60_000)
    assert len(list(prompts.file.iterdir())) > 1
