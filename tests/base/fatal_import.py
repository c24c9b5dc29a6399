"""A module that kills the process that loads it, as the system does where memory runs out."""

import os
import signal

os.kill(os.getpid(), signal.SIGKILL)
