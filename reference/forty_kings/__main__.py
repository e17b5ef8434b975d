"""`python -m forty_kings` is `forty-kings`."""

import sys

from forty_kings.cli import main

sys.exit(main())
