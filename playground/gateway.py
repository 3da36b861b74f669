"""The gateway: sessions of the bot and of persons, their events, heartbeats and resumption."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Iterable

from aiohttp import WSMsgType, web

from playground import limits
from playground.refusals import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
_PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
HEARTBEAT_SECONDS = 41.25
RESUMABLE_SECONDS = 90
_REPLAYED_EVENTS = 1000
_WAITING_EVENTS = 2000


class Socket:
    """One WebSocket; what is sent waits in a bounded queue, so that a stalled reader costs only itself."""

    def __init__(self, connection: web.WebSocketResponse, now: float) -> None:
        self.connection = connection
        self.last_beat = now
        self.sends: deque[float] = deque(maxlen=limits.GATEWAY_SENDS)
        self._waiting: asyncio.Queue[str] = asyncio.Queue(_WAITING_EVENTS)
        self._tasks = {asyncio.create_task(self._write())}

    def send(self, text: str) -> None:
        """Queue one frame; a full queue closes the connection."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.close(4000)

    def close(self, code: int) -> None:
        """Close the connection without waiting for the other side."""
        task = asyncio.create_task(self._close(code))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self, code: int) -> None:
        await self.connection.close(code=code)

    async def _write(self) -> None:
        while True:
            text = await self._waiting.get()
            try:
                await self.connection.send_str(text)
            except ConnectionError:
                return

    async def end(self) -> None:
        """Stop writing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def too_fast(self, now: float) -> bool:
        """Count one received frame; say whether it is more than 120 in a minute."""
        full = len(self.sends) == limits.GATEWAY_SENDS and now - self.sends[0] < limits.GATEWAY_SEND_SECONDS
        self.sends.append(now)
        return full


class Session:
    """One identified client: a person's window, or the bot with events kept for its return."""

    def __init__(self, user: str, socket: Socket, intents: int, *, bot: bool) -> None:
        self.id = secrets.token_hex(16)
        self.user, self.bot, self.intents = user, bot, intents
        self.socket: Socket | None = socket
        self.left_at = 0.0
        self.sequence = 0
        self.kept: deque[tuple[int, str]] = deque(maxlen=_REPLAYED_EVENTS if bot else 0)

    def send(self, event: str, body: str) -> None:
        """Send an event, or keep it until the client resumes."""
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{body}}}'
        self.kept.append((self.sequence, text))
        if self.socket:
            self.socket.send(text)


