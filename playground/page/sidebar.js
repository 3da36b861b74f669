/** The list of servers, that of channels with their threads, and the person switcher. */

import { disc, element, icon } from "./dom.js";
import { DIRECT_MESSAGE, TEXT_CHANNEL, displayName, isPrivate, isThread } from "./session.js";
import { TEXTS } from "./texts.js";

/** The place of direct messages; that of others is their server's id. */
export const DIRECT = "direct";

export const placeOf = (channel) => channel.guild_id ?? DIRECT;

/** Returns the text channels of a server in their order. */
export function channelsOf(session, guildId) {
  const channels = [...session.channels.values()].filter((each) => each.guild_id === guildId && each.type === TEXT_CHANNEL);
  return channels.sort((one, other) => (one.position ?? 0) - (other.position ?? 0) || (one.id < other.id ? -1 : 1));
}

/** Whether servers have a list of their own; one with the bot alone, everything is in the list of channels. */
export function hasServerList(session) {
  return session.guilds.filter(({ hasBot }) => hasBot).length > 1;
}

/** Renders the list of servers. `actions`: enter(place), addElsewhere(). */
export function renderServers(session, place, actions) {
  const all = [...session.channels.values()];
  const servers = session.guilds.map(({ id, name }) => server(id, name, initials(name)));
  const direct = server(DIRECT, TEXTS.directMessages, icon("chat"));
  const isWhole = session.guilds.some(({ hasBot }) => !hasBot);
  const add = element("button", {
    class: "server-icon add", type: "button", "aria-label": TEXTS.addElsewhere, title: TEXTS.addElsewhere,
    click: actions.addElsewhere,
  }, icon("plus"));
  return [direct, ...servers, ...(isWhole ? [] : [element("li", {}, add)])];

  function server(id, name, sign) {
    const inside = all.filter((channel) => placeOf(channel) === id);
    const isCurrent = id === place;
    const unread = !isCurrent && inside.some((channel) => session.isUnread(channel));
    const mentions = inside.reduce((sum, channel) => sum + (session.mentions.get(channel.id) ?? 0), 0);
    return element("li", { class: unread ? "server unread" : "server" },
      element("button", {
        class: "server-icon", type: "button", title: name, dataset: { serverId: id },
        "aria-current": isCurrent ? "true" : null, click: () => actions.enter(id),
      },
      element("span", { "aria-hidden": "true" }, sign),
      element("span", { class: "unseen" }, name, unread && !mentions ? ` ${TEXTS.unread}` : null)),
      mentions ? countOf(mentions) : null);
  }
}

function initials(name) {
  return name.split(/\s+/).filter(Boolean).slice(0, 2).map((word) => [...word][0]).join("").toUpperCase();
}

/**
 * Renders the channels of a place, or of all places if there is no list of servers. `actions`: open(channelId),
 * addChannel(guildId), openSettings(guildId), openDirect(), addElsewhere().
 */
