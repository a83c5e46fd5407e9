"""`sandtable schema KIND`: the JSON Schema of a kind of file."""

from __future__ import annotations

import click

from engine.files import schemas
from studio.cli.common_options import print_json


@click.command("schema")
@click.argument("kind", type=click.Choice(schemas.KINDS))
@click.option("--json", "as_json", is_flag=True, hidden=True)  # the answer always is
def command(kind: str, as_json: bool) -> None:
    print_json(schemas.load_schema(kind))
