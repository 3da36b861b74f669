/** The dialog with a channel's pinned messages. */

import { element, freshId, icon } from "./dom.js";
import { plainText } from "./markdown.js";
import { textOf } from "./message.js";
import { displayName } from "./session.js";
import { TEXTS } from "./texts.js";
import { formatMoment } from "./timestamps.js";

/** Opens the pinned messages of a channel; `openChannel("CHANNEL/MESSAGE")` shows one of them. */
export async function openPins(session, channel, names, openChannel) {
  const body = element("div", { class: "dialog-body" });
  const heading = element("h2", { id: freshId("pins") }, TEXTS.pins);
  const cross = element("button", { class: "icon-button", type: "button", "aria-label": TEXTS.close, click: () => dialog.close() }, icon("close"));
  const dialog = element("dialog", { class: "dialog pins-dialog", "aria-labelledby": heading.id },
    element("div", { class: "dialog-head" }, heading, cross), body);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  try {
    const { items } = await session.api.get(`/api/v10/channels/${channel.id}/messages/pins`);
    const entries = items.map(({ message }) => entry(message, names, () => show(message)));
    body.replaceChildren(items.length ? element("ul", { class: "pinned" }, entries) : element("p", { class: "muted" }, TEXTS.noPins));
  } catch (error) {
    body.replaceChildren(element("p", { class: "failure", role: "alert" }, error.message));
  }

  async function show(message) {
    dialog.close();
    const history = session.history(channel.id);
    while (!history.find(message.id) && !history.complete && session.connection === "open") await session.showOlder(channel.id);
    openChannel(`${channel.id}/${message.id}`);
  }
}

function entry(message, names, show) {
  const excerpt = plainText(textOf(message), names).slice(0, 200);
  return element("li", {},
    element("button", { class: "pinned-message", type: "button", click: show },
      element("span", { class: "pinned-head" },
        element("strong", {}, displayName(message.author)),
        element("small", { class: "muted" }, formatMoment(new Date(message.timestamp), "f"))),
      element("span", { class: "pinned-text" }, excerpt || TEXTS.picture)));
}
