/** Images and files of messages. Only the server's own attachments are loaded. */

import { element, icon } from "./dom.js";
import { link } from "./markdown.js";
import { TEXTS } from "./texts.js";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the path of an attachment of this server, or null for any other URL. */
export function attachmentPath(address) {
  if (!URL.canParse(address, location.href)) return null;
  const { hostname, pathname } = new URL(address, location.href);
  // The server may have had another port when the message was posted.
  const here = hostname === location.hostname || LOOPBACK.includes(hostname);
  return here && pathname.startsWith("/attachments/") ? pathname : null;
}

/** Returns an image with its alternative text; a click enlarges it. */
export function picture({ url, width, height, description, spoiler }) {
  const path = attachmentPath(url);
  if (!path) return elsewhere(url, description);
  const alternative = description || TEXTS.picture;
  const enlarge = () => openViewer(path, alternative);
  const image = element("img", { src: path, alt: alternative, width, height, decoding: "async", click: enlarge });
  const button = element("button", { class: "enlarge", type: "button", "aria-label": TEXTS.enlarge, click: enlarge });
  button.append(icon("expand"));
  const frame = element("div", { class: "picture" }, image, button);
  if (width && height) {
    // The frame has the size of the image before it is loaded, so that the layout does not shift.
    frame.style.setProperty("--width", `${width}px`);
    frame.style.setProperty("--ratio", String(width / height));
  }
  if (spoiler) cover(frame);
  else if (STILL.matches && path.endsWith(".gif")) cover(frame, TEXTS.animation);
  return frame;
}

/** Returns a spoiler: a button that reveals a node. */
export function cover(node, words = TEXTS.spoiler) {
  const content = [...node.childNodes];
  const reveal = () => node.replaceChildren(...content);
  node.replaceChildren(element("button", { class: "covered", type: "button", click: reveal }, words));
}

function elsewhere(url, description) {
  return element("div", { class: "elsewhere" }, element("p", {}, description || TEXTS.elsewhere), link(url, url));
}

/** Returns a media gallery; `items` have url, width, height, description, spoiler. */
export function gallery(items) {
  return element("div", { class: "gallery", dataset: { count: String(items.length) } }, items.map(picture));
}

/** Returns a download link. */
export function file({ url, name, size }) {
  const path = attachmentPath(url);
  const label = name ?? path?.split("/").at(-1) ?? TEXTS.file;
  const target = path ? element("a", { href: path, download: label }, label) : link(url, label);
  return element("p", { class: "file" }, target, size ? element("span", { class: "muted" }, ` ${readableSize(size)}`) : null);
}

function readableSize(bytes) {
  return bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;
}

/** Returns a message's attachments: images as a gallery, others as downloads. */
export function attachments(list) {
  const isPicture = (each) => each.content_type?.startsWith("image/") || Boolean(each.width);
  const pictures = list.filter(isPicture);
  const files = list.filter((each) => !isPicture(each)).map((each) => file({ ...each, name: each.filename }));
  return [pictures.length ? gallery(pictures) : null, ...files];
}

function openViewer(path, alternative) {
  const image = element("img", { src: path, alt: alternative });
  const stage = element("div", {
    class: "viewer-stage", tabindex: "0", role: "group", "aria-label": TEXTS.fullSize,
    click: (event) => zoom(stage, image, event),
    keydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), zoom(stage, image)),
  }, image);
  const close = element("button", { class: "icon-button", type: "button", "aria-label": TEXTS.close }, icon("close"));
  const described = alternative === TEXTS.picture ? null : element("p", { class: "viewer-text", tabindex: "0" }, alternative);
  const viewer = element("dialog", { class: "viewer", "aria-label": TEXTS.picture }, close, stage, described);
  close.addEventListener("click", () => viewer.close());
  viewer.addEventListener("click", (event) => event.target === viewer && viewer.close());
  viewer.addEventListener("close", () => viewer.remove());
  document.body.append(viewer);
  viewer.showModal();
}

/** Toggles full size; the clicked point stays visible. */
function zoom(stage, image, press) {
  const before = image.getBoundingClientRect();
  // An image that fits is centred in its box.
  const scale = Math.min(before.width / image.naturalWidth, before.height / image.naturalHeight);
  const from = (length, natural) => (length - natural * scale) / 2;
  const x = press ? (press.clientX - before.left - from(before.width, image.naturalWidth)) / scale : 0;
  const y = press ? (press.clientY - before.top - from(before.height, image.naturalHeight)) / scale : 0;
  if (!stage.classList.toggle("full")) return;
  const after = image.getBoundingClientRect();
  const frame = stage.getBoundingClientRect();
  stage.scrollBy(after.left + x - frame.left - frame.width / 2, after.top + y - frame.top - frame.height / 2);
}
