"""Rulebooks as HTML: for the reader in the window, for players' pages and for the documentation.

Every rule is an anchor by its number, and numbers in texts are links to their rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from engine.games import cards_by_id
from engine.narration.markdown_text import as_html
from engine.rulebook.rulebook import Rulebook, RulebookChapter, RulebookItem
from engine.rulebook.rulebook_source import ItemKind
from engine.texts import localised, text
from studio.rendering.rulebook.rulebook_tables import RulebookTable, RulebookTables

Address = Callable[[str], str]
"""Returns the address of a figure by its name, or of a chapter by its id."""

BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
PARTS, TAGS = re.compile(r"(<[^>]*>)"), re.compile(r"<[^>]*>|\*\*?")


class RulebookPages:
    """The pages of a rulebook; `figure` and `chapter` say where pictures and chapters are."""

    def __init__(
        self, book: Rulebook, tables: RulebookTables, figure: Address, chapter: Address
    ) -> None:
        self._book, self._tables, self._figure, self._chapter = book, tables, figure, chapter
        numbers = sorted(book.entries, key=len, reverse=True)
        self._numbers = re.compile(rf"\b({'|'.join(map(re.escape, numbers))})\b(?![.’']\d)")

    def chapter(self, chapter: RulebookChapter) -> str:
        """Return a chapter with its heading."""
        head = f"{chapter.number} {escape(chapter.title)}"
        anchor = f'<a name="{chapter.id}"></a>'
        return f'<h2 id="{chapter.id}">{anchor}{head}</h2>\n{self.body(chapter)}'

    def body(self, chapter: RulebookChapter) -> str:
        """Return what stands under a chapter's heading."""
        return "\n".join(map(self._item, chapter.items))

    def _item(self, item: RulebookItem) -> str:
        match item.kind:
            case ItemKind.RULE:
                return self._rule(item)
            case ItemKind.EXAMPLE:
                return self._example(item)
            case ItemKind.FIGURE:
                return self._figure_of(item)
            case ItemKind.TABLE:
                return self._noted(item) + _table(self._tables.find(item.name), self._marked)
            case ItemKind.LIST:
                return self._list(item.name)
        return self._marked(item.text)

    def _rule(self, item: RulebookItem) -> str:
        end = text("rulebook.heading-end", self._book.language)
        title = f" <b>{escape(item.title)}</b>{end}" if item.title else ""
        head = f'<a name="{item.name}"></a><b class="number">{item.name}</b>{title} '
        body = self._marked(item.text, own=item.name)
        first = body.replace("<p>", f"<p>{head}", 1)
        said = first if first != body else f"<p>{head}</p>{body}"
        notes = "".join(self._choice(note.name, note.meaning, note.usual, note.others)
                        for note in item.choices)  # fmt: skip
        return f'<div class="rule" id="{item.name}">{said}{notes}{self._noted(item)}</div>'

    def _choice(self, name: str, meaning: str, usual: str, others: tuple[str, ...]) -> str:
        language, between = self._book.language, text("rulebook.or", self._book.language)
        said = text("rulebook.usual", language, usual=usual)
        if others:
            said += " " + text("rulebook.others", language, others=between.join(others))
        head = f"{text('rulebook.choice', language)} · {name}"
        return (
            f'<p class="choice"><small><b>{escape(head)}</b> {escape(meaning)} {escape(said)}'
            "</small></p>"
        )

    def _noted(self, item: RulebookItem) -> str:
        """Return how a scenario changes a rule or a table; nothing where it does not."""
        if not item.note:
            return ""
        head = escape(text("rulebook.changed-mark", self._book.language))
        return f'<p class="changed"><b>▌{head}</b> {escape(item.note)}</p>'

    def _example(self, item: RulebookItem) -> str:
        head = escape(text("rulebook.example", self._book.language))
        title = f" · {escape(item.title)}" if item.title else ""
        body = self._marked(item.text, in_brackets=True)
        return f"<blockquote><p><b>{head}{title}</b></p>{body}</blockquote>"

    def _figure_of(self, item: RulebookItem) -> str:
        picture = f'<img src="{self._figure(item.name)}" alt="{escape(item.text)}">'
        caption = _plain(self._marked(item.text, in_brackets=True))
        return f'<p class="figure">{picture}<br><i>{caption}</i></p>'

    def _list(self, name: str) -> str:
        match name:
            case "choices":
                return _table(self._tables.choice_rows(self._book), self._marked)
            case "cards":
                return self._cards()
        lines = (
            f'<tr><td><a href="{self._chapter(chapter.id)}#{number}">{number}</a></td>'
            f"<td>{escape(item.title or chapter.title)}</td></tr>"
            for number, (chapter, item) in self._book.entries.items()
        )
        return f"<table>{''.join(lines)}</table>"

    def _cards(self) -> str:
        language = self._book.language
        end = text("rulebook.heading-end", language)
        lines = (
            f"<li><b>{escape(localised(card.title, language))}</b>{end}"
            f"{escape(localised(card.text, language))}</li>"
            for card in cards_by_id(self._book.game).values()
        )
        return f"<ul>{''.join(lines)}</ul>"

    # --- words --------------------------------------------------------------------------------

    def _marked(self, words: str, own: str = "", in_brackets: bool = False) -> str:
        """Return a text in Markdown as HTML, with links to the rules it names.

        Where hexes have labels such as C3, only numbers in brackets are links.
        """

        def linked(part: str) -> str:
            if in_brackets:
                return BRACKETS.sub(lambda found: number_links(found[0]), part)
            return number_links(part)

        def number_links(part: str) -> str:
            return self._numbers.sub(lambda found: self._link(found[1], own), part)

        parts = PARTS.split(as_html(words))
        return "".join(part if part.startswith("<") else linked(part) for part in parts)

    def _link(self, number: str, own: str) -> str:
        if number == own or len(number) < 2:
            return number
        chapter, _ = self._book.entries[number]
        return f'<a href="{self._chapter(chapter.id)}#{number}">{number}</a>'


def _table(table: RulebookTable, marked: Callable[[str], str]) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_plain(marked(cell))}</td>" for cell in row) + "</tr>"
        for row in table.rows
    )
    title = f"<p><b>{escape(table.title)}</b></p>"
    hint = f"<p><small>{escape(table.hint)}</small></p>" if table.hint else ""
    frame = "border='1' cellspacing='0' cellpadding='3'"
    return f"{title}<table {frame}><tr>{heads}</tr>{rows}</table>{hint}"


def _plain(markup: str) -> str:
    return markup.replace("<p>", "").replace("</p>", "").strip()
