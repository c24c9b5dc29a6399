"""Engines give the answers of the reference, faster. They need NumPy, the extra `engines`.

Entry points: `choice.evaluate`, whose result is an `Evaluation`, and `viterbi_floats.viterbi_decode`.
"""
