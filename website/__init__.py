"""Website: the documentation and the results as one site, made of the files of this repository by Sphinx.

`python -m website DIR` builds it. It needs the extra `docs` and asks no library: results come from `reports/`.
"""
