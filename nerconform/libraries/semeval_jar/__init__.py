"""TODO nerconform/libraries/semeval_jar."""
