"""The gateway: WebSocket sessions of the bot and of people, with IDENTIFY, RESUME, heartbeats and events."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import Any

from aiohttp import WSMsgType, web

from playground import intents, limits
from playground.errors import Json
from playground.session_starts import SessionStarts, Shard
from playground.sockets import Socket

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
REQUEST_MEMBERS = 8
# Presence, voice state and soundboard requests have no effect.
_WITHOUT_EFFECT = frozenset({3, 4, 31})
HEARTBEAT_SECONDS = 41.25
RESUMABLE_SECONDS = 90
_REPLAYED_EVENTS = 1000
_NOTED_CHANGES = 1000
SESSION_TIMED_OUT, TRY_AGAIN_LATER = 4009, 1013
_UNKNOWN_OPCODE, _DECODE_ERROR, _NOT_AUTHENTICATED, _AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
_ALREADY_AUTHENTICATED, _INVALID_SEQUENCE, _RATE_LIMITED, _INVALID_SHARD = 4005, 4007, 4008, 4010
_INVALID_VERSION, _INVALID_INTENTS, _DISALLOWED_INTENTS = 4012, 4013, 4014
_VERSIONS = ("9", "10")
_ONLY_SHARD: Shard = (0, 1)
_INVALIDATED = f'{{"op":{INVALID_SESSION},"d":false,"s":null,"t":null}}'


class Session:
    """An identified client: a person's page, or a shard of the bot with recent events kept for RESUME."""

    def __init__(self, user: str, socket: Socket, intents: int, *, bot: bool, shard: Shard = _ONLY_SHARD) -> None:
        self.id = secrets.token_hex(16)
        self.user, self.bot, self.intents, self.shard = user, bot, intents, shard
        self.socket: Socket | None = socket
        self.disconnected_at = 0.0
        self.sequence = 0
        self.replay_buffer: deque[tuple[int, str]] = deque(maxlen=_REPLAYED_EVENTS if bot else 0)

    def has_guild(self, guild: str | None) -> bool:
        """Return whether a guild belongs to this session's shard; None means direct messages, on shard 0."""
        number, count = self.shard
        return (int(guild) >> 22) % count == number if guild else number == 0

    def send(self, event: str, body: str) -> None:
        """Send an event; events for the bot are also kept for RESUME."""
        self.sequence += 1
        text = f'{{"op":{DISPATCH},"t":"{event}","s":{self.sequence},"d":{body}}}'
        self.replay_buffer.append((self.sequence, text))
        if self.socket:
            self.socket.send(text)


