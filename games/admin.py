"""The admin's pages; each feature registers its own."""

from games.features import modules

registered = [*modules("admin")]
