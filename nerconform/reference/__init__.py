"""The reference evaluator: every step of a dialect, exact, with the standard library only.

Read it beside the spec: each function names the clause it implements.
"""
