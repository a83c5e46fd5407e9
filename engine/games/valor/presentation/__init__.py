"""Valor made readable and clickable: words, gestures, forecasts, values."""
