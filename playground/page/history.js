/** Message history of a channel for one person, oldest first, and read markers. */

const PAGE = 50;
const DISCORD_EPOCH = 1420070400000n;

let counter = 0n;

/** Returns a new snowflake, used as nonce and for local messages. */
export function freshSnowflake() {
  counter = (counter + 1n) % 4096n;
  return String(((BigInt(Date.now()) - DISCORD_EPOCH) << 22n) | counter);
}

/** Compares two snowflakes by time. */
export function compareIds(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** Messages of a channel; events during a fetch are applied after it, of older messages again. */
export class History {
  #queue = null;
  #meanwhile = null;
  #running = Promise.resolve();
  #outdated = 0;

  constructor(api, channelId) {
    this.api = api;
    this.channelId = channelId;
    this.messages = [];
    this.complete = false;
    this.fresh = false;
  }

  /** Forgets that nothing is missing: the connection was lost, and what is being fetched may be from before that. */
  outdate() {
    this.fresh = false;
    this.#outdated += 1;
  }

  /** Refetches the newest messages and discards the rest, so that none is missing or duplicated. */
  refresh() {
    return this.#inTurn(() => this.#fetchNewest());
  }

  /** Fetches the page before the oldest known message. */
  older() {
    return this.#inTurn(() => this.#fetchOlder());
  }

  /** Fetches one at a time: what started before a disconnection may miss later messages, and two may leave a gap. */
  #inTurn(fetch) {
    this.#running = this.#running.catch(() => null).then(fetch);
    return this.#running;
  }

  async #fetchNewest() {
    this.#queue = [];
    const outdated = this.#outdated;
    const limit = Math.min(100, Math.max(PAGE, this.messages.length));
    try {
      const page = await this.api.get(`/api/v10/channels/${this.channelId}/messages?limit=${limit}`);
      const local = this.messages.filter((message) => message.local);
      this.messages = [...page, ...local].sort((one, other) => compareIds(one.id, other.id));
      this.complete = page.length < limit;
      this.fresh = outdated === this.#outdated;
    } finally {
      const queue = this.#queue;
      this.#queue = null;
      for (const [type, data] of queue) this.apply(type, data);
    }
  }

  async #fetchOlder() {
    const before = this.messages.find((message) => !message.local)?.id;
    if (!before || this.complete) return;
    const meanwhile = [];
    this.#meanwhile = meanwhile;
    try {
      const page = await this.api.get(`/api/v10/channels/${this.channelId}/messages?limit=${PAGE}&before=${before}`);
      const known = new Set(this.messages.map((message) => message.id));
      this.messages = [...page.filter((message) => !known.has(message.id)).reverse(), ...this.messages];
      this.complete = page.length < PAGE;
    } finally {
      this.#meanwhile = null;
    }
    // The page may be from before them.
    for (const [type, data] of meanwhile) this.apply(type, data);
  }

  /** Applies MESSAGE_CREATE, MESSAGE_UPDATE or MESSAGE_DELETE. */
  apply(type, data) {
    if (this.#queue) {
      this.#queue.push([type, data]);
      return;
    }
    this.#meanwhile?.push([type, data]);
    const place = this.messages.findIndex((message) => message.id === data.id);
    if (type === "MESSAGE_DELETE") {
      if (place >= 0) this.messages = this.messages.toSpliced(place, 1);
    } else if (place >= 0) this.messages = this.messages.with(place, { ...this.messages[place], ...data });
    else if (type === "MESSAGE_CREATE") {
      this.messages = [...this.messages, data].sort((one, other) => compareIds(one.id, other.id));
    }
  }

  find(messageId) {
    return this.messages.find((message) => message.id === messageId);
  }
}

/** One person's read markers, in the browser's local storage. */
export class ReadMarks {
  constructor(personId) {
    this.personId = personId;
  }

  get(channelId) {
    return localStorage.getItem(this.#key(channelId)) ?? "0";
  }

  /** Advances the read marker; returns whether it changed. */
  advance(channelId, messageId) {
    if (compareIds(messageId, this.get(channelId)) <= 0) return false;
    localStorage.setItem(this.#key(channelId), messageId);
    return true;
  }

  #key(channelId) {
    return `hexcade.read.${this.personId}.${channelId}`;
  }
}
