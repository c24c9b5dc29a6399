"""TODO nerconform/base."""
