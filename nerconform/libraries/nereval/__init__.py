"""TODO nerconform/libraries/nereval."""
