/** The bot's modals as dialogs. Input is kept until the submission succeeded. */

import { TYPE, selectOptions } from "./components.js";
import { element, freshId, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { Select } from "./select.js";
import { TEXTS } from "./texts.js";

const PARAGRAPH = 2;

/** Opens a modal (the payload of INTERACTION_MODAL_CREATE) for a session. */
export function openModal(modal, session, names) {
  const inputs = [];
  const context = { session, names, channelId: modal.channel_id };
  const parts = modal.components.map((component) => renderPart(component, inputs, context));
  const failure = element("p", { class: "failure", role: "alert", hidden: true });
  const send = element("button", { class: "button style-1", type: "submit" }, TEXTS.send);
  const leave = element("button", { class: "button style-2", type: "button", click: () => dialog.close() }, TEXTS.cancel);
  const cross = element("button", { class: "icon-button", type: "button", "aria-label": TEXTS.close, click: () => dialog.close() }, icon("close"));
  const title = element("h2", { id: freshId("modal") }, modal.title);
  const form = element("form", { autocomplete: "off" },
    element("div", { class: "dialog-head" }, title, cross),
    element("div", { class: "dialog-body" }, parts, failure),
    element("div", { class: "dialog-foot" }, leave, send));
  const dialog = element("dialog", { class: "dialog", "aria-labelledby": title.id, dataset: { customId: modal.custom_id } }, form);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.getAttribute("aria-busy") === "true") return;
    const wrong = inputs.map((input) => input.problem?.()).find(Boolean);
    if (wrong) {
      show(wrong);
      return;
    }
    show("");
    send.setAttribute("aria-busy", "true");
    const problem = await deliver();
    send.removeAttribute("aria-busy");
    if (problem) show(problem);
    else dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  inputs[0]?.focus?.();

  async function deliver() {
    try {
      const files = [];
      const components = modal.components.map((component) => answer(component, inputs, files)).filter(Boolean);
      const { status } = await session.submit(modal, components, files);
      return status === "success" || status === "modal" ? null : TEXTS.modalFailed;
    } catch (error) {
      return error.status ? error.message : TEXTS.modalFailed;
    }
  }

  function show(words) {
    failure.textContent = words;
    failure.hidden = !words;
  }
}

/** Returns the node of a top-level component of a modal and adds its input to `inputs`. */
function renderPart(component, inputs, context) {
  if (component.type === TYPE.text) return element("div", { class: "text" }, markdown(component.content, context.names));
  if (component.type === TYPE.row) {
    return component.components.map((inner) => labelled(inner, inner.label, null, inputs, context));
  }
  if (component.type === TYPE.label) {
    return labelled(component.component, component.label, component.description, inputs, context);
  }
  return null;
}

function labelled(component, label, description, inputs, context) {
  const input = makeInput(component, label, context);
  if (!input) return null;
  inputs.push(input);
  const note = description ? element("p", { class: "subtext", id: freshId("note") }, description) : null;
  if (note) input.field.setAttribute("aria-describedby", note.id);
  if (input.field.tagName === "FIELDSET") {
    input.field.prepend(...[element("legend", {}, captionOf(component, label)), note].filter(Boolean));
    return element("div", { class: "modal-part" }, input.node);
  }
  const caption = element("label", { for: input.field.id }, captionOf(component, label));
  if (component.type === TYPE.checkbox) {
    return element("div", { class: "modal-part beside" }, input.node, element("div", {}, caption, note));
  }
  return element("div", { class: "modal-part" }, caption, note, input.node);
}

function captionOf(component, label) {
  const optional = !isRequired(component) && component.type !== TYPE.checkbox;
  return [label, optional ? element("span", { class: "muted" }, ` ${TEXTS.optional}`) : null];
}

function isRequired(component) {
  return component.required ?? true;
}

/** Returns {component, node, field, answer(files), focus?, problem?} for an interactive component, or null. */
function makeInput(component, label, context) {
  switch (component.type) {
    case TYPE.textInput:
      return textInput(component);
    case TYPE.stringSelect:
    case TYPE.userSelect:
    case TYPE.roleSelect:
    case TYPE.mentionableSelect:
    case TYPE.channelSelect:
      return selectInput(component, label, context);
    case TYPE.fileUpload:
      return fileUpload(component, label);
    case TYPE.radioGroup:
    case TYPE.checkboxGroup:
      return choiceGroup(component, label);
    case TYPE.checkbox:
      return checkbox(component);
    default:
      return null;
  }
}

