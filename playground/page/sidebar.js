/** The list of channels with their threads, and the person switcher. */

import { disc, element, icon } from "./dom.js";
import { DIRECT_MESSAGE, TEXT_CHANNEL, displayName, isThread } from "./session.js";
import { TEXTS } from "./texts.js";

/** Renders the channel list. `actions`: open(channelId), addChannel(), openDirect(), addElsewhere(). */
export function renderSidebar(session, openId, actions) {
  const all = [...session.channels.values()];
  const direct = all.filter((channel) => channel.type === DIRECT_MESSAGE);
  const sections = session.guilds.map((guild, place) => {
    const add = place > 0 ? null : element("button", {
      class: "icon-button small", type: "button", "aria-label": TEXTS.addChannel, title: TEXTS.addChannel,
      click: actions.addChannel,
    }, icon("plus"));
    const channels = all.filter((channel) => channel.guild_id === guild.id && channel.type === TEXT_CHANNEL);
    channels.sort((one, other) => (one.position ?? 0) - (other.position ?? 0) || (one.id < other.id ? -1 : 1));
    return section(guild.name, channels, add);
  });
  if (direct.length) sections.push(section(TEXTS.directMessages, direct, null));
  else sections.push(more("openDirect", TEXTS.directMessages));
  if (session.guilds.length === 1) sections.push(more("addElsewhere", TEXTS.addElsewhere));
  return sections;

  /** A place that is not there yet. */
  function more(action, title) {
    return element("section", { class: "guild" },
      element("div", { class: "guild-head" }, element("h2", {}, title),
        element("button", {
          class: "icon-button small", type: "button", "aria-label": title, title, dataset: { add: action },
          click: actions[action],
        }, icon("plus"))));
  }

  function section(title, channels, add) {
    return element("section", { class: "guild" },
      element("div", { class: "guild-head" }, element("h2", {}, title), add),
      element("ul", {}, channels.map((channel) => branch(channel))));
  }

  function branch(channel) {
    const threads = all.filter((thread) => isThread(thread) && thread.parent_id === channel.id && isShown(thread));
    threads.sort((one, other) => (one.id < other.id ? -1 : 1));
    const inner = threads.length ? element("ul", {}, threads.map((thread) => element("li", {}, entry(thread)))) : null;
    return element("li", {}, entry(channel), inner);
  }

  /** Archived threads are hidden unless open or unread. */
  function isShown(thread) {
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
    icon(isThread(channel) ? "thread" : "hash"),
    element("span", { class: "channel-name" }, name),
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

/** Returns the person switcher. `actions`: become(person), addPerson(); `noticed(person)` counts what waits for them. */
export function renderPeople(people, current, noticed, actions) {
  const entries = people.map((person) => {
    const isCurrent = person.id === current?.id;
    const waiting = isCurrent ? 0 : noticed(person);
    const name = displayName(person);
    return element("button", {
      class: "person", type: "button", dataset: { personId: person.id }, "aria-pressed": String(isCurrent),
      title: isCurrent ? TEXTS.you(name) : TEXTS.become(name), click: () => actions.become(person),
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
