"""The gateway: WebSocket sessions of the bot and of people, with IDENTIFY, RESUME, heartbeats and events."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Iterable

from aiohttp import WSMsgType, web

from playground import limits
from playground.errors import Json
from playground.session_starts import SessionStarts, Shard

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
_PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
HEARTBEAT_SECONDS = 41.25
RESUMABLE_SECONDS = 90
_REPLAYED_EVENTS = 1000
_QUEUED_FRAMES = 2000
_NOTED_CHANGES = 1000
SESSION_TIMED_OUT, TRY_AGAIN_LATER = 4009, 1013
_AUTHENTICATION_FAILED, _INVALID_SHARD = 4004, 4010
_ONLY_SHARD: Shard = (0, 1)
_INVALIDATED = f'{{"op":{INVALID_SESSION},"d":false,"s":null,"t":null}}'


class Socket:
    """A WebSocket with a bounded send queue, so that a slow client delays only itself."""

    def __init__(
        self, connection: web.WebSocketResponse, now: float, address: str, *, has_session_cookie: bool
    ) -> None:
        self.connection = connection
        self.opened_at = self.last_heartbeat = now
        self.address = address
        self.has_session_cookie = has_session_cookie
        self.identified = False
        self.heartbeat_requested = False
        self.frame_times: deque[float] = deque(maxlen=limits.GATEWAY_SENDS)
        self._send_queue: asyncio.Queue[str] = asyncio.Queue(_QUEUED_FRAMES)
        self._tasks = {asyncio.create_task(self._write())}

    @property
    def authenticated(self) -> bool:
        """Whether the client has authenticated: by the session cookie in the handshake, or a token in a frame."""
        return self.has_session_cookie or self.identified

    def send(self, text: str) -> None:
        """Queue one frame; a full queue closes the connection."""
        try:
            self._send_queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(4000)

    def close(self, code: int) -> None:
        """Close the connection in the background."""
        task = asyncio.create_task(self._close(code))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self, code: int) -> None:
        await self.connection.close(code=code)

    async def _write(self) -> None:
        while True:
            text = await self._send_queue.get()
            try:
                await self.connection.send_str(text)
            except ConnectionError:
                return

    async def stop(self) -> None:
        """Cancel the socket's writing and closing tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def exceeds_rate_limit(self, now: float) -> bool:
        """Count a received frame; return whether there were more than 120 within a minute."""
        exceeded = (
            len(self.frame_times) == limits.GATEWAY_SENDS and now - self.frame_times[0] < limits.GATEWAY_SEND_SECONDS
        )
        self.frame_times.append(now)
        return exceeded


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

    def __init__(self, clock: Callable[[], float], commit: Callable[[], None], shards: int) -> None:
        self.clock = clock
        self.commit = commit
        self.session_starts = SessionStarts(clock, shards)
        self.bot_token = ""
        self.is_person: Callable[[str], bool] = lambda user: False
        self.ready: Callable[[Session], Iterable[tuple[str, Json]]] = lambda session: ()
        self.on_bot_status: Callable[[bool], None] = lambda online: None
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

    def send_to_bot(self, event: str, body: Json, guild: str | None, intents: int = 0) -> None:
        """Queue an event for the bot's sessions that cover a guild and have one of the `intents` (0: all sessions).

        If `guild` is None, the event goes to the sessions of shard 0, as for direct messages.
        """
        sessions = [session for session in self.sessions.values() if session.bot and session.has_guild(guild)]
        self._queue([session for session in sessions if not intents or session.intents & intents], event, body)

    def send_to_people(self, event: str, body: Json, only: str | None = None) -> None:
        """Queue an event for the sessions of all people, or only of the person `only`."""
        self._queue([s for s in self.sessions.values() if not s.bot and only in (None, s.user)], event, body)

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
        socket = Socket(connection, self.clock(), request.remote or "", has_session_cookie=has_session_cookie)
        self.sockets[socket] = None
        self._evict_unauthenticated(socket.address)
        session: Session | None = None
        try:
            hello = {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}
            socket.send(json.dumps({"op": HELLO, "d": hello, "s": None, "t": None}))
            async for frame in connection:
                if frame.type is not WSMsgType.TEXT:
                    break
                if socket.exceeds_rate_limit(self.clock()):
                    await connection.close(code=4008)
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

    def _receive(self, socket: Socket, session: Session | None, text: str) -> Session | None:
        try:
            frame = json.loads(text)
            operation, body = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return socket.close(4002)
        if operation == HEARTBEAT:
            return self._receive_heartbeat(socket, is_bot=session is not None and session.bot)
        if operation in (IDENTIFY, RESUME) and not isinstance(body, dict):
            return socket.close(4002)
        if operation in (IDENTIFY, RESUME) and session:
            return socket.close(4005)
        if operation == IDENTIFY:
            return self._identify(socket, body)
        if operation == RESUME:
            return self._resume(socket, body)
        # Presence, voice state and member requests are ignored.
        return None if operation in (3, 4, 8) else socket.close(4001)

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
        intents = body.get("intents", 0)
        if not isinstance(intents, int):
            return socket.close(4013)
        if intents & _PRIVILEGED:
            return socket.close(4014)
        if bot and self.session_starts.is_exhausted():
            return socket.close(_AUTHENTICATION_FAILED)
        if not self._authenticate(socket):
            return None
        if bot and not self.session_starts.take(shard):
            return socket.send(_INVALIDATED)
        session = Session("" if bot else user, socket, intents, bot=bot, shard=shard)
        was_online = self.is_bot_online()
        self.sessions[session.id] = session
        for event, data in self.ready(session):
            self._queue([session], event, data)
        if bot:
            self._note_shards()
        if bot and not was_online:
            self.on_bot_status(True)
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
