"""`python -m fk_conform` is `fk-conform`."""

import sys

from fk_conform.cli import main

sys.exit(main())
