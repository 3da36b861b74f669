/** The gateway client; it reconnects with exponential backoff. */

const HEARTBEAT = 1;
const IDENTIFY = 2;
const RECONNECT = 7;
const INVALID_SESSION = 9;
const HELLO = 10;
const HEARTBEAT_ACK = 11;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8000;

/** One person's session. Calls `onEvent(type, data)` for every event, READY first, and `onLost()` on disconnection. */
export class Gateway {
  #socket = null;
  #heartbeat = null;
  #retry = null;
  #backoff = FIRST_BACKOFF_MS;
  #sequence = null;
  #acknowledged = true;
  #closed = false;

  constructor(personId, { onEvent, onLost }) {
    this.personId = personId;
    this.onEvent = onEvent;
    this.onLost = onLost;
  }

  open() {
    clearTimeout(this.#retry);
    this.#retry = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/gateway/?v=10&encoding=json`);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#socket === socket && this.#receive(JSON.parse(data)));
    socket.addEventListener("close", () => this.#socket === socket && this.#lost());
  }

  /** Closes the connection without reconnecting. */
  close() {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#retry);
  }

  /** Closes the connection and reconnects with backoff. */
  restart() {
    this.#drop();
    this.#lost();
  }

  /** Retries at once if a retry is scheduled. */
  retryNow() {
    if (this.#retry !== null) this.open();
  }

  #drop() {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost() {
    clearInterval(this.#heartbeat);
    this.#socket = null;
    if (this.#closed || this.#retry !== null) return;
    // Jitter, so that several windows do not reconnect at the same moment.
    const delay = this.#backoff * (0.8 + 0.4 * Math.random());
    this.#backoff = Math.min(this.#backoff * 2, MAX_BACKOFF_MS);
    this.#retry = setTimeout(() => this.open(), delay);
    this.onLost();
  }

  #receive({ op, d, s, t }) {
    if (s) this.#sequence = s;
    if (op === HELLO) this.#greet(d.heartbeat_interval);
    else if (op === HEARTBEAT) this.#beat();
    else if (op === HEARTBEAT_ACK) this.#acknowledged = true;
    else if (op === RECONNECT || op === INVALID_SESSION) this.restart();
    else if (op === 0) {
      if (t === "READY") this.#backoff = FIRST_BACKOFF_MS;
      this.onEvent(t, d);
    }
  }

  #greet(interval) {
    this.#send(IDENTIFY, { token: `person:${this.personId}`, properties: {} });
    this.#acknowledged = true;
    this.#heartbeat = setInterval(() => {
      if (!this.#acknowledged) this.restart();
      else this.#beat();
    }, interval);
  }

  #beat() {
    this.#acknowledged = false;
    this.#send(HEARTBEAT, this.#sequence);
  }

  #send(op, d) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ op, d }));
  }
}
