"""The tab of a deck of event cards."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from engine.checks.deck_checks import WARNINGS
from engine.problems import Problem
from engine.quick_fixes.deck_fixes import DeckFix, deck_fixes
from studio.documents.deck_document import DeckDocument
from studio.framework.document_tab import DocumentTab
from studio.framework.prompts import Prompts
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.decks.deck_checker import DeckChecker, card_of, field_of
from studio.workspaces.scenario.decks.deck_context import DeckContext
from studio.workspaces.scenario.decks.deck_editor import DeckEditor


class DeckTab(DocumentTab):
    """A deck file being edited; its problems are looked for in the background."""

    document: DeckDocument
    work_wanted = Signal(object)  # Work: another work to be opened

    def __init__(self, document: DeckDocument, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(document, localize)
        self._prompts = prompts
        self.panel = DeckEditor(localize, prompts)
        self.checking = DeckChecker(document)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.panel)
        document.changed.connect(self._show)
        document.filed.connect(self._show)
        self.checking.found.connect(self._check)
        localize.changed.connect(self.checking.schedule_check)
        self._show()

    def _show(self) -> None:
        document = self.document
        setting = self.panel.setting
        if (setting.game, setting.folder) != (document.game, document.folder) or (
            self.panel.deck.cards == ()
        ):
            setting = DeckContext(document.game, {}, document.folder)
        self.panel.show_deck(document.deck, document.apply, setting)

    def _check(self) -> None:
        self.panel.show_problems(self.problems)
        self.checked.emit()

    def pointer_description(self) -> str:
        """Empty: nothing lies under the pointer here."""
        return ""

    def focus(self) -> None:
        """Give the keyboard to the list of cards; pictures may have changed."""
        self.panel.look_at_pictures()
        self.panel.cards.rows.setFocus()

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self.localize.changed.disconnect(self.checking.schedule_check)
        self.localize.changed.disconnect(self.panel.retranslate)
        self.document.changed.disconnect(self._show)
        self.document.filed.disconnect(self._show)

    # --- problems ---------------------------------------------------------------------------------

    @property
    def problems(self) -> list[Problem]:
        """Return the problems of the deck, and of texts that do not fit on its cards."""
        return self.checking.problems

    def show_problem(self, problem: Problem) -> None:
        """Show the card and the field a problem is about."""
        self.panel.visit(card_of(problem, self.document.deck), *field_of(problem))

    def waive(self, problem: Problem) -> None:
        """Accept a kind of warning, for a reason recorded in the file.

        Words that do not fit cannot be accepted: readers elsewhere have other fonts.
        """
        if problem.code not in WARNINGS:
            self.refused.emit(problem.hint(self.localize.language))
            return
        said = problem.message(self.localize.language)
        question = self.localize("waive-question", problem=said)
        reason = (self._prompts.line(self.localize("waive"), question) or "").strip()
        if reason:
            self.document.waive(problem.code, reason, self.localize("step-waive"))

    def fixes(self, problem: Problem) -> tuple[DeckFix, ...]:
        """Return the quick fixes of a problem."""
        deck = self.document.deck
        return deck_fixes(deck, card_of(problem, deck), problem, self.panel.setting.effects)

    def fix(self, fix: DeckFix) -> None:
        """Put a problem right, as one step."""
        self.document.apply(fix.applied(self.document.deck), fix.name(self.localize.language))

    def fix_all(self, problems: list[Problem], like: Any, name: str) -> None:
        """Put problems right all in the same way, as one step."""
        deck, effects = self.document.deck, self.panel.setting.effects
        for problem in problems:
            for fix in deck_fixes(deck, card_of(problem, self.document.deck), problem, effects):
                if fix.id == like.id:
                    deck = fix.applied(deck)
                    break
        self.document.apply(deck, name)
