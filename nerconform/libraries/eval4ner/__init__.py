"""TODO nerconform/libraries/eval4ner."""
