/** Building blocks for the document: elements, icons, and replacing what a node holds. */

const SHAPES = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  send: "M5 12h13M12 5l7 7-7 7",
  expand: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  down: "M6 9l6 6 6-6",
  check: "M5 13l4 4 10-10",
  outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M4 15h16",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  settings: "M4 7h9M19 7h1M16 4v6M4 17h1M11 17h9M8 14v6",
  pin: "M12 16v5M8 4h8l-1 6 3 3v3H6v-3l3-3z",
  thread: "M6 4v7a4 4 0 0 0 4 4h9M15 11l4 4-4 4",
};

/**
 * Returns a new element. Attributes that are null, undefined or false are left out, `true` is written empty, functions
 * become listeners of the event they are named after, `dataset` and `properties` are assigned; strings become text.
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "dataset" || name === "properties") assign(name === "dataset" ? node.dataset : node, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function assign(target, values) {
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== undefined) target[name] = value;
}

/** Returns a decorative line drawing in the colour of the text around it. */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", SHAPES[name]);
  drawing.append(path);
  return drawing;
}

let identifiers = 0;

/** Returns a unique element id. */
export function freshId(prefix) {
  identifiers += 1;
  return `${prefix}-${identifiers}`;
}

/** Returns a disc with the first letter of a name, in a colour that belongs to the user. */
export function disc(user, name) {
  const node = element("span", { class: "disc", "aria-hidden": "true" }, [...name.trim()][0]?.toUpperCase() ?? "?");
  // Neighbouring ids must not get neighbouring colours, hence the golden angle.
  node.style.setProperty("--hue", String(Math.round(Number(BigInt(user.id) % 997n) * 137.508) % 360));
  return node;
}
