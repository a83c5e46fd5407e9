"""Reports as pages: headings, sentences, tables and figures, written as HTML or as PDF.

The HTML is one file that needs nothing else: figures are SVG within it. It is well-formed XML too.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QUrl
from PySide6.QtGui import (
    QFont,
    QImage,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from engine.languages import LANGUAGES
from engine.narration.number_format import format_decimal
from studio.rendering.file_formats import PageFormat, PictureFormat
from studio.rendering.map.map_pictures import Paint, render_drawing
from studio.rendering.painting import encode_png
from studio.rendering.pdf_finishing import PageBoxes, finish_pdf, page_count
from studio.rendering.text_painting import font_families
from studio.reports.page_breaks import print_paginated

NOT_TOLD = "–"  # the cell of a table where nothing is known
SHARPNESS = 2.0  # pixels a page unit of grounds
PDF_SHARPNESS = 1.6  # of whole figures, at the size they are printed
A4 = PageBoxes(210.0, 297.0)
IMAGE = QTextDocument.ResourceType.ImageResource.value
PDF_DOTS_AN_INCH, PDF_WIDTH = 300, 590.0  # Qt leaves 2 cm round what it prints


# --- what a page is made of ----------------------------------------------------------------------


@dataclass(frozen=True)
class Heading:
    """A heading: rank 1 is the title's, 2 a chapter's, 3 a section's; some begin a sheet."""

    words: str
    rank: int = 2
    begins_sheet: bool = False


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; `kind` is `lead`, `note` or nothing."""

    words: str
    kind: str = ""


@dataclass(frozen=True)
class ListedSentences:
    """Sentences one below the other."""

    items: Sequence[str]


@dataclass(frozen=True)
class ReportTable:
    """A table with its head, if it has one; its first columns are `names`, the others numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1


@dataclass(frozen=True, eq=False)
class SharedFigureBackground:
    """The background that several figures of a page share, drawn once: a map."""

    id: str
    paint: Paint
    width: int
    height: int


@dataclass(frozen=True)
class ReportFigure:
    """A picture with its caption, if it needs one; a `ground` lies below what is painted."""

    paint: Paint
    width: int
    height: int
    caption: str
    ground: SharedFigureBackground | None = None


Block = Heading | Paragraph | ListedSentences | ReportTable | ReportFigure


@dataclass(frozen=True)
class ReportPage:
    """A report: its title, language, and what stands in it."""

    title: str
    language: str
    blocks: Sequence[Block]


def render_report(page: ReportPage, format_: PageFormat) -> bytes:
    """A page as a file. Needs the application of `studio.rendering.qt_environment`."""
    return as_pdf(page) if format_ is PageFormat.PDF else as_html(page).encode()


# --- HTML ----------------------------------------------------------------------------------------

STYLE = """
body{font:15px/1.55 "Noto Sans","Noto Sans CJK SC","Microsoft YaHei","PingFang SC",sans-serif;
color:#2b241a;background:#fffdf7;max-width:56rem;margin:2rem auto;padding:0 1.2rem}
:lang(zh-Hant) body{font-family:"Noto Sans","Noto Sans CJK TC","Microsoft JhengHei",
"PingFang TC",sans-serif}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 .6rem}
h2{font-size:1.25rem;margin:2.2rem 0 .6rem;border-bottom:2px solid #d9d2c3;padding-bottom:.2rem}
h3{font-size:1.05rem;margin:1.6rem 0 .4rem}
p{margin:.5rem 0}.lead{font-size:1.08rem}.note{color:#6b6252;font-size:.88rem}
table{border-collapse:collapse;margin:.7rem 0;font-size:.93rem}
th,td{padding:.22rem .7rem;border-bottom:1px solid #e2dccd;text-align:right;
font-variant-numeric:tabular-nums}
th{border-bottom:2px solid #b9b09c;font-weight:600}.name{text-align:left}
ul{margin:.4rem 0;padding-left:1.3rem}li{margin:.1rem 0}
figure{margin:1rem 0}figcaption{color:#6b6252;font-size:.88rem;margin-top:.2rem}
svg{max-width:100%;height:auto;display:block}.store{position:absolute;width:0;height:0}
@media print{body{margin:0;max-width:none;background:#fff;font-size:11px}
h1,h2,h3{break-after:avoid}figure,tr{break-inside:avoid}}
"""


