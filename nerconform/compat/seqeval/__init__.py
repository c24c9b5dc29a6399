"""Imports in place of seqeval: the same names, arguments and output, correct where seqeval 1.2.2 is not.

`from nerconform.compat.seqeval.metrics import f1_score, classification_report`; every result has a `.signature`.
"""
