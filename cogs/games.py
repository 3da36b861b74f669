"""The slash commands that every game shares: open a table, list one's games, move in notation, look at one's hand."""

import secrets

import msgspec
from discord import app_commands
from discord.ext import commands

from cogs import _texts as texts
from cogs._answers import Answer, Interaction, explain, keep, promise, tell
from cogs._client import Hexcade
from cogs._here import CHOICES, choices, look_here, looks_at
from cogs._interfaces import computers, interface, playable
from cogs._looks import Look, TableSettings
from cogs._options import clock_of, typed_options
from cogs._people import person_of, require_postable
from cogs._private import hand_of
from cogs._refusal import Refusal
from cogs._settings_page import SettingsPage
from cogs._tables import now_ms
from data.store import SeatRow, TableRow
from engine import fairness
from engine.games import game

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
DEFAULT_SEATS = 2
HOUR_MS = 3_600_000


class GamesCog(commands.Cog):
    """Commands for any game."""

    def __init__(self, bot: Hexcade) -> None:
        self.bot = bot
        self.service = bot.service

    @app_commands.command(name="play", description="Open a table for a game in this channel")
    @app_commands.guild_only()
    @app_commands.describe(
        game_name="The game to play",
        seats="How many play, computer players included",
        clock="Time for each move",
        options="The game's own options as name=value, several apart by spaces",
    )
    @app_commands.rename(game_name="game")
    @app_commands.choices(
        game_name=[app_commands.Choice(name=found.title, value=name) for name, found in playable().items()],
        clock=[app_commands.Choice(name=name, value=name) for name in texts.CLOCKS],
    )
    async def play(
        self,
        interaction: Interaction,
        game_name: str,
        seats: app_commands.Range[int, 1, 8] | None = None,
        clock: str = "no limit",
        options: app_commands.Range[str, 1, 500] | None = None,
    ) -> None:
        """Opens a lobby, with the person who asked as its host."""
        reply = await promise(interaction, self.service.store)
        try:
            require_postable(interaction)
            row, host = self._table(interaction, game_name, seats, clock, options or "")
            limits = self.bot.settings
            await self.service.create(
                row,
                host,
                {
                    "host": limits.tables_per_host,
                    "channel": limits.tables_per_channel,
                    "server": limits.tables_per_server,
                },
                now_ms() + limits.lobby_hours * HOUR_MS,
                reply=reply,
            )
        except Exception as error:
            await tell(interaction, Answer(explain(error, command="play")))
            await keep(self.service.store, reply)

    def _table(
        self, interaction: Interaction, game_name: str, seats: int | None, clock: str, options: str
    ) -> tuple[TableRow, SeatRow]:
        """The new table's row and its host's seat. Raises Refusal and InvalidOptions."""
        found = playable().get(game_name)
        if found is None:
            raise Refusal(texts.unknown_game(game_name, [known.title for known in playable().values()]))
        count = seats if seats is not None else min(found.seats, key=lambda number: abs(number - DEFAULT_SEATS))
        if count not in found.seats:
            raise Refusal(texts.seats_range(found.title, found.seats))
        settings = TableSettings(seats=count, clock=clock_of(clock), computer=next(iter(computers(game_name))))
        seed = secrets.token_bytes(fairness.SEED_BYTES)
        person = person_of(interaction)
        now = now_ms()
        row = TableRow(
            id="".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)),
            game=game_name,
            rules_version=found.rules_version,
            phase="lobby",
            host=person.id,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            step=1,
            options=msgspec.json.encode(found.options(count, typed_options(options))).decode(),
            settings=msgspec.json.encode(settings).decode(),
            server_seed=seed,
            commitment=fairness.commitment(seed),
            created=now,
            updated=now,
        )
        return row, SeatRow(seat=0, user_id=person.id, name=person.name, salt=str(interaction.id))

    @app_commands.command(name="games", description="Your open tables, those where it is your turn first")
    async def games(self, interaction: Interaction) -> None:
        """Lists a person's open tables."""
        reply = await promise(interaction, self.service.store)
        try:
            async with self.service.store.read() as reader:
                rows = await reader.tables_of_user(interaction.user.id)
            looks = await looks_at(self.service, rows, interaction.user.id)
            looks = [look for look in looks if look.row.phase == "lobby" or look.may_resign()]
            # Not by the newest change, which may be one that is hidden.
            looks.sort(
                key=lambda look: (not look.must_act, look.row.phase != "playing", -look.row.created, look.row.id)
            )
            lines = [await self._line(look) for look in looks[:CHOICES]]
            answer = Answer("\n".join(lines) or texts.NO_GAMES)
        except Exception as error:
            answer = Answer(explain(error, command="games"))
        await tell(interaction, answer)
        await keep(self.service.store, reply)

    async def _line(self, look: Look) -> str:
        """One table in a line, with the way to it."""
        async with self.service.store.read() as reader:
            message = await reader.message(look.row.id, "card") or await reader.message(look.row.id, "lobby")
        place = message.channel_id if message is not None else look.row.channel_id
        title = game(look.row.game).title
        if look.view is None:
            return texts.game_line(title, place, texts.lobby_state(len(look.seats), look.settings.seats))
        names = [texts.escape(name) for name in look.names]
        state = texts.YOUR_TURN if look.must_act else texts.waiting_for(look.waiting_names())
        return texts.game_line(title, place, f"{interface(look.row.game).headline(look.view, names)} · {state}")

    @app_commands.command(name="move", description="Move at this channel's table, in the game's notation")
    @app_commands.guild_only()
    @app_commands.describe(action="What you do; choose from the list or type it in notation")
    async def move(self, interaction: Interaction, action: app_commands.Range[str, 1, 500]) -> None:
        """Makes a move that was typed, or chosen from the list: the label and the notation both count."""
        reply = await promise(interaction, self.service.store)
        try:
            look = await look_here(self.service, interaction)
            labels = {interface(look.row.game).label(legal): legal for legal in look.legal}
            await self.service.act(look.row.id, interaction.user.id, labels.get(action, action), reply=reply)
        except Exception as error:
            await tell(interaction, Answer(explain(error, command="move")))
            await keep(self.service.store, reply)

    @move.autocomplete("action")
    async def _actions(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            look = await look_here(self.service, interaction)
        except Refusal:
            return []
        labels = interface(look.row.game).label
        return choices([(labels(legal), legal) for legal in look.legal], typed)

    @app_commands.command(name="settings", description="Colours of your private pictures, and whether to confirm moves")
    async def settings(self, interaction: Interaction) -> None:
        """Shows a person's own settings, privately."""
        reply = await promise(interaction, self.service.store)
        try:
            answer = await SettingsPage(self.bot).answer(interaction.user.id)
        except Exception as error:
            answer = Answer(explain(error, command="settings"))
        await tell(interaction, answer)
        await keep(self.service.store, reply)

    @app_commands.command(name="hand", description="Your hand at this channel's table; only you see it")
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Shows a player's own hand, privately."""
        reply = await promise(interaction, self.service.store)
        try:
            answer = await hand_of(self.bot, interaction, await look_here(self.service, interaction))
        except Exception as error:
            answer = Answer(explain(error, command="hand"))
        await tell(interaction, answer)
        await keep(self.service.store, reply)


async def setup(bot: Hexcade) -> None:
    await bot.add_cog(GamesCog(bot))
