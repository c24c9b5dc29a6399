"""TODO nerconform/libraries/conlleval_pl."""