class Gateway:
    """All sessions; events wait until `flush`, which first makes durable what they tell of."""

    def __init__(self, clock: Callable[[], float], commit: Callable[[], None]) -> None:
        self.clock = clock
        self.commit = commit
        self.bot_token = ""
        self.is_person: Callable[[str], bool] = lambda user: False
        self.ready: Callable[[Session, list[int] | None], Iterable[tuple[str, Json]]] = lambda session, shard: ()
        self.on_bot: Callable[[bool], None] = lambda online: None
        self.sessions: dict[str, Session] = {}
        self.sockets: set[Socket] = set()
        self._events: list[tuple[Session, str, str]] = []

    def bot_online(self) -> bool:
        """Say whether the bot is connected now."""
        return any(session.bot and session.socket for session in self.sessions.values())

    def to_bot(self, event: str, body: Json, intents: int = 0) -> None:
        """Queue an event for the bot's sessions that asked for one of these intents (0: always)."""
        self._queue([s for s in self.sessions.values() if s.bot and (not intents or s.intents & intents)], event, body)

    def to_people(self, event: str, body: Json, only: str | None = None) -> None:
        """Queue an event for every person's windows, or for one person's."""
        self._queue([s for s in self.sessions.values() if not s.bot and only in (None, s.user)], event, body)

    def _queue(self, sessions: list[Session], event: str, body: Json) -> None:
        if sessions:
            text = json.dumps(body, separators=(",", ":"))
            self._events += [(session, event, text) for session in sessions]

    def flush(self) -> None:
        """Commit, then send what waits."""
        self.commit()
        events, self._events = self._events, []
        for session, event, text in events:
            session.send(event, text)

    async def serve(self, request: web.Request, *, may_be_person: bool) -> web.WebSocketResponse:
        """Speak with one client until it goes."""
        connection = web.WebSocketResponse(max_msg_size=limits.GATEWAY_BYTES, compress=False, autoping=True)
        await connection.prepare(request)
        socket = Socket(connection, self.clock())
        self.sockets.add(socket)
        session: Session | None = None
        try:
            hello = {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}
            socket.send(json.dumps({"op": HELLO, "d": hello, "s": None, "t": None}))
            async for frame in connection:
                if frame.type is not WSMsgType.TEXT:
                    break
                if socket.too_fast(self.clock()):
                    await connection.close(code=4008)
                    break
                session = self._receive(socket, session, frame.data, may_be_person=may_be_person) or session
        finally:
            self.sockets.discard(socket)
            if session and session.socket is socket:
                self._leave(session)
            await socket.end()
            await connection.close()
        return connection

    def _receive(self, socket: Socket, session: Session | None, text: str, *, may_be_person: bool) -> Session | None:
        try:
            frame = json.loads(text)
            operation, body = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return socket.close(4002)
        if operation == HEARTBEAT:
            socket.last_beat = self.clock()
            return socket.send('{"op":11,"d":null,"s":null,"t":null}')
        if operation in (IDENTIFY, RESUME) and not isinstance(body, dict):
            return socket.close(4002)
        if operation in (IDENTIFY, RESUME) and session:
            return socket.close(4005)
        if operation == IDENTIFY:
            return self._identify(socket, body, may_be_person=may_be_person)
        if operation == RESUME:
            return self._resume(socket, body)
        # Presence, voice state and member requests change nothing here.
        return None if operation in (3, 4, 8) else socket.close(4001)

    def _identify(self, socket: Socket, body: Json, *, may_be_person: bool) -> Session | None:
        token = str(body.get("token", ""))
        user = token.removeprefix("person:")
        bot = secrets.compare_digest(token.encode(), self.bot_token.encode())
        if not bot and not (may_be_person and token.startswith("person:") and self.is_person(user)):
            return socket.close(4004)
        intents = body.get("intents", 0)
        if not isinstance(intents, int):
            return socket.close(4013)
        if intents & _PRIVILEGED:
            return socket.close(4014)
        session = Session("" if bot else user, socket, intents, bot=bot)
        was_online = self.bot_online()
        self.sessions[session.id] = session
        shard = body.get("shard")
        for event, data in self.ready(session, shard if isinstance(shard, list) else None):
            self._queue([session], event, data)
        if bot and not was_online:
            self.on_bot(True)
        self.flush()
        return session

    def _resume(self, socket: Socket, body: Json) -> Session | None:
        session = self.sessions.get(str(body.get("session_id")))
        sequence = body.get("seq")
        allowed = session and session.bot and str(body.get("token")) == self.bot_token and isinstance(sequence, int)
        oldest = session.kept[0][0] if session and session.kept else 0
        if not session or not allowed or not isinstance(sequence, int) or sequence < oldest - 1:
            return socket.send(json.dumps({"op": INVALID_SESSION, "d": False, "s": None, "t": None}))
        was_online = self.bot_online()
        if session.socket:
            session.socket.close(4000)
        session.socket = socket
        for number, text in session.kept:
            if number > sequence:
                socket.send(text)
        session.send("RESUMED", "{}")
        if not was_online:
            self.on_bot(True)
        self.flush()
        return session

    def _leave(self, session: Session) -> None:
        session.socket, session.left_at = None, self.clock()
        if not session.bot:
            del self.sessions[session.id]
        elif not self.bot_online():
            self.on_bot(False)
            self.flush()

    def sweep(self) -> None:
        """Drop clients whose heartbeat stopped and sessions that nobody resumed."""
        now = self.clock()
        for socket in list(self.sockets):
            if now - socket.last_beat > 2 * HEARTBEAT_SECONDS:
                self.sockets.discard(socket)
                socket.close(4009)
        for session in list(self.sessions.values()):
            if session.socket is None and now - session.left_at > RESUMABLE_SECONDS:
                del self.sessions[session.id]

    async def close(self) -> None:
        """Close every connection, as a server going away."""
        await asyncio.gather(*(socket.connection.close(code=1001) for socket in list(self.sockets)))
