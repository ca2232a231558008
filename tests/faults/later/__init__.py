"""The site's migrations and one more, as the next version of the site would bring it along."""

from games import migrations

__path__ += migrations.__path__