class Gateway:
    """All sessions of the gateway; `flush` commits the state, then sends the queued events."""

    def __init__(
        self, clock: Callable[[], float], commit: Callable[[], None], shards: int, privileged: int = 0
    ) -> None:
        self.clock = clock
        self.privileged = privileged
        """Bits of the privileged intents that are switched on for the bot."""
        self.commit = commit
        self.session_starts = SessionStarts(clock, shards)
        self.bot_token = ""
        self.is_person: Callable[[str], bool] = lambda user: False
        self.ready: Callable[[Session], Iterable[tuple[str, Json]]] = lambda session: ()
        self.on_bot_status: Callable[[bool], None] = lambda online: None
        self.on_presence: Callable[[str], None] = lambda user: None
        self.find_members: Callable[[Session, Json], Json | None] = lambda session, body: None
        self.sessions: dict[str, Session] = {}
        # Ordered from oldest to newest.
        self.sockets: dict[Socket, None] = {}
        self.connected_shards: deque[list[int]] = deque([[]], maxlen=_NOTED_CHANGES)
        self._events: list[tuple[Session, str, str]] = []

    def is_bot_online(self) -> bool:
        """Return whether any shard of the bot is connected."""
        return any(session.bot and session.socket for session in self.sessions.values())

    def is_bot_serving(self, guild: str | None) -> bool:
        """Return whether the bot's shard for a guild is connected; None means direct messages, on shard 0."""
        return any(session.bot and session.socket and session.has_guild(guild) for session in self.sessions.values())

    def is_online(self, person: str) -> bool:
        """Return whether a window of this person is connected."""
        return any(session.user == person for session in self.sessions.values())

    def send_to_bot(
        self, event: str, body: Json, guild: str | None, wanted: int = 0, *, also: int = 0, without: int = 0
    ) -> None:
        """Queue an event for the bot's sessions that cover a guild and have one of the intents `wanted` (0: any).

        They must also have all intents in `also`, and none in `without`. If `guild` is None, the event goes to the
        sessions of shard 0, as for direct messages.
        """
        sessions = [session for session in self.sessions.values() if session.bot and session.has_guild(guild)]
        chosen = [session for session in sessions if not wanted or session.intents & wanted]
        chosen = [one for one in chosen if one.intents & also == also and not one.intents & without]
        self._queue(chosen, event, body)

    def send_to_people(self, event: str, body: Json, only: Collection[str] | None = None) -> None:
        """Queue an event for the sessions of all people, or only of those whose ids are in `only`."""
        self._queue([s for s in self.sessions.values() if not s.bot and (only is None or s.user in only)], event, body)

    def _queue(self, sessions: list[Session], event: str, body: Json) -> None:
        if sessions:
            text = json.dumps(body, separators=(",", ":"))
            self._events += [(session, event, text) for session in sessions]

    def flush(self) -> None:
        """Commit the state, then send the queued events."""
        self.commit()
        events, self._events = self._events, []
        for session, event, text in events:
            session.send(event, text)

    def is_full(self) -> bool:
        """Return whether the limit of authenticated sockets is reached."""
        return sum(socket.authenticated for socket in self.sockets) >= limits.SOCKETS

    async def serve(self, request: web.Request, *, has_session_cookie: bool) -> web.WebSocketResponse:
        """Serve one client until its connection ends."""
        connection = web.WebSocketResponse(max_msg_size=limits.GATEWAY_BYTES, compress=False, autoping=True)
        await connection.prepare(request)
        socket = Socket(
            *(connection, self.clock(), request.remote or ""),
            has_session_cookie=has_session_cookie,
            is_compressed=request.query.get("compress") == "zlib-stream",
        )
        self.sockets[socket] = None
        self._evict_unauthenticated(socket.address)
        session: Session | None = None
        try:
            if request.query.get("v", _VERSIONS[-1]) not in _VERSIONS:
                await connection.close(code=_INVALID_VERSION)
                return connection
            hello = {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}
            socket.send(json.dumps({"op": HELLO, "d": hello, "s": None, "t": None}))
            async for frame in connection:
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                if socket.exceeds_rate_limit(self.clock()):
                    await connection.close(code=_RATE_LIMITED)
                    break
                session = self._receive(socket, session, frame.data) or session
        finally:
            self.sockets.pop(socket, None)
            if session and session.socket is socket:
                self._disconnect(session)
            await socket.stop()
            await connection.close()
        return connection

    def _evict_unauthenticated(self, address: str) -> None:
        """Close the oldest unauthenticated socket if there are too many of them, of this address or in total."""
        waiting = [socket for socket in self.sockets if not socket.authenticated]
        of_address = [socket for socket in waiting if socket.address == address]
        if len(of_address) > limits.UNAUTHENTICATED_SOCKETS_PER_ADDRESS:
            self._close_socket(of_address[0], TRY_AGAIN_LATER)
        elif len(waiting) > limits.UNAUTHENTICATED_SOCKETS:
            self._close_socket(waiting[0], TRY_AGAIN_LATER)

    def _close_socket(self, socket: Socket, code: int) -> None:
        self.sockets.pop(socket, None)
        socket.close(code)

    def _receive(self, socket: Socket, session: Session | None, text: str | bytes) -> Session | None:
        try:
            frame = json.loads(text)
            operation, body = int(frame["op"]), frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return socket.close(_DECODE_ERROR)
        if operation == HEARTBEAT:
            return self._receive_heartbeat(socket, is_bot=session is not None and session.bot)
        if operation in (IDENTIFY, RESUME):
            if not isinstance(body, dict):
                return socket.close(_DECODE_ERROR)
            if session:
                return socket.close(_ALREADY_AUTHENTICATED)
            return self._identify(socket, body) if operation == IDENTIFY else self._resume(socket, body)
        if operation != REQUEST_MEMBERS and operation not in _WITHOUT_EFFECT:
            return socket.close(_UNKNOWN_OPCODE)
        if session is None:
            return socket.close(_NOT_AUTHENTICATED)
        return self._send_members(socket, session, body) if operation == REQUEST_MEMBERS else None

    def _send_members(self, socket: Socket, session: Session, body: Any) -> None:
        """Answer a request for members; the whole list needs the intent GUILD_MEMBERS."""
        try:
            found = self.find_members(session, body)
        except PermissionError:
            return socket.close(_DISALLOWED_INTENTS)
        except (ValueError, TypeError, KeyError, AttributeError):
            return socket.close(_DECODE_ERROR)
        if found is not None:
            self._queue([session], "GUILD_MEMBERS_CHUNK", found)
            self.flush()
        return None

    def _receive_heartbeat(self, socket: Socket, *, is_bot: bool) -> None:
        """Acknowledge a heartbeat; if the bot sent it unasked, first request another one and acknowledge both.

        discord.py sends unasked heartbeats from a thread and records the time only after sending. On the same
        machine, the acknowledgement could arrive before that and be matched with the previous heartbeat. For a
        requested heartbeat, discord.py records the time before sending.
        """
        socket.last_heartbeat = self.clock()
        if is_bot and not socket.heartbeat_requested:
            socket.heartbeat_requested = True
            socket.send(f'{{"op":{HEARTBEAT},"d":null,"s":null,"t":null}}')
            return
        for _ in range(1 + socket.heartbeat_requested):
            socket.send(f'{{"op":{ACK},"d":null,"s":null,"t":null}}')
        socket.heartbeat_requested = False

    def _authenticate(self, socket: Socket) -> bool:
        """Mark a socket as authenticated, or close it and return False if the limit is reached."""
        if not socket.authenticated and self.is_full():
            socket.close(TRY_AGAIN_LATER)
            return False
        socket.identified = True
        return True

    def _identify(self, socket: Socket, body: Json) -> Session | None:
        token = str(body.get("token", ""))
        user = token.removeprefix("person:")
        bot = secrets.compare_digest(token.encode(), self.bot_token.encode())
        if not bot and not self._is_signed_in(socket, token, user):
            return socket.close(_AUTHENTICATION_FAILED)
        shard = _shard(body) if bot else _ONLY_SHARD
        if shard is None:
            return socket.close(_INVALID_SHARD)
        wanted = body.get("intents") if bot else 0
        if not isinstance(wanted, int) or isinstance(wanted, bool) or wanted & ~intents.ALL:
            return socket.close(_INVALID_INTENTS)
        if wanted & sum(intents.PRIVILEGED.values()) & ~self.privileged:
            return socket.close(_DISALLOWED_INTENTS)
        if bot and self.session_starts.is_exhausted():
            return socket.close(_AUTHENTICATION_FAILED)
        if not self._authenticate(socket):
            return None
        if bot and not self.session_starts.take(shard):
            return socket.send(_INVALIDATED)
        session = Session("" if bot else user, socket, wanted, bot=bot, shard=shard)
        was_online = self.is_bot_online()
        is_new = not bot and not self.is_online(user)
        self.sessions[session.id] = session
        for event, data in self.ready(session):
            self._queue([session], event, data)
        if bot:
            self._note_shards()
        if bot and not was_online:
            self.on_bot_status(True)
        if is_new:
            self.on_presence(user)
        self.flush()
        return session

    def _is_signed_in(self, socket: Socket, token: str, user: str) -> bool:
        """Return whether a page identifies with the token of one of the playground's people."""
        return socket.has_session_cookie and token.startswith("person:") and self.is_person(user)

    def _resume(self, socket: Socket, body: Json) -> Session | None:
        session = self.sessions.get(str(body.get("session_id")))
        sequence = body.get("seq")
        allowed = session and session.bot and str(body.get("token")) == self.bot_token and isinstance(sequence, int)
        oldest = session.replay_buffer[0][0] if session and session.replay_buffer else 0
        if not session or not allowed or not isinstance(sequence, int) or sequence < oldest - 1:
            return socket.send(_INVALIDATED)
        if sequence > session.sequence:
            return socket.close(_INVALID_SEQUENCE)
        if not self._authenticate(socket):
            return None
        was_online = self.is_bot_online()
        if session.socket:
            session.socket.close(4000)
        session.socket = socket
        self._note_shards()
        for number, text in session.replay_buffer:
            if number > sequence:
                socket.send(text)
        session.send("RESUMED", "{}")
        if not was_online:
            self.on_bot_status(True)
        self.flush()
        return session

    def _disconnect(self, session: Session) -> None:
        session.socket, session.disconnected_at = None, self.clock()
        if not session.bot:
            del self.sessions[session.id]
            if not self.is_online(session.user):
                self.on_presence(session.user)
                self.flush()
            return
        self._note_shards()
        if not self.is_bot_online():
            self.on_bot_status(False)
            self.flush()

    def _note_shards(self) -> None:
        connected = {session.shard[0] for session in self.sessions.values() if session.bot and session.socket}
        self.connected_shards.append(sorted(connected))

    def give_back(self, seconds: float) -> None:
        """Extend all time limits by the seconds during which the machine was suspended."""
        for socket in self.sockets:
            socket.opened_at += seconds
            socket.last_heartbeat += seconds
        for session in self.sessions.values():
            session.disconnected_at += seconds

    def sweep(self) -> None:
        """Drop sockets without a timely IDENTIFY or heartbeat, and sessions that were not resumed in time."""
        now = self.clock()
        for socket in list(self.sockets):
            identify_timeout = not socket.identified and now - socket.opened_at > limits.IDENTIFY_SECONDS
            if identify_timeout or now - socket.last_heartbeat > 2 * HEARTBEAT_SECONDS:
                self._close_socket(socket, SESSION_TIMED_OUT)
        for session in list(self.sessions.values()):
            if session.socket is None and now - session.disconnected_at > RESUMABLE_SECONDS:
                del self.sessions[session.id]

    async def close(self) -> None:
        """Close every connection with code 1001 (going away)."""
        await asyncio.gather(*(socket.connection.close(code=1001) for socket in list(self.sockets)))


def _shard(body: Json) -> Shard | None:
    """Return the shard in an IDENTIFY, number and total: (0, 1) if it has none, None if it is invalid."""
    match body.get("shard"):
        case None:
            return _ONLY_SHARD
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
        case _:
            return None
