"""TODO nerconform/diagnosis."""
