"""The rules of a game as a page of its own, which players' pages lead to.

Choices of the scenario are marked; its units and tables are not shown, for only some sides may know
them. Diagrams are drawn with the map (`studio.web.tile_renderer`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape

from engine.games import rule_system_of
from engine.languages import LANGUAGES
from engine.rulebook.rulebook import build_rulebook
from engine.scenario.scenario import Scenario
from engine.texts import text
from studio.rendering.rulebook.rulebook_html import RulebookPages
from studio.rendering.rulebook.rulebook_tables import RulebookTables
from studio.web.page_map_tiles import rule_picture_name

KEPT = 8


def rules_page(scenario: Scenario, language: str) -> str:
    """Return the page in a language; in English if there is none such."""
    known = {choice.id for choice in rule_system_of(scenario.game).design().choices()}
    chosen = {name: value for name, value in scenario.rules.items() if name in known}
    return _page(scenario.game, language if language in LANGUAGES else "en", json.dumps(chosen))


@lru_cache(maxsize=KEPT)
def _page(game: str, language: str, chosen: str) -> str:
    book = build_rulebook(game, language, json.loads(chosen))
    pages = RulebookPages(
        book, RulebookTables(book), lambda name: f"picture/{rule_picture_name(name)}", lambda _: ""
    )
    title = escape(text("rulebook.rules-of", language, game=book.title))
    contents = "".join(
        f'<li><a href="#{each.id}">{escape(each.title)}</a></li>' for each in book.chapters
    )
    chapters = "\n".join(map(pages.chapter, book.chapters))
    return (
        f'<!doctype html>\n<html lang="{LANGUAGES[language].tag}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n"
        '<link rel="stylesheet" href="/page/page.css">\n'
        '<link rel="stylesheet" href="/page/rules.css">\n'
        f'</head>\n<body class="rules">\n<main>\n<h1>{title}</h1>\n<ol>{contents}</ol>\n'
        f"{chapters}\n</main>\n</body>\n</html>\n"
    )
