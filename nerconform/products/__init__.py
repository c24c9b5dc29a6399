"""Products: one folder for each verb of the command line. Products do not import each other.

They are folders here, because a package `nerconform.check` would hide the function `nerconform.check`.
"""
