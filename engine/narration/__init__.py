"""What is said of a game: records, situations, phrases, victory."""
