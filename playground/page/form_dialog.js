/** A dialog with a form of a few fields. */

import { element, freshId } from "./dom.js";
import { TEXTS } from "./texts.js";

/** Opens a dialog with the given parts; `act()` is called by its button, and an error is shown in the dialog. */
export function openForm({ title, parts, button, act }) {
  const failure = element("p", { class: "failure", role: "alert", hidden: true });
  const heading = element("h2", { id: freshId("form") }, title);
  const cancel = element("button", { class: "button style-2", type: "button", click: () => dialog.close() }, TEXTS.cancel);
  const form = element("form", { autocomplete: "off" },
    element("div", { class: "dialog-head" }, heading),
    element("div", { class: "dialog-body" }, parts, failure),
    element("div", { class: "dialog-foot" }, cancel,
      element("button", { class: "button style-1", type: "submit" }, button)));
  const dialog = element("dialog", { class: "dialog narrow", "aria-labelledby": heading.id }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await act();
      dialog.close();
    } catch (error) {
      failure.textContent = error.message;
      failure.hidden = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
