"""Management commands."""

from io import StringIO

from django.core.management import call_command


def output_of(command: str, *arguments: str) -> str:
    """Run a management command in this process and return its output."""
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()
