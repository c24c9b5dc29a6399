"""TODO nerconform/asking."""
