"""Country made by a seed: hills, waters that run downhill, villages, roads, woods and fields."""
