/** One person's session: state kept up to date by gateway events, and the person's actions. */

import { Api, ApiError } from "./api.js";
import { Gateway } from "./gateway.js";
import { History, ReadMarks, compareIds, freshSnowflake } from "./history.js";
import { KIND, flatten, localizedChoices, offeredIn } from "./commands.js";
import { localAnswer } from "./message_actions.js";
import { TEXTS } from "./texts.js";
import { fetchWorld } from "./world.js";

export const TEXT_CHANNEL = 0;
export const DIRECT_MESSAGE = 1;
const PRIVATE_THREAD = 12;
const THREADS = [10, 11, PRIVATE_THREAD];

export const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;

const INTERACTION = { command: 2, component: 3, autocomplete: 4, modal: 5 };
// The server times out after 3 seconds; this timeout is for responses lost with a connection.
const OUTCOME_LOST = 8000;

export const isThread = (channel) => THREADS.includes(channel.type);
export const isPrivate = (channel) => channel.type === PRIVATE_THREAD;
export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);
export const isLoading = (message) => Boolean(message.flags & LOADING);

/** Returns a user's display name. */
export function displayName(user) {
  return user.global_name || user.username;
}

/**
 * One person's session; `connection` is "opening", "open" (everything fetched) or "lost". `onChange(kind, id)` is called after every change: "ready", "connection", "bot", "people",
 * "channels", "commands", "messages" (channel id), "message" (channel id, message), "pending" (message id),
 * "modal" (its payload), "gone" (channel id, id of its parent), "locale".
 */
export class Session {
  #queue = [];
  #connections = 0;
  #pending = new Map();

  constructor(person, onChange) {
    this.person = person;
    this.onChange = onChange;
    this.api = new Api(person.id);
    this.marks = new ReadMarks(person.id);
    this.ready = false;
    this.connection = "opening";
    this.botOnline = true;
    this.sessionId = null;
    // The person's language, as one of Discord's locales.
    this.locale = null;
    this.guilds = [];
    this.channels = new Map();
    this.users = new Map([[person.id, person]]);
    this.roles = new Map();
    // What each server offers, by its id.
    this.commands = new Map();
    // The channel that was open last, by the place it is in.
    this.opened = new Map();
    this.histories = new Map();
    this.mentions = new Map();
    // The messages that mentioned the person since a window was last this person's.
    this.noticed = new Set();
    this.drafts = new Map();
    this.failures = new Map();
    this.gateway = new Gateway(person.id, {
      onEvent: (type, data) => this.#receive(type, data),
      onLost: () => this.#lost(),
    });
    this.gateway.open();
  }

  /** Returns the commands of a kind that are offered in a channel or thread. */
  commandsIn(channel, kind = KIND.slash) {
    const guild = this.guilds.find(({ id }) => id === channel?.guild_id) ?? this.guilds[0];
    const place = channel?.type === DIRECT_MESSAGE ? "direct" : guild && !guild.hasBot ? "elsewhere" : "server";
    // The list of a server with the bot has the commands for all places.
    const listed = this.commands.get(place === "server" ? guild?.id : this.guilds[0]?.id);
    return offeredIn(listed ?? [], place).filter(({ root }) => (root.type ?? KIND.slash) === kind);
  }

  /** Returns whether the person has a permission, given as its bit, in a channel; in direct messages, everybody has it. */
  permits(channel, bit) {
    const guild = this.guilds.find(({ id }) => id === channel.guild_id);
    return !guild || Boolean((BigInt(guild.permissions) >> BigInt(bit)) & 1n);
  }

  /** Opens the direct messages with the bot; resolves to their channel's id. Throws ApiError. */
  async openDirect() {
    const bot = [...this.users.values()].find((user) => user.bot);
    const channel = await this.api.post("/api/v10/users/@me/channels", { recipient_id: bot.id });
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    return channel.id;
  }

  /** Changes the person's language, in their other windows too. Throws ApiError. */
  setLocale(locale) {
    return this.api.put(`/playground/people/${this.person.id}/locale`, { locale });
  }

  name(userId) {
    const user = this.users.get(userId);
    return user ? displayName(user) : "somebody";
  }

