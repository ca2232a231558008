"""The URLs of all features."""

from games.features import modules

app_name = "games"
urlpatterns = [pattern for addresses in modules("urls") for pattern in addresses.urlpatterns]
