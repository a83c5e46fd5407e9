"""Texts in Markdown: the same pieces as HTML, in parts for pages, and as a tree."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.narration import markdown_text

ORDERS = """# Orders

Take **Crossways**.
Not later.

- First *east*
- Then `wait`

| Unit | Men |
|------|----:|
| One | 12 |

3. three
4. four
"""


def words_of(pieces: list[Any]) -> Iterator[str]:
    """Every word of a tree."""
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
        else:
            yield from words_of(piece[2:])


def test_headings_stress_lists_tables_and_lines_are_html() -> None:
    found = markdown_text.as_html(ORDERS)
    assert "<h1>Orders</h1>" in found
    assert "<strong>Crossways</strong>.<br />" in found
    assert found.count("<li>") == 4
    assert '<td style="text-align:right">12</td>' in found
    assert '<ol start="3">' in found


def test_parts_are_the_whole_cut_between_paragraphs() -> None:
    parts = markdown_text.html_parts(ORDERS)
    assert "".join(parts) == markdown_text.as_html(ORDERS)
    assert [re.match(r"<(\w+)", part)[1] for part in parts] == [  # type: ignore[index]  # each has
        "h1", "p", "ul", "table", "ol",
    ]  # fmt: skip


def test_the_tree_has_the_elements_of_the_html() -> None:
    heading, first, items, *_ = markdown_text.as_json(ORDERS)
    assert heading == ["h1", {}, "Orders"]
    assert first == ["p", {}, "Take ", ["strong", {}, "Crossways"], ".", ["br", {}], "Not later."]
    assert items[2] == ["li", {}, "First ", ["em", {}, "east"]]
    assert markdown_text.as_json(ORDERS)[-1][1] == {"start": 3}


def test_nothing_foreign_comes_in() -> None:
    evil = "<script>alert(1)</script> [go](javascript:alert(1)) ![spy](http://x.org/p.png)"
    found = markdown_text.as_html(evil)
    assert "<script" not in found
    assert 'href="javascript' not in found
    assert "<img" not in found
    assert not any("script" in tag for tag in re.findall(r"<(\w+)", found))


@given(st.text(alphabet=st.sampled_from("ab #*-_|>`\n1.[]()<&~\\"), max_size=60))
def test_html_and_tree_say_the_same(words: str) -> None:
    said = html.unescape(re.sub(r"<[^>]*>", "", markdown_text.as_html(words)))
    assert re.sub(r"\s", "", "".join(words_of(markdown_text.as_json(words)))) == re.sub(
        r"\s", "", said
    )
    assert "".join(markdown_text.html_parts(words)) == markdown_text.as_html(words)