  /** Fetches a channel that is not in the list; null if it does not exist. */
  async lookUp(channelId) {
    const channel = await this.api.get(`/api/v10/channels/${channelId}`).catch(() => null);
    if (channel) this.channels.set(channel.id, channel);
    return channel;
  }

  /** Returns the history of a channel, known or not yet fetched. */
  history(channelId) {
    if (!this.histories.has(channelId)) this.histories.set(channelId, new History(this.api, channelId));
    return this.histories.get(channelId);
  }

  /** Fetches a channel's messages if they are stale. */
  async show(channelId) {
    const history = this.history(channelId);
    if (history.fresh) return;
    try {
      await history.refresh();
    } catch (error) {
      this.#fetchFailed(error);
    }
    this.onChange("messages", channelId);
  }

  /** Fetches the previous page of messages. */
  async showOlder(channelId) {
    try {
      await this.history(channelId).older();
    } catch (error) {
      this.#fetchFailed(error);
    }
    this.onChange("messages", channelId);
  }

  isUnread(channel) {
    return Boolean(channel.last_message_id) && compareIds(channel.last_message_id, this.marks.get(channel.id)) > 0;
  }

  /** Marks a channel as read. */
  read(channelId) {
    const newest = this.history(channelId).messages.findLast((message) => !message.local)?.id ?? "0";
    const known = this.channels.get(channelId)?.last_message_id ?? "0";
    const moved = this.marks.advance(channelId, compareIds(newest, known) > 0 ? newest : known);
    const changed = this.mentions.delete(channelId) || moved;
    if (changed) this.onChange("channels");
    if (changed || this.noticed.size) this.#acknowledge(channelId);
    this.noticed.clear();
  }

