"""Export writes the golden cases for scorers in any language, every right answer in one file of plain JSON.

Entry point: `export_files.export`. The result is an `Export`.
"""
