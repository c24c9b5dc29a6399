"""Commands: one verb per file."""
