/** One message as a list item. */

import { renderComponent } from "./components.js";
import { disc, element, icon } from "./dom.js";
import { renderEmbed } from "./embed.js";
import { componentEmoji } from "./emoji.js";
import { markdown, plainText } from "./markdown.js";
import { attachments } from "./media.js";
import { openMessageMenu } from "./menu.js";
import { react } from "./message_actions.js";
import { displayName, isEphemeral, isLoading } from "./session.js";
import { TEXTS } from "./texts.js";
import { clockTime } from "./timestamps.js";

const COMPONENTS_V2 = 1 << 15;
const KIND = { pinned: 6, thread: 18, reply: 19, starter: 21, menu: 23 };

/** Returns a message's node. `context`: session, names, press(message, component, values), openChannel(id). */
export function renderMessage(message, { continued }, context) {
  const classes = ["message"];
  if (continued) classes.push("continued");
  if (isEphemeral(message)) classes.push("ephemeral");
  if (message.mentions?.some((user) => user.id === context.session.person.id)) classes.push("for-me");
  const parts = message.type in NOTICES
    ? [NOTICES[message.type](message, context)]
    : [continued ? null : head(message, context), ...body(message, context), foot(message, context)];
  const hasMenu = !(message.type in NOTICES || isEphemeral(message) || isLoading(message));
  const openAt = (at) => openMessageMenu(at, message, context.session);
  return element("li", {
    class: classes.join(" "), dataset: { messageId: message.id }, contextmenu: hasMenu ? (event) => rightClicked(event, openAt) : null,
  },
  usedLine(message, context),
  element("article", { "aria-label": displayName(message.author) }, parts),
  hasMenu ? menuButton(openAt) : null);
}

/** Links, pictures and selected text keep the browser's own menu. */
function rightClicked(event, openAt) {
  if (event.target.closest("a, img, button, input") || !getSelection().isCollapsed) return;
  event.preventDefault();
  openAt({ x: event.clientX, y: event.clientY });
}

function menuButton(openAt) {
  const button = element("button", {
    class: "icon-button small message-actions", type: "button", "aria-label": TEXTS.actions, title: TEXTS.actions,
    "aria-haspopup": "menu", click: () => openAt(button),
  }, icon("more"));
  return button;
}

function head({ author, timestamp, pinned }, { session }) {
  const name = displayName(author);
  return element("div", { class: "head" },
    disc(author, name),
    element("h2", { class: "author" }, author.id === session.person.id ? TEXTS.you(name) : name),
    author.bot ? element("span", { class: "tag" }, TEXTS.bot) : null,
    clockTime(timestamp),
    pinned ? element("span", { class: "pin-mark", title: TEXTS.pinned }, icon("pin"), element("span", { class: "unseen" }, TEXTS.pinned)) : null);
}

/** Returns the line above a message that names the command or message it responds to. */
function usedLine(message, context) {
  const { interaction_metadata: used, referenced_message: replied } = message;
  if (used?.name) {
    const name = used.user.id === context.session.person.id ? displayName(context.session.person) : displayName(used.user);
    return element("p", { class: "used" }, element("strong", {}, name), message.type === KIND.menu ? TEXTS.usedOn(used.name) : TEXTS.used(used.name));
  }
  if (message.type !== KIND.reply || !replied) return null;
  const excerpt = plainText(replied.content ?? "", context.names).slice(0, 120);
  return element("p", { class: "used" }, element("strong", {}, displayName(replied.author)), ` ${excerpt}`);
}

function body(message, context) {
  if (isLoading(message)) return [thinking(message)];
  const shown = message.type === KIND.starter && message.referenced_message ? message.referenced_message : message;
  const forComponents = { ...context, channelId: shown.channel_id, press: (component, values) => context.press(shown, component, values) };
  const components = (shown.components ?? []).map((component) => renderComponent(component, forComponents));
  // With Components V2 an attachment is visible only where a component refers to it.
  if (shown.flags & COMPONENTS_V2) return components;
  const content = shown.content && element("div", { class: "text" }, markdown(shown.content, context.names));
  if (content && shown.edited_timestamp) content.append(element("small", { class: "edited" }, ` (${TEXTS.edited})`));
  const embeds = (shown.embeds ?? []).map((embed) => renderEmbed(embed, context.names));
  return [content, ...attachments(shown.attachments ?? []), ...embeds, ...components];
}