def as_html(page: ReportPage) -> str:
    """A page as one HTML file without scripts, that needs no network."""
    grounds = {
        b.ground.id: b.ground for b in page.blocks if isinstance(b, ReportFigure) and b.ground
    }
    title = html.escape(page.title)
    lang = LANGUAGES[page.language].tag
    head = (
        f'<!DOCTYPE html>\n<html lang="{lang}" xmlns="http://www.w3.org/1999/xhtml"><head>'
        f'<meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>'
        f"<title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>"
    )
    parts = [head, *(_store(ground) for ground in grounds.values())]
    parts += [_block(block, _svg_figure) for block in page.blocks]
    return "\n".join([*parts, "</body></html>\n"])


def _block(block: Block, figure: Callable[[ReportFigure], str]) -> str:
    match block:
        case Heading(words, rank, begins_sheet):
            style = ' style="page-break-before:always"' if begins_sheet else ""
            return f"<h{rank}{style}>{html.escape(words)}</h{rank}>"
        case Paragraph(words, kind):
            attribute = f' class="{kind}"' if kind else ""
            return f"<p{attribute}>{html.escape(words)}</p>"
        case ListedSentences(items):
            lines = "".join(f"<li>{html.escape(item)}</li>" for item in items)
            return f"<ul>{lines}</ul>"
        case ReportTable():
            return _table(block)
    return figure(block)


def _table(table: ReportTable) -> str:
    head = f"<thead>{_row(table.head, 'th', table.names)}</thead>" if table.head else ""
    rows = "\n".join(_row(row, "td", table.names) for row in table.rows)
    return f"<table>{head}<tbody>\n{rows}</tbody></table>"


def _row(cells: Sequence[str], tag: str, names: int) -> str:
    heads = [f'<{tag} class="name">'] * names + [f"<{tag}>"] * (len(cells) - names)
    pairs = zip(heads, cells, strict=True)
    written = [f"{head}{html.escape(cell)}</{tag}>" for head, cell in pairs]
    return f"<tr>{''.join(written)}</tr>"


def _store(ground: SharedFigureBackground) -> str:
    """A ground's picture, drawn by every figure that refers to it."""
    content = base64.b64encode(encode_png(_paint(ground, SHARPNESS))).decode()
    return (
        f'<svg class="store" xmlns="http://www.w3.org/2000/svg" aria-hidden="true"><defs>'
        f'<image id="{ground.id}" width="{ground.width}" height="{ground.height}" '
        f'href="data:image/png;base64,{content}"/></defs></svg>'
    )


def _svg_figure(figure: ReportFigure) -> str:
    drawn = render_drawing(
        figure.paint, figure.width, figure.height, PictureFormat.SVG, figure.caption
    )
    _, body = re.split(r"<svg[^>]*>", drawn.content.decode(), maxsplit=1)
    under = f'<use href="#{figure.ground.id}"/>' if figure.ground else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'role="img" width="{figure.width}" height="{figure.height}" '
        f'viewBox="0 0 {figure.width} {figure.height}">'
    )
    said = f"<figcaption>{html.escape(figure.caption)}</figcaption>" if figure.caption else ""
    return f"<figure>{svg}{under}{body}{said}</figure>"


# --- PDF -----------------------------------------------------------------------------------------

PDF_STYLE = """
h1{font-size:18pt}h2{font-size:14pt;margin-top:16px}h3{font-size:11pt;margin-top:10px}
p.note,p.caption{color:#6b6252;font-size:8pt}p.lead{font-size:11pt}
td,th{padding:2px 7px}th{background-color:#efe9da}
"""


