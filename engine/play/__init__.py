"""Rules under way, for any game: decisions, dice, events, players."""
