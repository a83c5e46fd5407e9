"""Narration: records, situations, phrases and victory of a game in words."""
