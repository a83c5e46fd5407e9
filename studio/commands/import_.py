"""`sandtable import KIND SOURCE… OUT`: a file of Sandtable made from those of another program."""

from __future__ import annotations

from collections.abc import Mapping

from studio.commands.kinds import FormatGroup

KINDS: Mapping[str, str] = {
    "terrain": "studio.commands.import_terrain:command",
    "board": "studio.commands.import_maps:board",
    "tiled": "studio.commands.import_maps:tiled",
    "wesnoth": "studio.commands.import_maps:wesnoth",
    "mms": "studio.commands.import_setups:command",
    "vassal": "studio.commands.import_setups:vassal",
    "wxx": "studio.commands.import_maps:wxx",
    "vasl": "studio.commands.import_maps:vasl",
    "picture": "studio.commands.import_pictures:picture",
    "uvtt": "studio.commands.import_pictures:uvtt",
    "foundry": "studio.commands.import_pictures:foundry",
    "csv": "studio.commands.import_csv:command",
}

command = FormatGroup("import", KINDS)
