"""TODO nerconform/libraries/spacy."""
