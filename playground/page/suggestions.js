/** The listbox of suggestions above the composer; the focus stays in the field. */

import { element, freshId } from "./dom.js";
import { TEXTS } from "./texts.js";

/** A listbox for the focused field. */
export class Suggestions {
  #active = -1;
  #field = null;
  #onChoose = null;

  constructor() {
    this.items = [];
    this.title = element("p", { class: "suggestions-title" });
    this.list = element("ul", {
      role: "listbox", id: freshId("suggestions"), tabindex: "0", "aria-label": TEXTS.suggestions,
    });
    this.node = element("div", { class: "suggestions", hidden: true }, this.title, this.list);
    // A click must not move the focus from the field.
    this.node.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get open() {
    return !this.node.hidden && this.items.length > 0;
  }

  /** Shows items {label, detail?, note?, dataset?} for a field; without items only the title, as a hint. */
  show(field, { title, items, onChoose, active = 0 }) {
    if (this.#field && this.#field !== field) this.#release();
    this.#field = field;
    this.#onChoose = onChoose;
    this.items = items;
    this.title.textContent = title;
    this.title.hidden = !title;
    this.list.replaceChildren(...items.map((item, place) => this.#row(item, place)));
    this.list.hidden = !items.length;
    this.node.hidden = !items.length && !title;
    field.setAttribute("aria-controls", this.list.id);
    this.#expand(items.length > 0);
    this.#activate(items.length ? active : -1);
  }

  hide() {
    this.node.hidden = true;
    this.items = [];
    this.list.replaceChildren();
    this.#release();
  }

  /** Handles the keys that move and choose; returns whether the key was one of them. */
  key(event) {
    // A hint is only closed, so that Escape does not discard the input.
    const putAway = event.key === "Escape" && !this.node.hidden;
    if (!this.open && !putAway) return false;
    if (event.key === "ArrowDown") this.#move(1);
    else if (event.key === "ArrowUp") this.#move(-1);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) this.#onChoose(this.items[this.#active]);
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    return true;
  }

  #row({ label, detail, note, dataset }, place) {
    return element("li", {
      role: "option", id: freshId("suggestion"), dataset, "aria-selected": "false",
      click: () => this.#onChoose(this.items[place]), pointermove: () => this.#activate(place),
    },
    element("span", { class: "suggestion-label" }, label),
    detail ? element("span", { class: "suggestion-detail" }, detail) : null,
    note ? element("span", { class: "suggestion-note" }, note) : null);
  }

  #move(step) {
    const count = this.items.length;
    this.#activate((this.#active + step + count) % count);
    this.list.children[this.#active].scrollIntoView({ block: "nearest" });
  }

  #activate(place) {
    this.list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = place;
    const row = this.list.children[place];
    row?.setAttribute("aria-selected", "true");
    if (row) this.#field?.setAttribute("aria-activedescendant", row.id);
    else this.#field?.removeAttribute("aria-activedescendant");
  }

  #release() {
    this.#active = -1;
    this.#field?.removeAttribute("aria-activedescendant");
    this.#expand(false);
    this.#field = null;
  }

  #expand(isOpen) {
    if (this.#field?.getAttribute("role") === "combobox") this.#field.setAttribute("aria-expanded", String(isOpen));
  }
}