function thinking({ author }) {
  const dots = element("span", { class: "dots", "aria-hidden": "true" }, [1, 2, 3].map(() => element("span")));
  return element("p", { class: "thinking" }, dots, TEXTS.thinking(displayName(author)));
}

function foot(message, context) {
  const parts = [];
  if (message.reactions?.length) parts.push(reactionRow(message, context));
  if (message.thread) parts.push(threadLink(message.thread, context));
  parts.push(element("p", { class: "failure", role: "alert", hidden: true }));
  if (isEphemeral(message)) {
    const dismiss = () => context.session.dismiss(message);
    parts.push(element("p", { class: "only-you" }, `${TEXTS.onlyYou} · `,
      element("button", { class: "plain", type: "button", click: dismiss }, TEXTS.dismiss)));
  }
  return parts;
}

function reactionRow(message, { session }) {
  return element("div", { class: "reactions" }, message.reactions.map(({ emoji, count, me }) =>
    element("button", {
      class: "reaction", type: "button", "aria-pressed": String(me), "aria-label": TEXTS.reaction(emoji.name, count, me),
      click: () => react(session, message, emoji, !me),
    }, componentEmoji(emoji, emoji.name), String(count))));
}

function threadLink(thread, context) {
  const open = () => context.openChannel(thread.id);
  return element("button", { class: "thread-link", type: "button", dataset: { threadId: thread.id }, click: open },
    icon("thread"), element("span", { class: "muted" }, TEXTS.openThread), element("strong", {}, thread.name));
}

function threadNotice(message, context) {
  const thread = message.thread ?? { id: message.message_reference?.channel_id, name: message.content };
  return element("p", { class: "notice" }, element("strong", {}, displayName(message.author)),
    TEXTS.startedThread(message.content), " ", thread.id ? threadLink(thread, context) : null);
}

function pinNotice(message, context) {
  const { channel_id: channelId, message_id: messageId } = message.message_reference;
  const open = () => context.openChannel(`${channelId}/${messageId}`);
  return element("p", { class: "notice" }, element("strong", {}, displayName(message.author)), TEXTS.pinnedMessage, " ",
    element("button", { class: "plain", type: "button", click: open }, TEXTS.showMessage));
}

const NOTICES = { [KIND.thread]: threadNotice, [KIND.pinned]: pinNotice };

/** Shows which component of a message is pending, and its last failure. */
export function showPending(node, message, session) {
  const pending = session.pendingOn(message.id);
  for (const control of node.querySelectorAll("button[data-custom-id]")) {
    // Not `disabled`, which would lose the focus.
    control.toggleAttribute("aria-busy", false);
    if (pending === null) control.removeAttribute("aria-disabled");
    else control.setAttribute("aria-disabled", "true");
    if (control.dataset.customId === pending) control.setAttribute("aria-busy", "true");
  }
  const failure = node.querySelector(".failure");
  if (!failure) return;
  failure.textContent = session.failures.get(message.id) ?? "";
  failure.hidden = !failure.textContent;
}

/** Returns the announcement of a new message for screen readers: its author and first words. */
export function summary(message, names) {
  return TEXTS.saying(displayName(message.author), plainText(textOf(message), names).slice(0, 300));
}

/** Returns the text of a message and its components, in markdown. */
export function textOf(message) {
  return [message.content, ...textsWithin(message.components ?? [])].filter(Boolean).join("\n");
}

function* textsWithin(components) {
  for (const { content, components: inner, accessory } of components) {
    if (content) yield content;
    if (inner) yield* textsWithin(inner);
    if (accessory) yield* textsWithin([accessory]);
  }
}
