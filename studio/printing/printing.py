"""A map printed as its user wants it: to a PDF file or to a printer, behind the window.

What draws pages is loaded when the first ones are printed.
"""

from __future__ import annotations

from copy import deepcopy

from engine import files
from engine.map import Map
from studio.canvas.position import Layers
from studio.drawing.look import Look
from studio.panels.asking import Asking
from studio.panels.filing import Filing
from studio.panels.jobs import Progress
from studio.panels.speech import Speech


class Printing:
    """Asks how, then prints."""

    def __init__(self, asking: Asking, say: Speech, filing: Filing) -> None:
        self._asking, self._say, self._filing = asking, say, filing

    def print(self, map_: Map, layers: Layers) -> None:
        """Print a map with the layers that are shown."""
        from studio.printing.map_print import MapPrint
        from studio.printing.output import pdf_of, send

        look = Look(
            grid=layers.grid, labels=layers.labels, language=self._say.language,
            ramp=layers.ramp, zones=layers.zones,
        )  # fmt: skip
        order = self._asking.print_order(map_, look)
        if order is None:
            return
        file = None if order.printer else self._asking.pdf_file()
        if file is None and not order.printer:
            return
        kept = deepcopy(map_)

        def work(progress: Progress) -> None:
            print_ = MapPrint(kept, order.look, order.settings)
            if file is None:
                send(print_, order.printer, order.copies, progress.report)
                return
            content = pdf_of(print_, progress.report)
            progress.commit()
            files.write(file, content)

        where = order.printer or str(file)
        words = self._say("printing", name=self._say.of(map_.title) or self._say("unnamed"))
        self._filing.begin(words, work, self._say("printed", where=where))
