"""The primer's AI: evaluation, hidden information, planning."""
