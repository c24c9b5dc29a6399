"""TODO nerconform/libraries/seqeval."""
