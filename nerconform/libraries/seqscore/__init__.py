"""TODO nerconform/libraries/seqscore."""
