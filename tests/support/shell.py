"""Run the code that Server.shell sends, one JSON string per line, and reply with what it has printed."""

import json
import sys
from contextlib import redirect_stdout
from io import StringIO

import django

django.setup()
for line in sys.stdin:
    with redirect_stdout(StringIO()) as printed:
        exec(json.loads(line), {})
    print(json.dumps(printed.getvalue()), flush=True)
