"""Files that cannot be read yet, in the window: each as its text, until it is what it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studio.document.text_document import TextDocument
from studio.document.work import Work
from studio.parts.asking import Asking
from studio.parts.speech import Speech
from studio.parts.tab import WorkTab
from studio.parts.workplace import Workplace


def text_place(
    say: Speech,
    asking: Asking,
    journals: Path | None,
    become: Callable[[WorkTab, Work], None],
) -> Workplace:
    """What the window needs to know of texts; one that can be read has `become` another work."""

    def tab_of(document: TextDocument) -> WorkTab:
        from studio.parts.text_tab import TextTab  # only who opens a broken file waits for it

        tab = TextTab(document, say, asking)
        tab.readable.connect(lambda: show(tab, document))
        return tab

    def show(tab: WorkTab, document: TextDocument) -> None:
        work = document.readable_work(journals)
        if work is not None:
            become(tab, work)

    return Workplace(TextDocument, tab_of)
