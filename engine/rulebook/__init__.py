"""Rulebooks: the rules of each game in chapters, with examples, diagrams and printed tables."""
