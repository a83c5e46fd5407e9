"""XML of other programs: no entity is ever expanded, nothing outside is fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from engine.interchange.foreign import refuse, refuse_others
from engine.problems import Mark

MOST_ELEMENTS = 400_000
DEEPEST = 40
Element = Any  # of xml.etree, with the line it stands in


class _TooMany(Exception):
    """More elements, or deeper ones, than a map has."""


class _Parser(DefusedXMLParser):
    """Elements that know their line, within bounds."""

    def __init__(self) -> None:
        # Old maps of Tiled name its DTD, which is not fetched; entities are refused.
        super().__init__(forbid_dtd=False, forbid_entities=True, forbid_external=True)
        self.count = self.depth = 0

    def _start(self, *args: Any) -> Element:
        element = super()._start(*args)  # type: ignore[misc]  # its stubs leave it out
        element.line = self.parser.CurrentLineNumber
        self.count += 1
        self.depth += 1
        if self.count > MOST_ELEMENTS or self.depth > DEEPEST:
            raise _TooMany
        return element

    def _end(self, tag: str) -> Element:
        self.depth -= 1
        return super()._end(tag)  # type: ignore[misc]  # likewise


def parse_xml(path: Path, content: bytes | str, root: str = "") -> Element:
    """The root element of an XML file; InvalidFile names the line of what is wrong."""
    if isinstance(content, bytes):
        refuse_others(path, content, "xml")
    parser = _Parser()
    try:
        parser.feed(content)
        found = parser.close()
    except ParseError as error:
        line, column = error.position
        refuse("broken-xml", path, Mark(line, column + 1), reason=str(error).partition(":")[0])
    except DefusedXmlException as error:
        refuse("xml-entities", path, reason=type(error).__name__)
    except _TooMany:
        refuse("xml-too-large", path, most=MOST_ELEMENTS)
    except (ValueError, LookupError) as error:  # an encoding that nobody knows
        refuse("broken-xml", path, reason=str(error))
    if root and found.tag != root:
        refuse("xml-root", path, mark_of(found), found=found.tag, wanted=root)
    return found


def mark_of(element: Element) -> Mark:
    """Where an element begins."""
    return Mark(element.line, 1)
