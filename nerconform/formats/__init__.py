"""Formats: people's files in, units out, and back; every unit knows the file and line it came from."""
