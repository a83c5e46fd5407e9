"""`sandtable import terrain SOURCE… OUT`: real ground as a hex map."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.files import source_text
from engine.hexes.grid import Orientation
from engine.problems import SandtableError
from engine.texts import localised, text
from studio.cli.common_options import (
    FILE,
    LimitedNumber,
    json_option,
    print_json,
    report_errors_of_command,
)
from studio.cli.output_files import check_folder_exists, overwrite_option
from studio.signal_handling import allow_interrupts

if TYPE_CHECKING:
    from engine.map.map import Map
    from engine.terrain_import.geo_boxes import GeoBox
    from engine.terrain_import.hex_samples import HexSamples
    from engine.terrain_import.import_problems import ImportReport
    from engine.terrain_import.map_draft import DraftChoice
    from engine.terrain_import.map_frame import MapFrame, SheetSpec
    from engine.terrain_import.survey import LoadedSources, Sources

OFF = "off"
KILOMETRES = "km"
LABELS = ("km-square", "column-row", "letter-number")
STATISTICS = ("mean", "median", "min", "max")
UNITS = ("m", "dm", "cm", "mm", "km", "ft", "us-ft")


@click.command("terrain")
@click.argument("words", metavar="SOURCE... OUT", type=FILE, nargs=-1, required=True)
@click.option("--bbox", metavar="W,S,E,N", help=text("ground.option-bbox"))
@click.option("--centre", metavar="LON,LAT", help=text("ground.option-centre"))
@click.option("--size", metavar="CxR|WxHkm", help=text("ground.option-size"))
@click.option(
    "--hex-m", type=LimitedNumber(10, 20_000), default=200, show_default=True,
    help=text("ground.option-hex"),
)  # fmt: skip
@click.option(
    "--orientation", type=click.Choice([each.value for each in Orientation]), default="pointy",
    show_default=True, help=text("ground.option-orientation"),
)  # fmt: skip
@click.option(
    "--rotate", type=LimitedNumber(-360, 360), default=0, show_default=True,
    help=text("ground.option-rotate"),
)  # fmt: skip
@click.option("--projection", default="utm", show_default=True,
              help=text("ground.option-projection"))  # fmt: skip
@click.option("--level-m", type=LimitedNumber(0.1, 5000), help=text("ground.option-level"))
@click.option("--base", type=LimitedNumber(-12_000, 9_000), help=text("ground.option-base"))
@click.option("--height", type=click.Choice(STATISTICS), help=text("ground.option-statistic"))
@click.option("--height-unit", type=click.Choice(UNITS), help=text("ground.option-height-unit"))
@click.option("--legend", metavar="FILE", type=FILE, help=text("ground.option-legend"))
@click.option("--labels", type=click.Choice(LABELS), help=text("ground.option-labels"))
@click.option("--thresholds", metavar="COVER=SHARE", multiple=True,
              help=text("ground.option-thresholds"))  # fmt: skip
@click.option("--roads", metavar="CLASSES", help=text("ground.option-links"))
@click.option("--streams", metavar="CLASSES", help=text("ground.option-waters"))
@click.option("--places", metavar="CLASSES", help=text("ground.option-places"))
@click.option("--title", help=text("ground.option-title"))
@click.option("--credits", "owed", help=text("ground.option-credits"))
@click.option("--keep", is_flag=True, help=text("ground.option-keep"))
@click.option("--again", is_flag=True, help=text("ground.option-again"))
@overwrite_option
@json_option
@report_errors_of_command
def command(
    words: tuple[Path, ...],
    bbox: str | None,
    centre: str | None,
    size: str | None,
    hex_m: float,
    orientation: str,
    rotate: float,
    projection: str,
    keep: bool,
    again: bool,
    overwrite: bool,
    as_json: bool,
    **wishes: Any,
) -> None:
    from engine.terrain_import.map_frame import SheetSpec

    *sources, out = words
    if not (sources or again):
        raise click.UsageError(text("ground.source-and-out"))
    check_folder_exists(out)
    if source_text.path_exists(out) and not (again or overwrite):
        raise SandtableError(text("ground.exists", None, file=out))
    sheet = SheetSpec(hex_m, Orientation(orientation), rotate, projection)
    with _stoppable():
        area = _Area.asked(bbox, centre, size)
        work = (
            _onto(sources, out, sheet, area, wishes)
            if again
            else _anew(sources, sheet, area, wishes)
        )
        work.write(out, keep=keep or again)
    work.tell(out, as_json=as_json)


@contextmanager
def _stoppable() -> Iterator[None]:
    try:
        with allow_interrupts():
            yield
    except KeyboardInterrupt:
        raise SandtableError(text("ground.stopped")) from None


# --- the work -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Work:
    """An import that is ready to be written."""

    quantised: HexSamples
    choice: DraftChoice
    map: Map
    account: ImportReport
    was: Any = None  # the file it is written over

    def write(self, out: Path, *, keep: bool) -> None:
        """Write the map and, where wanted, what it was made of."""
        from engine.files.map_writer import new_map_text, save
        from engine.terrain_import.import_file import as_file, import_file_path

        if self.was:
            save(self.map, out, self.was)
        else:
            source_text.write(out, new_map_text(self.map, out))
        if keep:
            source_text.write(import_file_path(out), as_file(self.quantised, self.choice))

    def tell(self, out: Path, *, as_json: bool) -> None:
        """The report: on standard output as JSON, or as sentences."""
        report = self._report(out)
        if as_json:
            print_json(report)
            return
        grid = self.map.grid
        size = {"columns": grid.columns, "rows": grid.rows}
        levels = {"metres": report["level_metres"], "base": report["base_metres"]}
        click.echo(text("ground.written", None, file=out, **size, **levels))
        kinds = ", ".join(f"{kind} {count}" for kind, count in report["ground"].items())
        click.echo(text("ground.ground-is", None, kinds=kinds))
        click.echo(text("ground.waters-are", None, **report["streams"]))
        click.echo(text("ground.roads-are", None, **report["roads"]))
        for found in self.account.findings:
            click.echo(f"  {found.sentence()}")
        click.echo(self.map.credits)

    def _report(self, out: Path) -> dict[str, Any]:
        map_, frame = self.map, self.quantised.frame
        return {
            "file": str(out),
            "columns": map_.grid.columns,
            "rows": map_.grid.rows,
            "hex_metres": map_.hex_metres,
            "projection": frame.crs,
            "easting": frame.easting,
            "northing": frame.northing,
            "rotation": frame.rotation,
            "bbox": [round(side, 6) for side in frame.box().as_written()],
            "level_metres": map_.level_metres,
            "base_metres": map_.base_metres,
            "levels": [int(map_.level.min()), int(map_.level.max())],
            "ground": {
                kind: int((map_.ground == place).sum()) for place, kind in enumerate(map_.grounds)
            },
            "streams": self.quantised.water_parts._asdict(),
            "roads": self.quantised.link_parts._asdict(),
            "places": [localised(place.name) for place in map_.places],
            "found": [
                {"code": found.code, "count": found.count, "at": list(found.at),
                 "about": list(found.about), "message": found.sentence()}
                for found in self.account.findings
            ],
            "credits": map_.credits,
        }  # fmt: skip


def _anew(sources: Sequence[Path], sheet: SheetSpec, area: _Area, wishes: dict[str, Any]) -> _Work:
    from engine.terrain_import.import_problems import ImportReport, waive_warnings
    from engine.terrain_import.map_draft import DraftChoice, draft_map

    choice = _choice(DraftChoice(), wishes)
    quantised = _quantise(_sort_sources(sources, wishes), sheet, area, choice.asked)
    account = ImportReport(list(quantised.findings))
    return _Work(
        quantised, choice, waive_warnings(draft_map(quantised, choice, account), account), account
    )


def _onto(
    sources: Sequence[Path], out: Path, sheet: SheetSpec, area: _Area, wishes: dict[str, Any]
) -> _Work:
    """An import onto an existing map, which keeps what was changed by hand."""
    from engine.files.map_reader import open_file
    from engine.terrain_import.import_file import (
        import_file_path,
        is_turned,
        read_import,
        with_hand_edits,
    )
    from engine.terrain_import.import_problems import ImportReport, import_error, waive_warnings
    from engine.terrain_import.map_draft import draft_map

    before, made = read_import(import_file_path(out))
    was = open_file(out)
    choice = _choice(made, wishes)
    if sources:
        same = sheet if area.is_asked else None
        named = _sort_sources(sources, wishes)
        quantised = _quantise(named, same, area, choice.asked, before.frame)
    else:
        quantised = before
        if missing := choice.asked & set(before.unlaid):
            raise import_error("not-surveyed", names=", ".join(sorted(missing)))
    if quantised.frame != before.frame or was.map.grid != before.frame.grid:
        raise import_error("other-area", file=out)
    imported = draft_map(before, made)
    if is_turned(was.map, imported):
        raise import_error("turned-since", file=out)
    account = ImportReport(list(quantised.findings))
    map_ = with_hand_edits(was.map, imported, draft_map(quantised, choice, account), account)
    return _Work(quantised, choice, waive_warnings(map_, account), account, was)


def _sort_sources(sources: Sequence[Path], wishes: dict[str, Any]) -> Sources:
    from engine.terrain_import.land_cover_legends import read_legend
    from engine.terrain_import.survey import Sources

    legend = read_legend(wishes["legend"]) if wishes["legend"] else None
    return Sources.of(sources, wishes["height_unit"] or "", legend)


def _quantise(
    named: Sources,
    sheet: SheetSpec | None,
    area: _Area,
    asked: Collection[str],
    frame: MapFrame | None = None,
) -> HexSamples:
    from engine.terrain_import.survey import load, survey_frame

    fixed = frame if sheet is None else area.fixed(sheet)
    with _watch() as progress:
        ready = load(named, fixed.box() if fixed else None, progress)
        return survey_frame(ready, fixed or _whole(ready, sheet), progress, asked)


def _whole(ready: LoadedSources, sheet: SheetSpec | None) -> MapFrame:
    from engine.terrain_import.survey import common_extent

    assert sheet is not None
    return sheet.frame_over_box(common_extent(ready))


@contextmanager
def _watch() -> Iterator[Callable[[str, float], None]]:
    """Progress on standard error: a bar on a terminal, else a line a step."""
    if not sys.stderr.isatty():
        told = set[str]()

        def tell(step: str, share: float) -> None:
            if step not in told:
                told.add(step)
                click.echo(f"{text(f'ground.step-{step}')} …", err=True)

        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def show(step: str, share: float) -> None:
            bar.update(task, completed=share, description=text(f"ground.step-{step}"))

        yield show


# --- what was asked for ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Area:
    """The area as the command line names it; if empty, all that the sources cover."""

    box: GeoBox | None = None
    centre: tuple[float, float] | None = None
    size: tuple[float, float] = (0, 0)
    is_in_hexes: bool = False

    @classmethod
    def asked(cls, bbox: str | None, centre: str | None, size: str | None) -> _Area:
        """The area given by three options; a usage error where they do not agree."""
        from engine.terrain_import.geo_boxes import GeoBox

        if bool(centre) != bool(size) or (bbox and centre):
            raise click.UsageError(text("ground.area-twice"))
        if bbox:
            return cls(box=GeoBox(*_numbers(bbox, 4, "box")).checked())
        if not (centre and size):
            return cls()
        plain = size.lower().removesuffix(KILOMETRES)
        wide, high = _numbers(plain.replace("x", ","), 2, "size")
        in_hexes = plain == size.lower()
        lon, lat = _numbers(centre, 2, "centre")
        return cls(centre=(lon, lat), size=(wide, high), is_in_hexes=in_hexes)

    @property
    def is_asked(self) -> bool:
        """Return whether any area was named."""
        return bool(self.box or self.centre)

    def fixed(self, sheet: SheetSpec) -> MapFrame | None:
        """The frame, where it does not depend on the sources."""
        if self.box:
            return sheet.frame_over_box(self.box)
        if not self.centre:
            return None
        wide, high = self.size
        if self.is_in_hexes:
            return sheet.of_hexes(*self.centre, int(wide), int(high))
        return sheet.frame_round_place(*self.centre, wide * 1000, high * 1000)


def _numbers(said: str, count: int, wanted: str) -> list[float]:
    """Numbers between commas; a usage error where their count is wrong."""
    words = re.split(r"[,;]\s*|\s+", said.strip())
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        values = {"said": said, "wanted": text(f"ground.wanted-{wanted}")}
        raise click.UsageError(text("ground.no-numbers", None, **values))
    return numbers


def _choice(made: DraftChoice, wishes: dict[str, Any]) -> DraftChoice:
    """A choice with the changes the options make to it."""
    shares = dict(made.shares) | dict(_share(said) for said in wishes["thresholds"])
    classes: dict[str, Any] = {
        part: frozenset(filter(None, wishes[option].split(",")))
        for part, option in (("links", "roads"), ("waters", "streams"), ("places", "places"))
        if wishes[option] is not None
    }
    plain = {
        "level_metres": wishes["level_m"],
        "base_metres": wishes["base"],
        "statistic": wishes["height"],
        "labels": wishes["labels"],
        "title": wishes["title"],
        "credits": wishes["owed"],
    }
    given = {name: value for name, value in plain.items() if value is not None}
    return replace(made, shares=shares, **classes, **given)


def _share(said: str) -> tuple[str, float | None]:
    name, _, share = said.partition("=")
    if share == OFF:
        return name, None
    if not name or not share:
        values = {"said": said, "wanted": text("ground.wanted-share")}
        raise click.UsageError(text("ground.no-numbers", None, **values))
    return name, _numbers(share, 1, "share")[0]
