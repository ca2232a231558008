"""The websocket URLs of all features."""

from games.features import modules

websocket_urlpatterns = [pattern for addresses in modules("routing") for pattern in addresses.websocket_urlpatterns]
