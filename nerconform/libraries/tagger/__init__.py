"""TODO nerconform/libraries/tagger."""
