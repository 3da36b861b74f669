/** The menu of a message or a person: reactions, pinning, and the bot's commands for messages and people. */

import { KIND } from "./commands.js";
import { element } from "./dom.js";
import { pin, react } from "./message_actions.js";
import { displayName } from "./session.js";
import { TEXTS } from "./texts.js";

const QUICK = ["👍", "❤️", "😂", "🎉", "✅", "👀"];
const PIN_MESSAGES = 51;
const MARGIN = 8;

/** Opens the menu of a message. `at` is the button that was pressed, or the point {x, y} of a right click. */
export function openMessageMenu(at, message, session) {
  const channel = session.channels.get(message.channel_id);
  open(at, TEXTS.actions, (done) => [
    reactions(message, session, done),
    session.permits(channel, PIN_MESSAGES)
      ? item(message.pinned ? TEXTS.unpin : TEXTS.pin, () => pin(session, message, !message.pinned), done) : null,
    commands(TEXTS.appsOnMessage, session, channel, KIND.message, message.id, done),
    commands(TEXTS.appsOnPerson(displayName(message.author)), session, channel, KIND.user, message.author.id, done),
  ]);
}

/** Opens the menu of a person in a channel; returns whether the bot has commands for people there. */
export function openPersonMenu(at, person, session, channel) {
  const title = TEXTS.appsOnPerson(displayName(person));
  if (!session.commandsIn(channel, KIND.user).length) return false;
  open(at, title, (done) => [commands(title, session, channel, KIND.user, person.id, done)]);
  return true;
}

function reactions(message, session, done) {
  const isMine = (name) => Boolean(message.reactions?.some(({ emoji, me }) => me && !emoji.id && emoji.name === name));
  const choose = (name) => {
    done();
    react(session, message, { id: null, name }, !isMine(name));
  };
  const input = element("input", {
    class: "another-emoji", type: "text", maxlength: "16", "aria-label": TEXTS.anotherEmoji, title: TEXTS.anotherEmoji, placeholder: "+",
    keydown: (event) => {
      event.stopPropagation();
      if (event.key === "Escape") done();
      if (event.key === "Enter" && input.value.trim()) choose(input.value.trim());
    },
  });
  return element("div", { class: "menu-reactions" },
    QUICK.map((name) => element("button", {
      class: "quick", type: "button", role: "menuitem", "aria-label": TEXTS.react(name), click: () => choose(name),
    }, name)),
    input);
}

function commands(title, session, channel, kind, targetId, done) {
  const offered = session.commandsIn(channel, kind);
  if (!offered.length || !session.botOnline) return null;
  return element("div", { role: "group", "aria-label": title },
    element("p", { class: "menu-title", "aria-hidden": "true" }, title),
    offered.map((command) => item(command.label, () => session.useOn(command, targetId, channel.id), done)));
}

function item(label, act, done) {
  const choose = () => {
    done();
    act();
  };
  return element("button", { class: "menu-item", type: "button", role: "menuitem", click: choose }, label);
}

function open(at, label, parts) {
  const before = document.activeElement;
  const popup = element("div", { class: "select-popup message-menu", popover: "auto", role: "menu", "aria-label": label, keydown: move });
  popup.append(...parts(() => popup.hidePopover()).filter(Boolean));
  popup.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    if (popup.contains(document.activeElement) || document.activeElement === document.body) before?.focus({ preventScroll: true });
    popup.remove();
  });
  document.body.append(popup);
  popup.showPopover();
  place(popup, at);
  items(popup)[0]?.focus({ preventScroll: true });
}

const items = (popup) => [...popup.querySelectorAll("[role=menuitem]")];

function move(event) {
  const all = items(event.currentTarget);
  const now = all.indexOf(document.activeElement);
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  if (!(event.key in steps)) return;
  all[(now + steps[event.key] + all.length) % all.length].focus();
  event.preventDefault();
}

/** Puts the menu below its button or point, or above it where there is no room. */
function place(popup, at) {
  const { left, right, top, bottom } = at instanceof Element
    ? at.getBoundingClientRect() : { left: at.x, right: at.x, top: at.y, bottom: at.y };
  const { offsetWidth: width, offsetHeight: height } = popup;
  const x = at instanceof Element ? right - width : left;
  const isBelow = bottom + height + MARGIN < window.innerHeight;
  popup.style.left = `${Math.max(MARGIN, Math.min(x, window.innerWidth - width - MARGIN))}px`;
  popup.style.top = `${isBelow ? bottom + 4 : Math.max(MARGIN, top - height - 4)}px`;
}