function textInput(component) {
  const isParagraph = component.style === PARAGRAPH;
  const node = element(isParagraph ? "textarea" : "input", {
    id: freshId("field"), type: isParagraph ? null : "text", rows: isParagraph ? "5" : null,
    required: isRequired(component), minlength: component.min_length, maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder, dataset: { customId: component.custom_id },
    properties: { value: component.value ?? "" },
  });
  return {
    component, node, field: node,
    answer: () => ({ value: node.value }),
    focus: () => node.focus(),
    // The browser validates the minimum length only of typed text, not of a prefilled value.
    problem: () => (node.value && node.value.length < (component.min_length ?? 0) ? TEXTS.tooShort(node.labels[0].textContent, component.min_length) : null),
  };
}

function selectInput(component, label, { session, channelId }) {
  const least = isRequired(component) ? component.min_values ?? 1 : 0;
  const select = new Select({
    customId: component.custom_id, placeholder: component.placeholder,
    options: selectOptions(component, session, channelId),
    least, most: component.max_values ?? 1, disabled: component.disabled, label, inForm: true, onChoose: () => {},
  });
  select.button.id = freshId("field");
  return {
    component, node: select.node, field: select.button,
    answer: () => ({ values: select.values }),
    focus: () => select.button.focus(),
    problem: () => (select.values.length < least ? TEXTS.fill(label) : null),
  };
}

function fileUpload(component, label) {
  const least = isRequired(component) ? component.min_values : 0;
  const most = component.max_values;
  const node = element("input", {
    id: freshId("field"), type: "file", multiple: most > 1, required: least > 0, dataset: { customId: component.custom_id },
  });
  const fits = () => node.files.length >= least && node.files.length <= most;
  return {
    component, node, field: node,
    answer: (files) => ({ values: [...node.files].map((file) => String(files.push(file) - 1)) }),
    focus: () => node.focus(),
    problem: () => (fits() ? null : `${label}: ${TEXTS.chooseBetween(least, most)}`),
  };
}

function choiceGroup(component, label) {
  const single = component.type === TYPE.radioGroup;
  const name = freshId("group");
  const boxes = component.options.map((option) => {
    const box = element("input", { type: single ? "radio" : "checkbox", name, value: option.value, checked: option.default });
    const description = option.description ? element("span", { class: "subtext" }, option.description) : null;
    return element("label", { class: "choice" }, box, element("span", {}, option.label, description));
  });
  const field = element("fieldset", { dataset: { customId: component.custom_id } }, boxes);
  const chosen = () => [...field.querySelectorAll("input:checked")].map((box) => box.value);
  const least = isRequired(component) ? component.min_values ?? 1 : 0;
  const most = single ? 1 : component.max_values ?? boxes.length;
  const fits = () => chosen().length >= least && chosen().length <= most;
  return {
    component, node: field, field,
    answer: () => (single ? { value: chosen()[0] ?? null } : { values: chosen() }),
    problem: () => (fits() ? null : `${label}: ${TEXTS.chooseBetween(least, most)}`),
  };
}

function checkbox(component) {
  const node = element("input", {
    id: freshId("field"), type: "checkbox", checked: component.default, dataset: { customId: component.custom_id },
  });
  return { component, node, field: node, answer: () => ({ value: node.checked }), focus: () => node.focus() };
}

/** Returns a top-level component with its submitted value; files are added to `files`. */
function answer(component, inputs, files) {
  const filled = (inner) => {
    const input = inputs.find((each) => each.component === inner);
    return input ? { type: inner.type, id: inner.id, custom_id: inner.custom_id, ...input.answer(files) } : null;
  };
  if (component.type === TYPE.row) {
    return { type: TYPE.row, id: component.id, components: component.components.map(filled).filter(Boolean) };
  }
  if (component.type === TYPE.label) return { type: TYPE.label, id: component.id, component: filled(component.component) };
  return null;
}
