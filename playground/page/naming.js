/** A dialog that asks for a name. */

import { element, freshId } from "./dom.js";
import { openForm } from "./form_dialog.js";
import { TEXTS } from "./texts.js";

/** Asks for a name and passes it to `create`; an error is shown in the dialog. */
export function askName({ title, label, longest, create }) {
  const input = element("input", { id: freshId("name"), type: "text", required: true, maxlength: String(longest) });
  const parts = element("div", { class: "modal-part" }, element("label", { for: input.id }, label), input);
  openForm({ title, parts, button: TEXTS.add, act: () => create(input.value.trim()) });
}
