/** Discord's message components as document nodes. */

import { element, icon } from "./dom.js";
import { componentEmoji } from "./emoji.js";
import { link, markdown } from "./markdown.js";
import { cover, file, gallery, picture } from "./media.js";
import { Select } from "./select.js";
import { displayName } from "./session.js";

export const TYPE = {
  row: 1, button: 2, stringSelect: 3, textInput: 4, userSelect: 5, roleSelect: 6, mentionableSelect: 7,
  channelSelect: 8, section: 9, text: 10, thumbnail: 11, gallery: 12, file: 13, separator: 14, container: 17, label: 18,
  fileUpload: 19, radioGroup: 21, checkboxGroup: 22, checkbox: 23,
};
const LINK_STYLE = 5;
/** The address of a channel or message at Discord; Discord opens it in place, and so does this page. */
const MESSAGE_LINK = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+(?:\/\d+)?)$/;

/** Returns a node for a component, or null for a kind that is not known. `context` has session, names, press(). */
export function renderComponent(component, context) {
  const inner = (list) => (list ?? []).map((child) => renderComponent(child, context));
  switch (component.type) {
    case TYPE.row:
      return element("div", { class: "row" }, inner(component.components));
    case TYPE.button:
      return button(component, context);
    case TYPE.stringSelect:
    case TYPE.userSelect:
    case TYPE.roleSelect:
    case TYPE.mentionableSelect:
    case TYPE.channelSelect:
      return messageSelect(component, context);
    case TYPE.section:
      return element("div", { class: "section" },
        element("div", { class: "section-text" }, inner(component.components)),
        element("div", { class: "accessory" }, renderComponent(component.accessory, context)));
    case TYPE.text:
      return element("div", { class: "text" }, markdown(component.content, context.names));
    case TYPE.thumbnail:
      return element("div", { class: "thumbnail" }, picture(mediaItem(component)));
    case TYPE.gallery:
      return gallery(component.items.map(mediaItem));
    case TYPE.file:
      return file({ url: component.file.url, name: component.name, size: component.size });
    case TYPE.separator:
      return separator(component);
    case TYPE.container:
      return container(component, inner(component.components));
    default:
      return null;
  }
}

function mediaItem({ media, description, spoiler }) {
  return { ...media, description, spoiler };
}

function separator({ divider = true, spacing = 1 }) {
  const name = `separator spacing-${spacing}`;
  return divider ? element("hr", { class: name }) : element("div", { class: name });
}

function container({ accent_color: colour, spoiler }, children) {
  const node = element("div", { class: "container" }, children);
  if (colour !== null && colour !== undefined) {
    node.classList.add("accented");
    node.style.setProperty("--colour", `#${colour.toString(16).padStart(6, "0")}`);
  }
  if (spoiler) cover(node);
  return node;
}

function button(component, context) {
  const words = [componentEmoji(component.emoji, component.label), component.label && element("span", {}, component.label)];
  if (component.style === LINK_STYLE) {
    const own = component.url.match(MESSAGE_LINK)?.[1];
    const node = context.session.channels.has(own?.split("/")[0])
      ? element("a", { href: `#${own}` }, words)
      : link(component.url, words, icon("outside"));
    node.className = "button style-5";
    return node;
  }
  return element("button", {
    class: `button style-${component.style}`,
    type: "button",
    disabled: component.disabled,
    dataset: { customId: component.custom_id },
    click: ({ currentTarget }) => {
      if (currentTarget.getAttribute("aria-disabled") !== "true") context.press(component);
    },
  }, words);
}

/** Returns the options of a select: its own, or the people, or the roles or channels of the server where it is. */
export function selectOptions(component, session, channelId) {
  const preset = new Set((component.default_values ?? []).map(({ id }) => id));
  const entry = (id, label) => ({ label, value: id, default: preset.has(id) });
  const people = [...session.users.values()].map((user) => entry(user.id, displayName(user)));
  const guildId = session.channels.get(channelId)?.guild_id;
  const roles = [...session.roles.values()].filter((role) => role.guild_id === guildId).map((role) => entry(role.id, `@${role.name}`));
  if (component.type === TYPE.userSelect) return people;
  if (component.type === TYPE.roleSelect) return roles;
  if (component.type === TYPE.mentionableSelect) return [...people, ...roles];
  if (component.type === TYPE.channelSelect) {
    const allowed = component.channel_types;
    const ofGuild = [...session.channels.values()].filter((channel) => guildId && channel.guild_id === guildId);
    const fitting = ofGuild.filter(({ type }) => !allowed?.length || allowed.includes(type));
    return fitting.map((channel) => entry(channel.id, `#${channel.name}`));
  }
  return component.options ?? [];
}

function messageSelect(component, context) {
  return new Select({
    customId: component.custom_id,
    placeholder: component.placeholder,
    options: selectOptions(component, context.session, context.channelId),
    least: component.min_values ?? 1,
    most: component.max_values ?? 1,
    disabled: component.disabled,
    onChoose: (values) => context.press(component, values),
  }).node;
}
