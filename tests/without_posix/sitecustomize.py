"""No POSIX: with this folder on PYTHONPATH, a process of Python lacks what Python has on Linux and macOS alone.

Modules that choose their own way on each system are imported first, and keep what they took.
"""

import asyncio
import multiprocessing.util
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import import_module

from tests.posix_names import MODULES, NAMES

_CHOSEN = (asyncio, multiprocessing.util, subprocess, tempfile)
with suppress(ImportError):
    import_module("numpy")  # its build for Linux reads the release of the kernel
_HOLDERS = {"os": os, "signal": signal}

for _name in MODULES:
    sys.modules[_name] = None  # type: ignore[assignment]  # this is how an import is blocked
for _holder, _names in NAMES.items():
    for _name in _names:
        if hasattr(_HOLDERS[_holder], _name):
            delattr(_HOLDERS[_holder], _name)
