"""What the rules say to readers, screens and players: words, pointing, forecasts, worth."""
