"""The page's own files: every word they say is there, and nothing of them is a hole."""

from __future__ import annotations

import re

import pytest

from engine.texts import has_text, texts_with_prefix
from studio.web.web_app import page_files

SCRIPTS = {name: file.read_text("utf-8") for name, file in page_files().items()}
ASKED = re.compile(
    r"""say\("([a-z-]+)"|data-(?:say|label|hint)="([a-z-]+)"|#button\("([a-z-]+)"|"""
    r"""#listed\("([a-z-]+)"|atDoor\("([a-z-]+)"\)|stands\((?:this\.tries \? )?"([a-z-]+)\""""
)
MADE = {
    f"state-{state}" for state in ("draft", "delivered", "riding", "noted", "executed", "refused")
}
WAITS = ("dice", "order", "umpire", "silent", "side", "over")
MADE |= {f"umpire-{kind}" for kind in WAITS} | {
    "sees-everything",
    "sees-bulletins",
    "fate-arrives",
    "fate-lost",
    "fate-taken",
}


MADE |= {f"draw-{tool}" for tool in ("line", "arrow", "ruler")}


def asked() -> set[str]:
    """The words that the page asks for."""
    found = {
        key for text in SCRIPTS.values() for keys in ASKED.findall(text) for key in keys if key
    }
    return found | MADE


def test_every_word_the_page_asks_for_is_there() -> None:
    assert len(asked()) > 60
    assert sorted(key for key in asked() if not has_text(f"hosting.page-{key}")) == []


def test_every_word_of_the_page_is_asked_for() -> None:
    everything = " ".join(SCRIPTS.values())
    unused = [key for key in texts_with_prefix("hosting", "page-") if f'"{key}"' not in everything]
    assert sorted(set(unused) - MADE) == []


@pytest.mark.parametrize("name", page_files())
def test_text_is_never_put_in_as_markup(name: str) -> None:
    holes = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc"
    assert not re.search(holes, SCRIPTS[name])


@pytest.mark.parametrize("name", page_files())
def test_nothing_is_loaded_from_elsewhere(name: str) -> None:
    bare = SCRIPTS[name].replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//[a-z]+\.[a-z]+/|@import [\"'u]|url\(", bare)


def test_the_document_has_no_script_or_style_of_its_own() -> None:
    document = SCRIPTS["index.html"]
    assert not re.search(r"<style|style=|\son[a-z]+=|javascript:", document)
    assert re.findall(r"<script[^>]*>([^<]*)</script>", document) == [""]


@pytest.mark.parametrize("file", ["hosting", "umpiring", "primer"])
def test_orders_are_handed_in_by_one_word_in_chinese(file: str) -> None:
    texts = texts_with_prefix(file, "").items()
    assert [key for key, words in texts if re.search("下达|提交", words["zh"])] == []
