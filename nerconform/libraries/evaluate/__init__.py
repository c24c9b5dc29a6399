"""TODO nerconform/libraries/evaluate."""
