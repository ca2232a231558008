"""The site's migrations and one more, which a later release might have."""

from games import migrations

__path__ += migrations.__path__
