/** What stands above the first message of a channel. */

import { element } from "./dom.js";
import { inline } from "./markdown.js";
import { TEXTS } from "./texts.js";

/**
 * Returns the nodes above a history: the beginning of the channel, or in an empty channel how to start a game.
 * `start(command)` starts it; null for a bot of another project.
 */
export function beginning(messages, name, names, start) {
  if (!messages.fresh || !messages.complete) return [];
  if (messages.messages.length || !start) return [element("p", { class: "beginning" }, TEXTS.beginning(name))];
  const { title, lines, button, command, people } = TEXTS.hint;
  return [
    element("section", { class: "hint", "aria-label": title },
      element("h2", {}, title),
      element("ol", {}, lines.map((line) => element("li", {}, inline(line, names)))),
      element("button", { class: "button style-1", type: "button", click: () => start(command) }, button),
      element("p", {}, inline(people, names))),
  ];
}
