/** Renders the history of the open channel; unchanged messages keep their nodes. */

import { element } from "./dom.js";
import { compareIds } from "./history.js";
import { renderMessage, showPending } from "./message.js";
import { TEXTS } from "./texts.js";
import { dayName, sameDay } from "./timestamps.js";

const NEAR_BOTTOM = 48;
const NEAR_TOP = 300;
const LONGEST_PRESS = 1000;
const CONTINUES_WITHIN = 5 * 60 * 1000;

/** The scrollable message list. `onBottom()` is called when the newest message is visible. */
export class MessageList {
  #rows = new Map();
  #atBottom = true;
  #height = 0;
  #unreadAfter = null;
  #loadingOlder = false;
  #pressing = false;
  #longest = null;
  #outdated = false;

  constructor({ scroller, list, beginning, pill }, { context, onBottom, renderBeginning }) {
    Object.assign(this, { scroller, list, beginning, pill, context, onBottom, renderBeginning });
    this.session = null;
    this.channel = null;
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    pill.addEventListener("click", () => this.toBottom());
    // A node replaced between pressing and releasing would get no click.
    list.addEventListener("pointerdown", () => this.#pressed(), { capture: true });
    list.addEventListener("click", () => { this.#pressing = false; }, { capture: true });
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, () => setTimeout(() => this.#released()), { capture: true });
    }
    // Images and growing texts change the height later.
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(list);
    observer.observe(scroller);
  }

  get atBottom() {
    return this.#atBottom;
  }

  /** Shows another channel, or the same one as another person. */
  open(session, channel) {
    this.session = session;
    this.channel = channel;
    this.#unreadAfter = session.isUnread(channel) ? session.marks.get(channel.id) : null;
    this.#clear();
    this.scroller.setAttribute("aria-label", TEXTS.messagesIn(channel.name));
    this.update();
    this.toBottom();
  }

  /** Clears the list until a channel is opened. */
  close() {
    this.session = null;
    this.channel = null;
    this.#clear();
    this.beginning.replaceChildren();
    this.pill.hidden = true;
  }

  #clear() {
    // After a link in a message the focus moves to the channel that it opened.
    if (this.list.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    this.#rows.clear();
    this.list.replaceChildren();
  }

  #pressed() {
    this.#pressing = true;
    clearTimeout(this.#longest);
    // Some systems report no release, such as after a context menu.
    this.#longest = setTimeout(() => this.#released(), LONGEST_PRESS);
  }

  #released() {
    clearTimeout(this.#longest);
    this.#pressing = false;
    if (this.#outdated && this.channel) this.update();
  }

  /** Synchronizes the list with its history; while a pointer is down on it, as soon as that is released. */
  update() {
    this.#outdated = this.#pressing;
    if (this.#pressing) return;
    const history = this.session.history(this.channel.id);
    const keep = this.#rememberFocus();
    const wanted = this.#arrange(history.messages);
    const stale = new Set(this.#rows.keys());
    let after = null;
    for (const row of wanted) {
      stale.delete(row.key);
      const node = this.#row(row);
      if (after ? after.nextSibling !== node : this.list.firstChild !== node) {
        if (after) after.after(node);
        else this.list.prepend(node);
      }
      after = node;
    }
    for (const key of stale) {
      this.#rows.get(key).node.remove();
      this.#rows.delete(key);
    }
    this.beginning.replaceChildren(...this.renderBeginning(history));
    keep();
    if (this.#atBottom) this.#settle();
  }

  /** Updates which component of a message is pending. */
  updatePending(messageId) {
    if (!this.session) return;
    const row = this.#rows.get(messageId);
    if (row) showPending(row.node, row.message, this.session);
  }

  /** Shows that there are new messages below the visible part. */
  announceBelow() {
    if (!this.#atBottom) this.pill.hidden = false;
  }

  /** Moves the focus to the ephemeral message that a key press caused. */
  goOnWithin(message) {
    const pressed = document.activeElement;
    if (!this.list.contains(pressed) || !pressed.dataset.customId || !pressed.matches(":focus-visible")) return;
    firstControl(this.#rows.get(message.id)?.node)?.focus({ preventScroll: true });
  }

  /** Returns whether the focus is on a control of this message. */
  isAtControlOf(messageId) {
    const focused = document.activeElement;
    return Boolean(focused?.dataset.customId) && focused.closest("[data-message-id]")?.dataset.messageId === messageId;
  }

  /** Scrolls to a message and marks it for a moment, as Discord does after a link to it. */
  showMessage(messageId) {
    const node = this.#rows.get(messageId)?.node;
    if (!node) return;
    this.#atBottom = false;
    node.scrollIntoView({ block: "start" });
    node.classList.add("linked");
    node.addEventListener("animationend", () => node.classList.remove("linked"), { once: true });
  }

  toBottom() {
    this.#atBottom = true;
    this.#settle();
  }

  #settle() {
    this.#jump();
    this.pill.hidden = true;
    this.onBottom();
  }

  /** Scrolls to the end, so that a card that is taller than the window shows its buttons, as in Discord. */
  #jump() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #resized() {
    this.#height = this.list.offsetHeight;
    if (this.#atBottom) this.#jump();
    else this.#look();
  }

  #scrolled() {
    // The list has grown or shrunk since: nobody has scrolled so far, and its observer is about to be called.
    if (this.list.offsetHeight === this.#height) this.#look();
  }

  /** Notes whether the newest message is in view. */
  #look() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.#atBottom = scrollHeight - clientHeight - scrollTop < NEAR_BOTTOM;
    if (this.#atBottom && !this.pill.hidden) this.pill.hidden = true;
    if (this.#atBottom && this.channel) this.onBottom();
    if (scrollTop < NEAR_TOP) this.#older();
  }

  async #older() {
    const { session, channel } = this;
    if (!channel || this.#loadingOlder) return;
    const history = session.history(channel.id);
    if (history.complete || !history.fresh) return;
    this.#loadingOlder = true;
    const fromBottom = this.scroller.scrollHeight - this.scroller.scrollTop;
    await session.showOlder(channel.id);
    this.#loadingOlder = false;
    if (this.channel === channel) this.scroller.scrollTop = this.scroller.scrollHeight - fromBottom;
  }

  #arrange(messages) {
    const rows = [];
    let previous = null;
    let divided = this.#unreadAfter === null;
    for (const message of messages) {
      const date = new Date(message.timestamp);
      const newDay = !previous || !sameDay(new Date(previous.timestamp), date);
      if (newDay) rows.push({ key: `day ${date.toDateString()}`, divider: dayName(message.timestamp) });
      const isNew = !divided && compareIds(message.id, this.#unreadAfter) > 0;
      if (isNew && previous) rows.push({ key: "new", divider: TEXTS.newLine, accent: true });
      divided ||= isNew;
      const continued = !newDay && !isNew && continues(previous, message);
      rows.push({ key: message.id, message, continued });
      previous = message;
    }
    return rows;
  }

  #row(row) {
    const known = this.#rows.get(row.key);
    if (known && known.message === row.message && known.continued === row.continued) return known.node;
    const node = row.message ? renderMessage(row.message, row, this.context()) : divider(row);
    if (row.message) showPending(node, row.message, this.session);
    known?.node.replaceWith(node);
    this.#rows.set(row.key, { ...row, node });
    return node;
  }

  /** Returns a function that restores the focus after a message was rendered again. */
  #rememberFocus() {
    const focused = document.activeElement;
    const node = focused?.closest?.("[data-message-id]");
    if (!node || !this.list.contains(node)) return () => {};
    const place = focusable(node).indexOf(focused);
    const { customId } = focused.dataset;
    const label = focused.textContent;
    const neighbour = node.previousElementSibling;
    return () => {
      if (document.contains(focused)) return;
      const now = this.#rows.get(node.dataset.messageId)?.node;
      const controls = now ? focusable(now) : [];
      const same = controls.find((each) => customId && each.dataset.customId === customId)
        ?? controls.find((each) => label && each.textContent === label)
        ?? (customId && !offers(now, customId) ? firstControl(now) : null)
        ?? controls[Math.min(place, controls.length - 1)]
        ?? this.#beside(neighbour);
      same.focus({ preventScroll: true });
    };
  }

  /** Returns the element to focus after a message next to `neighbour` was removed. */
  #beside(neighbour) {
    const next = neighbour?.isConnected ? neighbour.nextElementSibling ?? neighbour : this.list.lastElementChild;
    const article = next?.querySelector("article");
    article?.setAttribute("tabindex", "-1");
    return article ?? this.scroller;
  }
}

function focusable(node) {
  return [...node.querySelectorAll("button:not([disabled]), a[href], [tabindex='0']")];
}

function firstControl(node) {
  return node?.querySelector("[data-custom-id]:not([disabled])") ?? null;
}

/** Returns whether a message still has a component, disabled or not; if not, it shows another page. */
function offers(node, customId) {
  return Boolean(node?.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`));
}

function continues(previous, message) {
  if (!previous || previous.author.id !== message.author.id) return false;
  if (message.interaction_metadata?.name || message.type || previous.type) return false;
  if ((previous.flags ^ message.flags) & 64) return false;
  return new Date(message.timestamp) - new Date(previous.timestamp) < CONTINUES_WITHIN;
}

function divider({ divider: words, accent }) {
  return element("li", { class: accent ? "divider accent" : "divider" }, element("span", {}, words));
}
