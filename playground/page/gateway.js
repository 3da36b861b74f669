/** The WebSocket that brings events; it reconnects by itself with growing pauses. */

const HEARTBEAT = 1;
const IDENTIFY = 2;
const RECONNECT = 7;
const INVALID_SESSION = 9;
const HELLO = 10;
const HEARTBEAT_ACK = 11;

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

/** One person's connection. Calls `onEvent(type, data)` for every event, READY first, and `onLost()` when it breaks. */
export class Gateway {
  #socket = null;
  #heartbeat = null;
  #retry = null;
  #pause = FIRST_PAUSE;
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

  /** Ends the connection for good. */
  close() {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#retry);
  }

  /** Breaks the connection and makes a new one after the usual pause. */
  restart() {
    this.#drop();
    this.#lost();
  }

  /** Shortens a pause between two attempts to nothing. */
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
    // A little chance keeps several windows from knocking at the same moment.
    const pause = this.#pause * (0.8 + 0.4 * Math.random());
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    this.#retry = setTimeout(() => this.open(), pause);
    this.onLost();
  }

  #receive({ op, d, s, t }) {
    if (s) this.#sequence = s;
    if (op === HELLO) this.#greet(d.heartbeat_interval);
    else if (op === HEARTBEAT) this.#beat();
    else if (op === HEARTBEAT_ACK) this.#acknowledged = true;
    else if (op === RECONNECT || op === INVALID_SESSION) this.restart();
    else if (op === 0) {
      if (t === "READY") this.#pause = FIRST_PAUSE;
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
