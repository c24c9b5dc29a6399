"""TODO nerconform/libraries/conlleval."""
