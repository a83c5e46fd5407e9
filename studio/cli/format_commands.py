"""Commands of `sandtable import` and `export`, made from the descriptions of formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from engine.interchange.plugin_formats import Exporter, FormatOption, Importer, ImportTarget
from engine.texts import localised, text
from studio.cli.common_options import (
    FILE,
    OUT,
    LimitedNumber,
    json_option,
    language_option,
    report_errors_of_command,
)
from studio.cli.output_files import (
    overwrite_option,
)

_Command = Callable[..., Any]
_Parameter = Callable[[_Command], _Command]


def import_command(kind: str, one: Importer) -> click.Command:
    """Return the command that imports files of a format."""
    arguments: list[_Parameter]
    if one.target is ImportTarget.SCENARIO:
        arguments = [
            click.argument("source", type=FILE),
            click.argument("out", metavar="SCENARIO", type=OUT),
        ]
    else:
        arguments = [click.argument("sources", metavar="SOURCE... OUT", type=FILE, nargs=-1)]

    def command(overwrite: bool, as_json: bool, **given: Any) -> None:
        from studio.cli.import_files import import_map, import_scenario

        options = _options(one.options, given)
        if one.target is ImportTarget.SCENARIO:
            read = partial(one.read_scenario, given["source"], options)
            import_scenario(given["out"], read, overwrite=overwrite, as_json=as_json)
        else:
            import_map(
                given["sources"],
                lambda path: one.read_map(path, options),
                (*one.endings, *one.folder_endings),
                overwrite=overwrite,
                as_json=as_json,
            )

    return _build(kind, [*arguments, *map(_click_option, one.options)], command)


def export_command(kind: str, one: Exporter) -> click.Command:
    """Return the command that exports to a format."""
    parameters: list[_Parameter] = [
        click.argument("files", metavar="MAP|SCENARIO... OUT", type=FILE, nargs=-1),
        *map(_click_option, one.options),
    ]
    if one.hex_px is not None:
        parameters += [
            click.option("--hex-px", type=LimitedNumber(24, 400), default=one.hex_px,
                         show_default=True, help=text("drawing.option-hex-px")),
            language_option(text("drawing.option-language")),
        ]  # fmt: skip

    def command(files: tuple[Path, ...], overwrite: bool, as_json: bool, **given: Any) -> None:
        from studio.cli.export_files import export_files

        options = _options(one.options, given)
        export_files(files, one, given, options, overwrite=overwrite, as_json=as_json)

    return _build(kind, parameters, command)


def _build(kind: str, parameters: Sequence[_Parameter], command: _Command) -> click.Command:
    command = report_errors_of_command(command)
    for parameter in reversed([*parameters, overwrite_option, json_option]):
        command = parameter(command)
    return click.command(kind)(command)


def _click_option(option: FormatOption) -> _Parameter:
    name, help_ = f"--{option.name}", localised(option.sentence)
    if option.takes is bool:
        return click.option(name, is_flag=True, help=help_)
    type_: Any = option.takes
    if option.choices:
        type_ = click.Choice(option.choices)
    elif option.takes is Path:
        type_ = FILE
    elif option.limits:
        type_ = LimitedNumber(*option.limits)
    return click.option(
        name, type=type_, default=option.default, metavar=option.metavar, help=help_
    )


def _options(options: Sequence[FormatOption], given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a format by keyword, parsed; an invalid one is wrong use."""
    found = {option.keyword: given[option.keyword] for option in options}
    for option in options:
        if option.parse is not None and found[option.keyword] is not None:
            try:
                found[option.keyword] = option.parse(found[option.keyword])
            except ValueError as error:
                raise click.UsageError(str(error)) from error
    return found
