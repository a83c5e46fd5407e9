"""Files: text with places, schemas, migrations, merging; maps, scenarios, decks."""
