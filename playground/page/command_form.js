/** The fields of a chosen slash command. */

import { OPTION } from "./commands.js";
import { element, freshId } from "./dom.js";
import { displayName } from "./session.js";
import { channelName } from "./sidebar.js";
import { TEXTS } from "./texts.js";

const DEBOUNCE_MS = 150;
const MOST_SUGGESTIONS = 25;
const NARROWEST = 6;
const WIDEST = 40;

/** One option: an input whose text is free, numeric, or must be one of the suggestions. */
class Field {
  #timer = null;
  #asked = 0;
  #offered = [];

  constructor(option, form) {
    this.option = option;
    this.form = form;
    this.choice = null;
    const id = freshId("option");
    const description = element("span", { class: "unseen", id: `${id}-description` }, option.description);
    this.input = element("input", this.isFile ? {
      id, type: "file", "aria-describedby": description.id, "aria-required": option.required ? "true" : null,
      dataset: { option: option.name }, change: () => this.input.removeAttribute("aria-invalid"),
      focus: () => this.#entered(), keydown: (event) => this.#key(event),
    } : {
      id, type: "text", autocomplete: "off", spellcheck: "false", "aria-describedby": description.id,
      role: this.offers ? "combobox" : null, "aria-autocomplete": this.offers ? "list" : null,
      "aria-expanded": this.offers ? "false" : null, "aria-required": option.required ? "true" : null,
      inputmode: this.isNumber ? "decimal" : null, placeholder: option.required ? null : TEXTS.optional,
      size: String(NARROWEST), dataset: { option: option.name },
      input: () => this.#typed(), focus: () => this.#entered(), blur: () => this.#cancel(),
      keydown: (event) => this.#key(event),
    });
    this.node = element("div", { class: option.required ? "option" : "option optional" },
      element("label", { for: id }, option.label), this.input, description);
  }

  get isFile() {
    return this.option.type === OPTION.file;
  }

  get isNumber() {
    return this.option.type === OPTION.integer || this.option.type === OPTION.number;
  }

  /** Returns the fixed choices, or null for free text and autocomplete. */
  get choices() {
    const { option, form } = this;
    const { session } = form;
    if (option.choices?.length) return option.choices;
    if (option.type === OPTION.boolean) return [{ name: TEXTS.yes, value: true }, { name: TEXTS.no, value: false }];
    if (option.type === OPTION.user || option.type === OPTION.mentionable) {
      return [...session.users.values()].map((user) => ({ name: displayName(user), value: user.id }));
    }
    if (option.type === OPTION.channel) {
      const guildId = session.channels.get(form.channelId)?.guild_id;
      const fits = ({ type, guild_id: its }) => its === guildId && (!option.channel_types?.length || option.channel_types.includes(type));
      const channels = [...session.channels.values()].filter(fits);
      return channels.map((channel) => ({ name: `#${channelName(channel, session)}`, value: channel.id }));
    }
    return null;
  }

  get offers() {
    return this.option.autocomplete || this.choices !== null;
  }

  get text() {
    return this.input.value.trim();
  }

  /** Returns {value}, {} if it is empty, or {error}; a file is added to `files`, and its value is its number there. */
  resolve(files = []) {
    const { option, text } = this;
    if (!text) return option.required ? { error: TEXTS.fill(option.label) } : {};
    if (this.isFile) return { value: String(files.push(this.input.files[0]) - 1) };
    if (this.choice) return { value: this.choice.value };
    const choices = this.choices;
    if (choices) {
      const matching = choices.find(({ name, value }) => [name, String(value)].some((each) => isSame(each, text)));
      return matching ? { value: matching.value } : { error: TEXTS.notAmong(option.label) };
    }
    return this.isNumber ? this.#number(text) : this.#string(text);
  }

