"""Virtual rasters: files that name other files, which must lie beside them."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse

from engine.files.source_text import is_file, real
from engine.ground.faults import import_error

MOST_BYTES = 20_000_000
SOURCES = "SourceFilename"
# What makes GDAL compute, or open anything but a file.
REFUSED = ("PixelFunctionType", "PixelFunctionCode", "OpenOptions", "GDALWarpOptions", "Algorithm")


def check_mosaic(path: Path) -> None:
    """Refuse a virtual raster that names anything but rasters in its folder or below."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise import_error("unreadable", file=path, reason=f"> {MOST_BYTES // 1_000_000} MB")
        root = parse(path).getroot()
    except (OSError, ParseError, DefusedXmlException, ValueError) as error:
        raise import_error("unreadable", file=path, reason=error) from error
    assert root is not None  # of a file that was parsed
    strange = next((each.tag for each in root.iter() if each.tag in REFUSED), None)
    if strange:
        raise import_error("no-mosaic", file=path, name=strange)
    folder = real(path).parent
    for source in root.iter(SOURCES):
        named = (source.text or "").strip()
        there = real(folder / named)
        if named.startswith("/vsi") or not there.is_relative_to(folder) or not is_file(there):
            raise import_error("no-mosaic", file=path, name=named)
