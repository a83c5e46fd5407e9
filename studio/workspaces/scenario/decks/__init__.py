"""The editor of decks of event cards."""
