"""Files: scored, validated, and converted to another scheme.

Entry points: `score_files`, `validate_files`, `convert_files`.
Results: `results.score_result` and `results.tagged_files`.
"""
