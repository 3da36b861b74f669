/** Select menus of messages and modals, with descriptions and single or multiple choice. */

import { element, freshId, icon } from "./dom.js";
import { componentEmoji } from "./emoji.js";
import { TEXTS } from "./texts.js";

const MARGIN = 8;
const WIDEST = 440;

/**
 * A button that opens a list. `options` have label, value, description?, emoji?, default?; `onChoose(values)` is called when a
 * choice is finished: at once where at most one may be chosen, else by Done. In a form, which has a button of its own that sends,
 * what was marked is kept however the list is closed.
 */
export class Select {
  #active = -1;
  #draft = new Set();
  #typed = "";
  #typedAt = 0;

  constructor({ customId, placeholder, options, least = 1, most = 1, disabled = false, label = null, inForm = false, onChoose }) {
    Object.assign(this, { options, most: Math.min(most, options.length || 1), least, label, inForm, onChoose });
    this.placeholder = placeholder || TEXTS.choose;
    this.values = options.filter((option) => option.default).map((option) => option.value);
    this.caption = element("span", { class: "select-caption" });
    this.button = element("button", {
      class: "select", type: "button", "aria-haspopup": "listbox", "aria-expanded": "false",
      disabled, dataset: { customId }, click: () => this.#toggle(), keydown: (event) => this.#openByKey(event),
    }, this.caption, icon("down"));
    this.node = element("div", { class: "select-frame" }, this.button);
    this.popup = null;
    this.#showValues();
  }

  get several() {
    return this.most > 1;
  }

  #showValues() {
    const chosen = this.options.filter((option) => this.values.includes(option.value));
    const shown = chosen.flatMap((option, place) => [place ? ", " : "", ...captionOf(option)]);
    this.caption.replaceChildren(...(chosen.length ? shown : [this.placeholder]));
    this.caption.classList.toggle("muted", !chosen.length);
    const name = this.label ?? this.placeholder;
    const labels = chosen.map((option) => option.label).join(", ");
    this.button.setAttribute("aria-label", chosen.length ? `${name}: ${labels}` : name);
  }

  #toggle() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    if (this.popup) this.#close();
    else this.#open();
  }

  #openByKey(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (!this.popup) this.#toggle();
  }

  #open() {
    this.#draft = new Set(this.values);
    this.list = element("ul", {
      role: "listbox", id: freshId("list"), tabindex: "0", "aria-label": this.label ?? this.placeholder,
      "aria-multiselectable": this.several ? "true" : null, keydown: (event) => this.#key(event),
    }, this.options.map((option, place) => this.#row(option, place)));
    const foot = this.several ? this.#foot() : null;
    this.popup = element("div", { class: "select-popup", popover: "auto" }, this.list, foot);
    this.popup.addEventListener("toggle", (event) => event.newState === "closed" && this.#closed());
    this.node.append(this.popup);
    this.button.setAttribute("aria-expanded", "true");
    this.popup.showPopover();
    this.#place();
    const first = this.options.findIndex((option) => this.#draft.has(option.value));
    this.#activate(Math.max(first, 0));
    this.list.focus({ preventScroll: true });
  }

  #row(option, place) {
    const words = [element("span", { class: "option-label" }, option.label)];
    if (option.description) words.push(element("span", { class: "option-description" }, option.description));
    return element("li", {
      role: "option", id: freshId("option"), "aria-selected": String(this.#draft.has(option.value)),
      dataset: { value: option.value }, click: () => this.#choose(place), pointermove: () => this.#activate(place),
    }, componentEmoji(option.emoji, option.label), element("span", { class: "option-words" }, words), icon("check"));
  }

  #foot() {
    this.doneButton = element("button", { class: "button style-1", type: "button", click: () => this.#done() }, TEXTS.done);
    const count = element("span", { class: "muted" }, TEXTS.chooseBetween(this.least, this.most));
    const foot = element("div", { class: "select-foot" }, count, this.doneButton);
    this.#checkDone();
    return foot;
  }

  #isAllowed() {
    const count = this.#draft.size;
    return count >= this.least && count <= this.most;
  }

  #checkDone() {
    this.doneButton.disabled = !this.#isAllowed();
  }

  /** Puts the list under the button, or above it where there is more room. */
  #place() {
    const anchor = this.button.getBoundingClientRect();
    const below = window.innerHeight - anchor.bottom - 2 * MARGIN;
    const above = anchor.top - 2 * MARGIN;
    const width = Math.min(Math.max(anchor.width, 240), WIDEST, window.innerWidth - 2 * MARGIN);
    const { style } = this.popup;
    style.width = `${width}px`;
    style.left = `${Math.max(MARGIN, Math.min(anchor.left, window.innerWidth - width - MARGIN))}px`;
    style.maxHeight = `${Math.min(Math.max(below, above), 420)}px`;
    const upwards = below < Math.min(this.popup.offsetHeight, 420) && above > below;
    style.top = upwards ? "auto" : `${anchor.bottom + 4}px`;
    style.bottom = upwards ? `${window.innerHeight - anchor.top + 4}px` : "auto";
  }

  #activate(place) {
    const rows = [...this.list.children];
    rows[this.#active]?.classList.remove("active");
    this.#active = place;
    const row = rows[place];
    if (!row) return;
    row.classList.add("active");
    this.list.setAttribute("aria-activedescendant", row.id);
  }

  #key(event) {
    if (event.key === "Tab" && !this.several) {
      // Tab continues after the button.
      this.#close();
      return;
    }
    const last = this.options.length - 1;
    const moves = { ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, Home: 0, End: last };
    if (event.key in moves) this.#move(Math.max(0, Math.min(last, moves[event.key])));
    else if (event.key === "Enter" || event.key === " ") this.#choose(this.#active);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.#jump(event.key);
    else return;
    event.preventDefault();
  }

  #move(place) {
    this.#activate(place);
    this.list.children[place]?.scrollIntoView({ block: "nearest" });
  }

  #jump(letter) {
    this.#typed = Date.now() - this.#typedAt > 700 ? letter : this.#typed + letter;
    this.#typedAt = Date.now();
    const query = this.#typed.toLowerCase();
    const found = this.options.findIndex((option) => option.label.toLowerCase().startsWith(query));
    if (found >= 0) this.#move(found);
  }

  #choose(place) {
    const value = this.options[place]?.value;
    if (value === undefined) return;
    if (!this.several) {
      const cleared = this.least === 0 && this.values.includes(value);
      this.#draft = new Set(cleared ? [] : [value]);
      this.#done();
      return;
    }
    if (this.#draft.has(value)) this.#draft.delete(value);
    else this.#draft.add(value);
    this.list.children[place].setAttribute("aria-selected", String(this.#draft.has(value)));
    this.#activate(place);
    this.#checkDone();
  }

  #keep() {
    this.values = this.options.map((option) => option.value).filter((value) => this.#draft.has(value));
    this.#showValues();
  }

  #done() {
    this.#keep();
    this.#close();
    this.onChoose(this.values);
  }

  #close() {
    this.popup?.hidePopover();
    this.button.focus({ preventScroll: true });
  }

  #closed() {
    if (this.inForm && this.several && this.#isAllowed()) this.#keep();
    this.popup?.remove();
    this.popup = null;
    this.button.setAttribute("aria-expanded", "false");
  }
}

function captionOf({ emoji, label }) {
  const node = componentEmoji(emoji, label);
  return node ? [node, ` ${label}`] : [label];
}
