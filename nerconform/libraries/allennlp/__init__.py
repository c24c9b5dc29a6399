"""TODO nerconform/libraries/allennlp."""
