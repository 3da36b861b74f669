/** Emojis: the application's own as images in the height of the text, and Unicode ones. */

import { element } from "./dom.js";

/** Returns the image of one of the application's emojis; where there is none with its id, its name in colons. */
export function customEmoji({ id, name, animated }, decorative = false) {
  const image = element("img", {
    class: "custom-emoji", src: `/cdn/emojis/${id}.${animated ? "webp?animated=true" : "png"}`,
    alt: decorative ? "" : name, title: decorative ? null : name, draggable: "false",
    error: () => image.replaceWith(`:${name}:`),
  });
  return image;
}

/** Returns the node of a component's emoji, or null; beside a label it is no part of the accessible name. */
export function componentEmoji(emoji, label) {
  if (!emoji) return null;
  const shown = emoji.id ? customEmoji(emoji, Boolean(label)) : emoji.name;
  return element("span", { class: "emoji", "aria-hidden": label ? "true" : null }, shown);
}
