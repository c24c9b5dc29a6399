"""TODO nerconform/files."""
