/** A dialog that asks for a name. */

import { element, freshId } from "./dom.js";
import { TEXTS } from "./texts.js";

/** Asks for a name and passes it to `create`; an error is shown in the dialog. */
export function askName({ title, label, longest, create }) {
  const input = element("input", { id: freshId("name"), type: "text", required: true, maxlength: String(longest) });
  const failure = element("p", { class: "failure", role: "alert", hidden: true });
  const heading = element("h2", { id: freshId("naming") }, title);
  const cancel = element("button", { class: "button style-2", type: "button", click: () => dialog.close() }, TEXTS.cancel);
  const form = element("form", { autocomplete: "off" },
    element("div", { class: "dialog-head" }, heading),
    element("div", { class: "dialog-body" },
      element("div", { class: "modal-part" }, element("label", { for: input.id }, label), input), failure),
    element("div", { class: "dialog-foot" }, cancel,
      element("button", { class: "button style-1", type: "submit" }, TEXTS.add)));
  const dialog = element("dialog", { class: "dialog narrow", "aria-labelledby": heading.id }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await create(input.value.trim());
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
