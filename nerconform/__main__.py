"""`python -m nerconform`: the command line."""

import sys

from nerconform.commands.main import main

sys.exit(main())
