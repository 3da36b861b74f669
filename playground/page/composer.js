/** The composer for messages and slash commands. */

import { CommandForm } from "./command_form.js";
import { search } from "./commands.js";
import { element, icon } from "./dom.js";
import { freshSnowflake } from "./history.js";
import { displayName } from "./session.js";
import { channelName } from "./sidebar.js";
import { Suggestions } from "./suggestions.js";
import { TEXTS } from "./texts.js";

/** The form at the bottom of the page, for one person in one channel at a time. */
export class Composer {
  #form = null;
  #nonce = null;
  #begun = null;

  constructor(root) {
    this.root = root;
    this.session = null;
    this.channel = null;
    this.suggestions = new Suggestions();
    this.remark = element("p", { class: "remark", role: "status" });
    this.text = element("textarea", {
      id: "composer-text", rows: "1", maxlength: "2000", disabled: true, "aria-autocomplete": "list",
      input: () => this.#typed(), keydown: (event) => this.#key(event),
      blur: () => this.suggestions.hide(), focus: () => this.#suggest(),
    });
    this.middle = element("div", { class: "composer-middle" }, this.text);
    this.leaveButton = element("button", {
      class: "icon-button", type: "button", "aria-label": TEXTS.leaveCommand, hidden: true, click: () => this.leave(),
    }, icon("close"));
    const send = element("button", { class: "icon-button send", type: "submit", "aria-label": TEXTS.send }, icon("send"));
    const row = element("div", { class: "composer-row" }, this.middle, this.leaveButton, send);
    // Last in the tab order, so that Shift+Tab goes from the composer to the messages.
    root.append(this.remark, row, this.suggestions.node);
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** Disables the composer until a channel is opened; the draft is kept. */
  close() {
    if (this.channel) this.session.drafts.set(this.channel.id, this.text.value);
    if (this.#form) this.#showText();
    this.session = null;
    this.channel = null;
    this.text.disabled = true;
    this.#begun = null;
  }

  /** Switches to another person or channel. */
  open(session, channel) {
    const isFocused = document.activeElement === this.text;
    this.close();
    this.session = session;
    this.channel = channel;
    this.text.disabled = false;
    if (isFocused) this.text.focus();
    const name = channelName(channel, session);
    this.text.placeholder = TEXTS.write;
    this.text.setAttribute("aria-label", TEXTS.writeLabel(name));
    this.text.value = session.drafts.get(channel.id) ?? "";
    this.#tell("");
    this.#grow();
  }

  focus() {
    if (this.#form) this.#form.focus();
    else this.text.focus();
  }

  /** After the registered commands or the bot's presence changed: continues a command begun before, updates an open list. */
  commandsChanged() {
    const canBegin = !this.#form && this.session.botOnline;
    const begun = canBegin ? this.session.commandsIn(this.channel).find(({ path }) => path === this.#begun) : null;
    if (begun) this.#start(begun);
    else if (document.activeElement === this.text) this.#suggest();
  }

  /** Starts a command by its path, and sends it if it has no options; until the bot can answer, it is text. */
  begin(path) {
    const command = this.session.commandsIn(this.channel).find((each) => each.path === path);
    if (command && this.session.botOnline) {
      this.#start(command);
      return;
    }
    this.text.value = `/${path}`;
    this.text.focus();
    this.#typed();
    this.#begun = path;
  }

  describe(option) {
    this.#tell("");
    this.remark.replaceChildren(element("strong", {}, option.label), ` ${option.description}`);
  }

  complain(words) {
    this.#tell(words);
    this.remark.classList.add("wrong");
  }

  #tell(words) {
    this.remark.textContent = words;
    this.remark.classList.remove("wrong");
  }

  /** Leaves a command for plain text. */
  leave() {
    this.#showText();
    // On a touch screen focus would open a keyboard over the board.
    if (!matchMedia("(pointer: coarse)").matches) this.text.focus();
  }

  #typed() {
    this.#nonce = null;
    this.#begun = null;
    this.#tell("");
    this.#grow();
    const typed = this.text.value;
    const name = typed.slice(1).trim().toLowerCase();
    const exact = typed.startsWith("/") && typed.endsWith(" ")
      && this.session.commandsIn(this.channel).find(({ label, path }) => label === name || path === name);
    if (exact) this.#choose(exact);
    else this.#suggest();
  }

  /** Resizes the text box to its content. */
  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
  }

  #suggest() {
    const typed = this.text.value;
    if (!typed.startsWith("/") || typed.includes("\n")) {
      this.suggestions.hide();
      return;
    }
    const commands = this.session.commandsIn(this.channel);
    const items = search(commands, typed.slice(1)).map((command) => ({
      label: `/${command.label}`, detail: command.description, command, dataset: { command: command.path },
      note: command.options.filter((option) => option.required).map((option) => option.label).join(" "),
    }));
    const nothing = commands.length ? TEXTS.noCommand : TEXTS.noCommandsYet;
    const title = items.length ? TEXTS.commands : nothing;
    this.suggestions.show(this.text, { title, items, onChoose: ({ command }) => this.#choose(command) });
  }

  #choose(command) {
    this.suggestions.hide();
    this.#begun = null;
    this.text.value = "";
    this.#form = new CommandForm(command, this.session, this.channel.id, this);
    this.middle.replaceChildren(this.#form.node);
    this.leaveButton.hidden = false;
    this.#tell(command.description);
    if (command.options.length) this.#form.focus();
    else this.root.querySelector(".send").focus();
  }

  #start(command) {
    this.#choose(command);
    if (!command.options.length) this.#use();
  }

  #showText() {
    this.#form = null;
    this.suggestions.hide();
    this.#tell("");
    this.leaveButton.hidden = true;
    this.middle.replaceChildren(this.text);
  }

  #key(event) {
    if (this.suggestions.key(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    if (!this.channel) return;
    if (this.#form) this.#use();
    else this.#say();
  }

  async #use() {
    const form = this.#form;
    const collected = form.collect();
    if (!collected) return;
    this.suggestions.hide();
    this.#tell(TEXTS.sending(form.command.label));
    try {
      const { outcome } = await this.session.use(form.command, collected, this.channel.id);
      if (this.#form !== form) return;
      this.leave();
      this.#tell(TEXTS.sending(form.command.label));
      await outcome;
      if (this.remark.textContent === TEXTS.sending(form.command.label)) this.#tell("");
    } catch (error) {
      if (this.#form === form) this.complain(error.message);
    }
  }

  async #say() {
    const typed = this.text.value.trim();
    if (!typed) return;
    if (typed.startsWith("/")) {
      this.complain(TEXTS.noCommand);
      return;
    }
    const { session, channel } = this;
    // Idempotent: a retry with the same nonce creates no second message.
    this.#nonce ??= freshSnowflake();
    try {
      await session.say(channel.id, withMentions(typed, session), this.#nonce);
    } catch (error) {
      this.complain(error.message);
      return;
    }
    this.#nonce = null;
    if (this.session === session && this.channel === channel) {
      this.text.value = "";
      this.#tell("");
      this.#grow();
    }
  }
}

/** Replaces "@Ann" by a mention. */
function withMentions(text, session) {
  const byLength = [...session.users.values()].sort((one, other) => displayName(other).length - displayName(one).length);
  return byLength.reduce((result, user) => result.replaceAll(`@${displayName(user)}`, `<@${user.id}>`), text);
}