export function renderSidebar(session, place, openId, actions) {
  const all = [...session.channels.values()];
  const direct = all.filter((channel) => channel.type === DIRECT_MESSAGE);
  const isOnlyPlace = hasServerList(session);
  const guilds = isOnlyPlace ? session.guilds.filter(({ id }) => id === place) : session.guilds;
  const sections = guilds.map((guild) => {
    const settings = headButton(TEXTS.serverSettings, "settings", () => actions.openSettings(guild.id));
    const add = guild.hasBot ? headButton(TEXTS.addChannel, "plus", () => actions.addChannel(guild.id)) : null;
    return section(guild.name, channelsOf(session, guild.id), [settings, add]);
  });
  if (isOnlyPlace) return guilds.length ? sections : [section(TEXTS.directMessages, direct, null)];
  if (direct.length) sections.push(section(TEXTS.directMessages, direct, null));
  else sections.push(more("openDirect", TEXTS.directMessages));
  if (session.guilds.length === 1) sections.push(more("addElsewhere", TEXTS.addElsewhere));
  return sections;

  /** A place that is not there yet. */
  function more(action, title) {
    return element("section", { class: "guild" },
      element("div", { class: "guild-head" }, element("h2", {}, title),
        headButton(title, "plus", actions[action], { add: action })));
  }

  function headButton(title, shape, click, dataset = {}) {
    return element("button", { class: "icon-button small", type: "button", "aria-label": title, title, dataset, click }, icon(shape));
  }

  function section(title, channels, buttons) {
    return element("section", { class: "guild" },
      element("div", { class: "guild-head" }, element("h2", {}, title), buttons),
      element("ul", {}, channels.map((channel) => branch(channel))));
  }

  function branch(channel) {
    const threads = all.filter((thread) => isThread(thread) && thread.parent_id === channel.id && isShown(thread));
    threads.sort((one, other) => (one.id < other.id ? -1 : 1));
    const inner = threads.length ? element("ul", {}, threads.map((thread) => element("li", {}, entry(thread)))) : null;
    return element("li", {}, entry(channel), inner);
  }

  /** Archived threads are hidden unless open or unread, and private ones if the person sees them only as a moderator. */
  function isShown(thread) {
    if (isPrivate(thread) && !thread.member && thread.id !== openId) return false;
    return !thread.thread_metadata?.archived || thread.id === openId || session.isUnread(thread);
  }

  function entry(channel) {
    const unread = channel.id !== openId && session.isUnread(channel);
    const mentions = channel.id === openId ? 0 : session.mentions.get(channel.id) ?? 0;
    const name = channelName(channel, session);
    return element("button", {
      class: unread ? "channel unread" : "channel", type: "button", dataset: { channelId: channel.id },
      "aria-current": channel.id === openId ? "page" : null, click: () => actions.open(channel.id),
    },
    icon(isPrivate(channel) ? "lock" : isThread(channel) ? "thread" : "hash"),
    element("span", { class: "channel-name" }, name),
    isPrivate(channel) ? element("span", { class: "unseen" }, ` ${TEXTS.privateThread}`) : null,
    mentions ? countOf(mentions) : null,
    unread && !mentions ? element("span", { class: "dot" }, element("span", { class: "unseen" }, ` ${TEXTS.unread}`)) : null);
  }
}

function countOf(mentions) {
  return element("span", { class: "count" },
    element("span", { "aria-hidden": "true" }, String(mentions)),
    element("span", { class: "unseen" }, TEXTS.mentions(mentions)));
}

/** Returns a channel's name; that of a direct message channel is the bot's. */
export function channelName(channel, session) {
  const bot = [...session.users.values()].find((user) => user.bot);
  return channel.name ?? (bot ? displayName(bot) : TEXTS.directMessages);
}

/** Returns the person switcher. `actions`: become(person), addPerson(), openMenu(at, person); `noticed(person)` counts what waits for them. */
export function renderPeople(people, current, noticed, actions) {
  const entries = people.map((person) => {
    const isCurrent = person.id === current?.id;
    const waiting = isCurrent ? 0 : noticed(person);
    const name = displayName(person);
    return element("button", {
      class: "person", type: "button", dataset: { personId: person.id }, "aria-pressed": String(isCurrent),
      title: isCurrent ? TEXTS.you(name) : TEXTS.become(name), click: () => actions.become(person),
      contextmenu: (event) => actions.openMenu({ x: event.clientX, y: event.clientY }, person) && event.preventDefault(),
    },
    disc(person, name), element("span", { class: "person-name" }, name),
    waiting ? countOf(waiting) : null);
  });
  const add = element("button", {
    class: "icon-button add-person", type: "button", "aria-label": TEXTS.addPerson, title: TEXTS.addPerson,
    click: actions.addPerson,
  }, icon("plus"));
  return [...entries, add];
}
