"""A map or a game printed as its user wants it, to a PDF file or a printer, in the background.

What draws pages is loaded when the first ones are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files import source_text
from engine.hexes.flat_index import Indices
from engine.map.map import Map
from engine.texts import LocalText, text
from studio.canvas.canvas_content import LayerSettings
from studio.documents.deck_document import DeckDocument
from studio.framework.background_jobs import JobProgress
from studio.framework.document_tab import DocumentTab, MapDocumentTab
from studio.framework.file_operations import FileOperations, map_to_draw
from studio.framework.prompts import Prompts
from studio.printing.picture_export import card_files, export_rects
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.localization import Localizer

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from engine.tabletop.tabletop_map import TabletopMap
    from studio.printing.print_page import Printout
    from studio.widgets.map_style_box import StyleChoice


class PrintController:
    """Asks how, then prints."""

    def __init__(
        self, prompts: Prompts, localize: Localizer, filing: FileOperations,
        styles: Callable[[], Sequence[StyleChoice]],
    ) -> None:  # fmt: skip
        """`styles` are those that maps can be drawn in."""
        self._prompts, self._localize, self._filing, self._styles = (
            prompts,
            localize,
            filing,
            styles,
        )

    def print_tab(self, tab: DocumentTab, layers: LayerSettings) -> None:
        """Print what a tab shows: a map, a table, or everything the game of a scenario needs."""
        from engine.scenario.scenario import Scenario
        from engine.tabletop.tabletop_map import TabletopMap

        document = tab.document
        folder = document.path.parent if document.path else Path()
        document.relied_on.emit()
        match tab.printable_content:
            case TabletopMap() as table:
                self.print_table(table, folder, layers)
            case Scenario() as scenario:
                self.print_game(scenario, folder, layers)
            case Map() as map_:
                self.print(map_, folder, layers)

    def export_picture(
        self, tab: MapDocumentTab, layers: LayerSettings, selected: Indices | None
    ) -> None:
        """Draw the map of a tab, with the units of a scenario, into a picture file."""
        from studio.printing.printing_questions import PictureExportQuestion
        from studio.rendering.map.deployment import build_deployment

        document = tab.document
        map_, scenario = map_to_draw(document)
        begun = build_deployment(scenario) if scenario is not None else None
        question = PictureExportQuestion(map_, replace(layers, language=self._localize.language),
                              export_rects(tab, selected), begun, self._styles())  # fmt: skip
        order = self._prompts.ask(question)
        if order is not None:
            look, part = order.look, order.part
            self._filing.export(document, look, part, with_units=order.with_units)

    def export_cards(self, document: DeckDocument) -> None:
        """Draw every card of a deck, its face and its back, into a folder."""
        from studio.rendering.cards.card_painter import overfull_card_titles

        localize = self._localize
        dots = self._prompts.number(
            localize("cards-title"), localize("cards-dots"), 300, (36, 1200)
        )
        folder = self._prompts.folder(localize("cards-folder")) if dots else None
        if dots is None or folder is None:
            return
        cut = overfull_card_titles(document.deck, localize.language)
        words = localize("cards-cut", cards=text("scenario.and-so-on", localize.language).join(cut))
        if cut and not self._prompts.confirm(words, localize("cards-cut-do")):
            return
        files, write = card_files(document, folder, localize.language)
        taken = sum(source_text.path_exists(file) for file in files)
        words = localize("cards-overwrite", count=taken, folder=folder)
        if taken and not self._prompts.confirm(words, localize("overwrite-do")):
            return

        def draw(progress: JobProgress) -> None:
            progress.commit()
            write(dots)

        done = localize("cards-written", count=len(files), folder=folder)
        self._filing.start_job(localize("job-drawing", name=folder.name), draw, done)

    def print_table(self, table: TabletopMap, folder: Path, layers: LayerSettings) -> None:
        """Print a table's country, figures for it, and measuring strips."""
        from studio.printing.file_printouts import TabletopPrintout

        self._print_on_table(partial(TabletopPrintout, table), table.title, folder, layers)

    def _print_on_table(
        self, plan: Callable[..., Printout], title: LocalText, folder: Path, layers: LayerSettings,
        *, is_game: bool = False,
    ) -> None:  # fmt: skip
        from studio.printing.printing_questions import TabletopPrintQuestion

        order = self._prompts.ask(TabletopPrintQuestion(plan, is_game, self._look(layers)))
        if order is not None:
            self._put_out(
                lambda: plan(order.look, order.settings),
                order.printer, order.copies, self._localize.localize_text(title), folder,
            )  # fmt: skip

    def print_game(self, scenario: Scenario, folder: Path, layers: LayerSettings) -> None:
        """Print the parts of a game that are chosen; pictures of cards lie beside its decks."""
        from studio.printing.game_printout import GamePrintout
        from studio.printing.printing_questions import GamePrintQuestion

        if scenario.is_on_table:
            plan = partial(GamePrintout, scenario, folder=folder)
            title = scenario.title or scenario.table.title
            self._print_on_table(plan, title, folder, layers, is_game=True)
            return
        look = self._look(layers)
        kept = replace(scenario, ground=deepcopy(scenario.map))
        order = self._prompts.ask(GamePrintQuestion(kept, folder, look))
        if order is None:
            return
        self._put_out(
            lambda: GamePrintout(kept, order.look, order.settings, folder),
            order.printer, order.copies,
            self._localize.localize_text(scenario.title or scenario.map.title), folder,
        )  # fmt: skip

    def _look(self, layers: LayerSettings) -> RenderOptions:
        return replace(layers.look, language=self._localize.language)

    def print(self, map_: Map, folder: Path, layers: LayerSettings) -> None:
        """Print a map with the layers that are shown."""
        from studio.printing.map_tiling import MapTiling
        from studio.printing.printing_questions import MapPrintQuestion

        look = self._look(layers)
        order = self._prompts.ask(MapPrintQuestion(map_, look, self._styles()))
        if order is None:
            return
        kept = deepcopy(map_)
        self._put_out(
            lambda: MapTiling(kept, order.look, order.settings),
            order.printer, order.copies, self._localize.localize_text(map_.title), folder,
        )  # fmt: skip

    def _put_out(
        self,
        lay_out: Callable[[], Printout],
        printer: str,
        copies: int,
        title: str,
        folder: Path,
    ) -> None:
        """Lay pages out and print them, in the background."""
        from studio.printing.page_output import print_pages, render_pdf

        likely = folder / f"{self._filing.fit_name(title)}.pdf"
        file = None if printer else self._prompts.pdf_file(likely)
        if file is None and not printer:
            return

        def work(progress: JobProgress) -> None:
            print_ = lay_out()
            if file is None:
                print_pages(print_, printer, copies, progress.report)
                return
            content = render_pdf(print_, progress.report)
            progress.commit()
            source_text.write(file, content)

        words = self._localize("printing", name=title or self._localize("unnamed"))
        self._filing.start_job(words, work, self._localize("printed", where=printer or str(file)))
