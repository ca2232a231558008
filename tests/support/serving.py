"""What a server that was started is asked for."""

NEW_GAME = """
from games import services
from games.engine.position import Mark
from games.models import Player
print(services.invite(player=Player.objects.create(), side=Mark.X).code)
"""
