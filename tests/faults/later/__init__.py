"""The site's migrations and one more, as the site's next version might have."""

from games import migrations

__path__ += migrations.__path__
