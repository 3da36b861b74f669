/** Embeds. */

import { element } from "./dom.js";
import { inline, link, markdown } from "./markdown.js";
import { picture } from "./media.js";

/** Returns a node for an embed. */
export function renderEmbed(embed, names) {
  const title = embed.title && inline(embed.title, names);
  const node = element("div", { class: "container embed" },
    embed.author && element("p", { class: "subtext" }, embed.author.name),
    title && element("h3", { class: "size-3" }, embed.url ? link(embed.url, title) : title),
    embed.description && element("div", { class: "text" }, markdown(embed.description, names)),
    embed.fields?.length ? element("dl", { class: "fields" }, embed.fields.map((field) => renderField(field, names))) : null,
    embed.image && picture(embed.image),
    embed.footer && element("p", { class: "subtext" }, embed.footer.text));
  if (embed.color !== null && embed.color !== undefined) {
    node.classList.add("accented");
    node.style.setProperty("--colour", `#${embed.color.toString(16).padStart(6, "0")}`);
  }
  return node;
}

function renderField(field, names) {
  return element("div", { class: field.inline ? "field inline" : "field" },
    element("dt", {}, inline(field.name, names)), element("dd", {}, markdown(field.value, names)));
}