@dataclass(frozen=True, eq=False)
class FlowingPage:
    """A page as text that flows: HTML of the kind Qt reads, and its figures by their names."""

    title: str
    html: str
    figures: Mapping[str, QImage]

    def document(self) -> QTextDocument:
        """The page to be shown or printed; in the thread that shows it."""
        document = QTextDocument()
        letters = QFont(list(font_families()))
        letters.setPointSizeF(9.5)
        document.setDefaultFont(letters)
        document.setDefaultStyleSheet(PDF_STYLE)
        document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, self.title)
        for name, image in self.figures.items():
            document.addResource(IMAGE, QUrl(name), image)
        document.setHtml(self.html)
        return document


def layout_report(page: ReportPage) -> FlowingPage:
    """A page as text that flows, its figures painted; in any thread."""
    shelf = _Shelf()
    parts = [f"<h1>{html.escape(page.title)}</h1>"]
    parts += [_pdf_block(block, shelf) for block in page.blocks]
    return FlowingPage(page.title, "\n".join(parts), shelf.figures)


def as_pdf(page: ReportPage) -> bytes:
    """A page on sheets of A4, numbered; the same page gives the same bytes."""
    document = layout_report(page).document()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(PDF_DOTS_AN_INCH)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    print_paginated(document, writer)
    del writer
    written = bytes(content.data())
    return finish_pdf(written, page.title, [A4] * page_count(written))


def _pdf_block(block: Block, shelf: _Shelf) -> str:
    if isinstance(block, ReportTable):
        head = f"<thead>{_pdf_row(block.head, 'th', block.names)}</thead>" if block.head else ""
        rows = "".join(_pdf_row(row, "td", block.names) for row in block.rows)
        return f'<table cellspacing="0">{head}<tbody>{rows}</tbody></table>'
    return _block(block, shelf.figure)


def _pdf_row(cells: Sequence[str], tag: str, names: int) -> str:
    written = [
        f'<{tag} align="{"left" if number < names else "right"}">{html.escape(cell)}</{tag}>'
        for number, cell in enumerate(cells)
    ]
    return f"<tr>{''.join(written)}</tr>"


class _Shelf:
    """The figures of a page, painted as they are asked for; grounds are painted once."""

    def __init__(self) -> None:
        self.figures: dict[str, QImage] = {}
        self.grounds: dict[str, QImage] = {}

    def figure(self, figure: ReportFigure) -> str:
        """The figure's place in the text."""
        name = f"figure:{len(self.figures) + 1}"
        image = _image(figure.width, figure.height, PDF_SHARPNESS)
        painter = QPainter(image)
        if figure.ground:
            painter.drawImage(0, 0, self._ground(figure.ground))
        painter.scale(PDF_SHARPNESS, PDF_SHARPNESS)
        figure.paint(painter)
        painter.end()
        self.figures[name] = image
        part = min(1.0, PDF_WIDTH / figure.width)
        wide, high = round(part * figure.width), round(part * figure.height)
        place = f'<p><img src="{name}" width="{wide}" height="{high}"/></p>'
        if not figure.caption:
            return place
        return f'{place}<p class="caption">{html.escape(figure.caption)}</p>'

    def _ground(self, ground: SharedFigureBackground) -> QImage:
        if ground.id not in self.grounds:
            self.grounds[ground.id] = _paint(ground, PDF_SHARPNESS)
        return self.grounds[ground.id]


def _image(width: int, height: int, sharpness: float) -> QImage:
    size = round(width * sharpness), round(height * sharpness)
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    return image


def _paint(ground: SharedFigureBackground, sharpness: float) -> QImage:
    image = _image(ground.width, ground.height, sharpness)
    painter = QPainter(image)
    painter.scale(sharpness, sharpness)
    ground.paint(painter)
    painter.end()
    return image


def format_number(value: float, language: str) -> str:
    """A number as tables print it: whole, or with one place, or two where it is small."""
    if value == round(value):
        return str(round(value))
    written = f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
    return format_decimal(written, language)
