"""Programs: what a published program prints for a file, defects and all, reproduced without the program.

Entry point: `score_as` in `score_as_program.py`. Result: `results.score_result.FileScores`, with its `program`.
"""