  /** Tells the person's other windows, in other browsers too, up to where a channel is read. */
  #acknowledge(channelId) {
    const path = `/api/v10/channels/${channelId}/messages/${this.marks.get(channelId)}/ack`;
    this.api.post(path).catch(() => null);
  }

  #readElsewhere({ channel_id: channelId, message_id: messageId }) {
    this.marks.advance(channelId, messageId);
    const channel = this.channels.get(channelId);
    if (!channel || !this.isUnread(channel)) this.mentions.delete(channelId);
    this.noticed.clear();
    this.onChange("channels");
  }

  /** Posts a message, idempotently by its nonce. Throws ApiError. */
  say(channelId, content, nonce) {
    return this.api.post(`/api/v10/channels/${channelId}/messages`, { content, nonce, enforce_nonce: true });
  }

  /** Dismisses an ephemeral or local message. */
  async dismiss(message) {
    this.history(message.channel_id).apply("MESSAGE_DELETE", message);
    this.onChange("messages", message.channel_id);
    if (message.local) return;
    await this.api.delete(`/api/v10/channels/${message.channel_id}/messages/${message.id}`).catch(() => null);
  }

  /**
   * Invokes a command on a message or user by the target's id, as `use` does. A refusal is shown as a local message.
   */
  async useOn(command, targetId, channelId) {
    const body = { application_id: command.applicationId, channel_id: channelId, data: command.dataOn(targetId) };
    try {
      const { outcome, nonce } = await this.#interact(INTERACTION.command, body);
      if ((await outcome).status === "failure") this.#note(command, channelId, nonce);
    } catch (error) {
      this.#note(command, channelId, freshSnowflake(), error.message);
    }
  }

  /**
   * Invokes a slash command, with the files whose numbers its options have as values; resolves to {outcome}, itself a
   * promise, when the server accepted it. Throws ApiError. A failure of the bot is shown as a local message.
   */
  async use(command, { options, files }, channelId) {
    const body = this.#commandBody(command, options, channelId);
    const { outcome, nonce } = await this.#interact(INTERACTION.command, body, null, files);
    outcome.then(({ status }) => status === "failure" && this.#note(command, channelId, nonce));
    return { outcome };
  }

  /** Requests autocomplete choices for the option with `focused`; null if none came. Throws ApiError. */
  async suggestions(command, options, channelId) {
    const body = this.#commandBody(command, options, channelId);
    const { outcome } = await this.#interact(INTERACTION.autocomplete, body);
    const result = await outcome;
    return result.status === "success" ? localizedChoices(result.choices, this.locale) ?? [] : null;
  }

  /** Uses a button or select of a message. */
  async press(message, component, values) {
    if (this.pendingOn(message.id)) return;
    this.failures.delete(message.id);
    const body = {
      application_id: message.application_id ?? message.author.id,
      channel_id: message.channel_id,
      message_id: message.id,
      message_flags: message.flags ?? 0,
      data: { component_type: component.type, custom_id: component.custom_id, values },
    };
    const about = { messageId: message.id, customId: component.custom_id };
    try {
      const { outcome } = await this.#interact(INTERACTION.component, body, about);
      if ((await outcome).status === "failure") this.failures.set(message.id, TEXTS.failed);
    } catch (error) {
      this.failures.set(message.id, error.status ? TEXTS.failedBecause(error.message) : error.message);
    }
    this.onChange("pending", message.id);
  }

  /** Submits a modal, with the files whose numbers its file uploads have as values; resolves to the outcome. Throws ApiError. */
  async submit(modal, components, files = []) {
    const { outcome } = await this.#interact(INTERACTION.modal, {
      application_id: modal.application?.id ?? modal.application_id,
      channel_id: modal.channel_id,
      data: { id: modal.id, custom_id: modal.custom_id, components },
    }, null, files);
    return outcome;
  }

  /** Returns the custom id of the pending component of a message. */
  pendingOn(messageId) {
    for (const { about } of this.#pending.values()) if (about?.messageId === messageId) return about.customId;
    return null;
  }

  #commandBody(command, options, channelId) {
    return { application_id: command.applicationId, channel_id: channelId, data: command.data(options) };
  }

  async #interact(type, body, about = null, files = []) {
    const nonce = freshSnowflake();
    const guild = this.channels.get(body.channel_id)?.guild_id;
    const outcome = new Promise((settle) => {
      const timer = setTimeout(() => this.#settle(nonce, { status: "unknown" }), OUTCOME_LOST);
      this.#pending.set(nonce, { about, settle, timer });
    });
    if (about) this.onChange("pending", about.messageId);
    try {
      const whole = { type, guild_id: guild, session_id: this.sessionId, nonce, ...body };
      await this.api.post("/api/v10/interactions", whole, files);
    } catch (error) {
      this.#settle(nonce, { status: "refused" });
      throw error;
    }
    return { outcome, nonce };
  }

  #settle(nonce, outcome) {
    const pending = this.#pending.get(nonce);
    if (!pending) return false;
    clearTimeout(pending.timer);
    this.#pending.delete(nonce);
    pending.settle(outcome);
    return true;
  }

  #note(command, channelId, nonce, words = TEXTS.noAnswer) {
    this.history(channelId).apply("MESSAGE_CREATE", localAnswer(this, command, { channelId, nonce, words }));
    this.onChange("messages", channelId);
  }

  #lost() {
    this.connection = "lost";
    this.#connections += 1;
    for (const nonce of [...this.#pending.keys()]) this.#settle(nonce, { status: "unknown" });
    for (const history of this.histories.values()) history.outdate();
    this.#queue ??= [];
    this.onChange("connection");
  }

  #fetchFailed(error) {
    if (!(error instanceof ApiError)) throw error;
    // The server is unavailable; the next READY fetches everything again.
    if (error.status === 0 && this.connection === "open") this.gateway.restart();
  }

  async #receive(type, data) {
    if (type === "READY") await this.#begin(data);
    else if (this.#queue) this.#queue.push([type, data]);
    else this.#apply(type, data);
  }

  /** Fetches the state; events during the fetch are applied after it, so the newest state wins. */
  async #begin(ready) {
    const connection = this.#connections;
    this.#queue = [];
    this.sessionId = ready.session_id;
    this.locale = ready.user.locale;
    try {
      await this.#fetchWorld();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (connection === this.#connections) this.gateway.restart();
      return;
    }
    // Disconnected meanwhile; the next READY starts again.
    if (connection !== this.#connections) return;
    const queue = this.#queue;
    this.#queue = null;
    this.connection = "open";
    this.ready = true;
    this.onChange("ready");
    for (const [type, data] of queue) this.#apply(type, data);
  }

  async #fetchWorld() {
    const world = await fetchWorld(this.api, this.locale);
    this.guilds = world.guilds;
    this.botOnline = world.botOnline;
    // The list has only active threads.
    const kept = [...this.channels.values()].filter(isThread);
    this.channels = new Map([...kept, ...world.channels].map((channel) => [channel.id, channel]));
    for (const user of world.users) this.users.set(user.id, user);
    for (const role of world.roles) this.roles.set(role.id, role);
    for (const [guildId, commands] of world.commands) this.commands.set(guildId, commands);
  }

  async #refreshCommands(guildId) {
    const index = await this.api.get(`/api/v10/guilds/${guildId}/application-command-index`).catch(() => null);
    if (!index) return;
    this.commands.set(guildId, flatten(index.application_commands, this.locale));
    this.onChange("commands");
  }

  #translate(locale) {
    this.locale = locale;
    this.onChange("locale");
    for (const { id } of this.guilds) this.#refreshCommands(id);
  }

  #apply(type, data) {
    if (type === "MESSAGE_ACK") this.#readElsewhere(data);
    else if (type.startsWith("MESSAGE_REACTION_")) {
      this.#applyMessage("MESSAGE_UPDATE", { id: data.message_id, channel_id: data.channel_id, reactions: data.reactions });
    }
    else if (type.startsWith("MESSAGE_")) this.#applyMessage(type, data);
    else if (type === "INTERACTION_SUCCESS") this.#settle(data.nonce, { status: "success" });
    else if (type === "INTERACTION_FAILURE") this.#settle(data.nonce, { status: "failure" });
    else if (type === "INTERACTION_MODAL_CREATE") {
      // Only the window in which the button was pressed opens the modal.
      if (this.#settle(data.nonce, { status: "modal" })) this.onChange("modal", data);
    } else if (type === "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE") {
      this.#settle(data.nonce, { status: "success", choices: data.choices });
    } else if (type === "APPLICATION_COMMAND_INDEX_UPDATE") this.#refreshCommands(data.guild_id);
    else if (type === "PLAYGROUND_BOT_STATUS") {
      this.botOnline = data.online;
      this.onChange("bot");
    } else if (type === "USER_UPDATE") this.#translate(data.locale);
    else if (type === "GUILD_MEMBER_ADD") {
      this.users.set(data.user.id, data.user);
      this.onChange("people");
    } else if (type === "GUILD_ROLE_CREATE") {
      this.roles.set(data.role.id, { ...data.role, guild_id: data.guild_id });
    } else if (type === "GUILD_CREATE") {
      if (!this.guilds.some(({ id }) => id === data.id)) this.guilds.push({ permissions: "0", ...data });
      for (const channel of data.channels) this.channels.set(channel.id, { ...channel });
      this.onChange("channels");
    } else if (type === "CHANNEL_DELETE" || type === "THREAD_DELETE") {
      this.#remove(data.id, data.parent_id);
    } else if (/^(CHANNEL|THREAD)_(CREATE|UPDATE)$/.test(type)) {
      this.channels.set(data.id, { ...this.channels.get(data.id), ...data });
      this.onChange("channels");
    }
  }

  #remove(channelId, parentId) {
    this.channels.delete(channelId);
    this.histories.delete(channelId);
    this.mentions.delete(channelId);
    this.onChange("channels");
    this.onChange("gone", channelId, parentId);
    // A channel's threads go with it, without events of their own.
    for (const { id, parent_id: parent } of [...this.channels.values()]) if (parent === channelId) this.#remove(id, null);
  }

  #applyMessage(type, data) {
    const channel = this.channels.get(data.channel_id);
    if (type === "MESSAGE_CREATE") {
      if (channel) channel.last_message_id = data.id;
      if (data.author.id === this.person.id) this.marks.advance(data.channel_id, data.id);
      else if (data.mentions?.some((user) => user.id === this.person.id)) {
        this.mentions.set(data.channel_id, (this.mentions.get(data.channel_id) ?? 0) + 1);
        this.noticed.add(data.id);
      }
      for (const user of [data.author, ...(data.mentions ?? [])]) this.users.set(user.id, user);
    } else this.failures.delete(data.id);
    if (type === "MESSAGE_DELETE") this.noticed.delete(data.id);
    const history = this.history(data.channel_id);
    const before = history.find(data.id);
    history.apply(type, data);
    this.onChange("message", data.channel_id, { type, before, after: history.find(data.id) });
    this.onChange("channels");
  }
}
