"""TODO nerconform/libraries/seqnereval."""
