"""TODO nerconform/libraries/sklearn_crfsuite."""