  #number(text) {
    const { label, type, min_value: least, max_value: most } = this.option;
    const value = Number(text);
    if (Number.isNaN(value) || (type === OPTION.integer && !Number.isInteger(value))) return { error: TEXTS.notNumber(label) };
    if (least !== undefined && value < least) return { error: TEXTS.tooSmall(label, least) };
    if (most !== undefined && value > most) return { error: TEXTS.tooLarge(label, most) };
    return { value };
  }

  #string(text) {
    const { label, min_length: least, max_length: most } = this.option;
    if (least !== undefined && text.length < least) return { error: TEXTS.tooShort(label, least) };
    if (most !== undefined && text.length > most) return { error: TEXTS.tooLong(label, most) };
    return { value: text };
  }

  /** Returns the option for an autocomplete request; an incomplete number is sent as typed. */
  partial(focused) {
    const { option: { type, name } } = this;
    if (focused) return { type, name, value: this.text, focused: true };
    const { value } = this.resolve();
    return value === undefined ? null : { type, name, value };
  }

  #entered() {
    this.form.describe(this.option);
    // A field with a value shows no suggestions until something is typed.
    if (!this.text) this.#suggest();
    else this.form.suggestions.hide();
  }

  #typed() {
    this.choice = null;
    this.input.removeAttribute("aria-invalid");
    this.#resize();
    this.#suggest();
  }

  #resize() {
    this.input.size = Math.min(WIDEST, Math.max(NARROWEST, this.input.value.length + 1));
  }

  /** Hides the suggestions and cancels a pending autocomplete request, whose response would show them again. */
  #cancel() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.form.suggestions.hide();
  }

  #key(event) {
    if (this.form.suggestions.key(event)) return;
    if (event.key === "ArrowDown" && this.offers) this.#suggest();
    else if (event.key === "Escape" || (event.key === "Backspace" && !this.input.value && this.form.fields[0] === this)) {
      this.form.leave();
    } else return;
    event.preventDefault();
  }

  #suggest() {
    clearTimeout(this.#timer);
    const choices = this.choices;
    if (choices) this.#offer(this.#matching(choices));
    else if (this.option.autocomplete) {
      const ask = (this.#asked += 1);
      // Until the bot responds, Enter must not choose a stale suggestion.
      const still = this.#matching(this.#offered);
      if (still.length) this.#offer(still);
      else this.form.suggestions.hide();
      this.#timer = setTimeout(() => this.#ask(ask), this.text ? DEBOUNCE_MS : 0);
    } else this.form.suggestions.hide();
  }

  async #ask(ask) {
    const choices = await this.form.ask(this);
    if (ask !== this.#asked || document.activeElement !== this.input) return;
    this.#offered = choices ?? [];
    if (choices) this.#offer(choices);
    else this.form.suggestions.show(this.input, { title: TEXTS.suggestionsFailed, items: [] });
  }

  #matching(choices) {
    const query = this.text.toLowerCase();
    return choices.filter(({ name, value }) => [name, String(value)].some((each) => each.toLowerCase().includes(query)));
  }

  #offer(choices) {
    const exact = choices.findIndex(({ name, value }) => isSame(name, this.text) || isSame(String(value), this.text));
    const items = choices.slice(0, MOST_SUGGESTIONS).map((choice) => ({
      label: choice.name, choice, dataset: { value: String(choice.value) },
    }));
    const title = items.length ? "" : TEXTS.noSuggestions;
    this.form.suggestions.show(this.input, {
      title, items, active: Math.min(Math.max(exact, 0), items.length - 1), onChoose: ({ choice }) => this.#choose(choice),
    });
  }

  #choose(choice) {
    this.choice = choice;
    this.input.value = choice.name;
    this.input.removeAttribute("aria-invalid");
    this.#resize();
    this.#cancel();
    this.form.advance(this);
  }
}

function isSame(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}

/** The form of one command. `host`: suggestions, describe(option), leave(). */
export class CommandForm {
  constructor(command, session, channelId, host) {
    Object.assign(this, { command, session, channelId, host });
    this.fields = command.options.map((option) => new Field(option, this));
    const name = element("span", { class: "command-name" }, `/${command.label}`);
    this.node = element("div", { class: "command", role: "group", "aria-label": `/${command.label}`, dataset: { command: command.path } },
      name, this.fields.map((field) => field.node));
  }

  get suggestions() {
    return this.host.suggestions;
  }

  describe(option) {
    this.host.describe(option);
  }

  leave() {
    this.host.leave();
  }

  /** Focuses the first field that is incomplete. */
  focus() {
    const empty = this.fields.find((field) => !field.text) ?? this.fields[0];
    empty?.input.focus();
  }

  /** Focuses the next required field that is empty. */
  advance(field) {
    const next = this.fields.find((each) => each.option.required && !each.text);
    (next ?? field).input.focus();
  }

  /** Requests autocomplete choices from the bot; null if it gave none. */
  ask(field) {
    const options = this.fields.map((each) => each.partial(each === field)).filter(Boolean);
    return this.session.suggestions(this.command, options, this.channelId).catch(() => null);
  }

  /** Returns the options and files of a valid form, or null after showing the errors. */
  collect() {
    const options = [];
    const files = [];
    for (const field of this.fields) {
      const { value, error } = field.resolve(files);
      if (error) {
        field.input.setAttribute("aria-invalid", "true");
        field.input.focus();
        this.suggestions.hide();
        this.host.complain(error);
        return null;
      }
      if (value !== undefined) options.push({ type: field.option.type, name: field.option.name, value });
    }
    return { options, files };
  }
}
