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
  const parts = modal.components.map((component) => renderPart(component, inputs, { session, names }));
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
      const components = modal.components.map((component) => answer(component, inputs)).filter(Boolean);
      const { status } = await session.submit(modal, components);
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
  const isGroup = input.field.tagName === "FIELDSET";
  const caption = isGroup ? null : element("label", { for: input.field.id }, label, isRequired(component) ? null : element("span", { class: "muted" }, ` ${TEXTS.optional}`));
  return element("div", { class: "modal-part" }, caption, isGroup ? null : note, input.node, isGroup ? note : null);
}

function isRequired(component) {
  return component.required ?? true;
}

/** Returns {component, node, field, answer(), focus?, problem?} for an interactive component, or null. */
function makeInput(component, label, context) {
  switch (component.type) {
    case TYPE.textInput:
      return textInput(component);
    case TYPE.stringSelect:
    case TYPE.userSelect:
    case TYPE.mentionableSelect:
    case TYPE.channelSelect:
      return selectInput(component, label, context);
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

function selectInput(component, label, { session }) {
  const least = isRequired(component) ? component.min_values ?? 1 : 0;
  const select = new Select({
    customId: component.custom_id, placeholder: component.placeholder, options: selectOptions(component, session),
    least, most: component.max_values ?? 1, disabled: component.disabled, label, onChoose: () => {},
  });
  select.button.id = freshId("field");
  return {
    component, node: select.node, field: select.button,
    answer: () => ({ values: select.values }),
    focus: () => select.button.focus(),
    problem: () => (select.values.length < least ? TEXTS.fill(label) : null),
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
  const field = element("fieldset", { dataset: { customId: component.custom_id } }, element("legend", {}, label), boxes);
  const chosen = () => [...field.querySelectorAll("input:checked")].map((box) => box.value);
  const least = isRequired(component) ? component.min_values ?? 1 : component.min_values ?? 0;
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

/** Returns a top-level component with its submitted value. */
function answer(component, inputs) {
  const filled = (inner) => {
    const input = inputs.find((each) => each.component === inner);
    return input ? { type: inner.type, id: inner.id, custom_id: inner.custom_id, ...input.answer() } : null;
  };
  if (component.type === TYPE.row) {
    return { type: TYPE.row, id: component.id, components: component.components.map(filled).filter(Boolean) };
  }
  if (component.type === TYPE.label) return { type: TYPE.label, id: component.id, component: filled(component.component) };
  return null;
}
