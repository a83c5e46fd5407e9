"""Files that cannot be read yet, in the window: each as its text, until it is what it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studio.document.text_document import TextDocument
from studio.document.work import Document
from studio.parts.asking import Prompts
from studio.parts.speech import Localizer
from studio.parts.tab import DocumentTab
from studio.parts.workplace import EditorProvider


def text_provider(
    say: Localizer,
    asking: Prompts,
    journals: Path | None,
    become: Callable[[DocumentTab, Document], None],
) -> EditorProvider:
    """What the window needs to know of texts; one that can be read has `become` another work."""

    def tab_of(document: TextDocument) -> DocumentTab:
        from studio.parts.text_tab import TextEditorTab  # only who opens a broken file waits for it

        tab = TextEditorTab(document, say, asking)
        tab.readable.connect(lambda: show(tab, document))
        return tab

    def show(tab: DocumentTab, document: TextDocument) -> None:
        work = document.readable_work(journals)
        if work is not None:
            become(tab, work)

    return EditorProvider(TextDocument, tab_of)
