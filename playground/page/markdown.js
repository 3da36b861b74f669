/** Discord's markdown as document nodes. Nothing here ever parses HTML. */

import { element } from "./dom.js";
import { customEmoji } from "./emoji.js";
import { timestamp } from "./timestamps.js";
import { TEXTS } from "./texts.js";

const FENCE = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/g;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const ITEM = /^(\s*)(?:[-*]|(\d{1,9})\.)\s+(.+)$/;
const DEEPEST = 12;

const PAIRS = [
  ["**", "strong"],
  ["__", "u"],
  ["~~", "s"],
  ["||", "spoiler"],
  ["*", "em"],
  ["_", "em"],
];

/**
 * Returns nodes for a text. `context` knows names: `user(id)`, `role(id)`, `channel(id)`, `openChannel(id)`, `useCommand(path)`, `me`.
 */
export function markdown(text, context) {
  const nodes = [];
  let position = 0;
  for (const match of text.matchAll(FENCE)) {
    nodes.push(...blocks(text.slice(position, match.index).replace(/\n$/, ""), context));
    nodes.push(element("pre", { tabindex: "0" }, element("code", {}, match[2])));
    position = match.index + match[0].length;
    if (text[position] === "\n") position += 1;
  }
  nodes.push(...blocks(text.slice(position), context));
  return nodes;
}

function blocks(text, context) {
  if (!text) return [];
  const lines = text.split("\n");
  const nodes = [];
  let place = 0;
  const take = (matches) => {
    const start = place;
    while (place < lines.length && matches(lines[place])) place += 1;
    return lines.slice(start, place);
  };
  const isBlock = (line) => /^(?:>>> |> )/.test(line) || HEADING.test(line) || SUBTEXT.test(line) || ITEM.test(line);
  while (place < lines.length) {
    const line = lines[place];
    if (line.startsWith(">>> ")) {
      const rest = [line.slice(4), ...lines.slice(place + 1)].join("\n");
      nodes.push(element("blockquote", {}, blocks(rest, context)));
      return nodes;
    }
    if (line.startsWith("> ")) {
      const quoted = take((each) => each.startsWith("> ")).map((each) => each.slice(2));
      nodes.push(element("blockquote", {}, blocks(quoted.join("\n"), context)));
    } else if (HEADING.test(line)) {
      const [, marks, words] = line.match(HEADING);
      // One heading level for all three sizes, because no level may be skipped.
      nodes.push(element("h3", { class: `size-${marks.length}` }, inline(words, context)));
      place += 1;
    } else if (SUBTEXT.test(line)) {
      nodes.push(element("p", { class: "subtext" }, inline(line.match(SUBTEXT)[1], context)));
      place += 1;
    } else if (ITEM.test(line)) nodes.push(...lists(take((each) => ITEM.test(each)), context));
    else nodes.push(element("p", {}, inline(take((each) => !isBlock(each)).join("\n"), context)));
  }
  return nodes;
}

/** Returns the lists of consecutive items; a change between bullets and numbers starts a new list. */
function lists(lines, context) {
  const [, indent, number] = lines[0].match(ITEM);
  const changes = (line) => {
    const [, depth, digits] = line.match(ITEM);
    return depth.length <= indent.length && Boolean(digits) !== Boolean(number);
  };
  const end = lines.findIndex(changes);
  if (end < 0) return [list(lines, context)];
  return [list(lines.slice(0, end), context), ...lists(lines.slice(end), context)];
}

function list(lines, context) {
  const items = lines.map((line) => line.match(ITEM));
  const [, indent, number] = items[0];
  const node = element(number ? "ol" : "ul", { start: number });
  for (let place = 0; place < items.length; ) {
    const entry = element("li", {}, inline(items[place][3], context));
    const first = place + 1;
    for (place = first; place < items.length && items[place][1].length > indent.length; ) place += 1;
    if (place > first) entry.append(...lists(lines.slice(first, place), context));
    node.append(entry);
  }
  return node;
}

/** Returns nodes for text within a line. */
export function inline(text, context, depth = 0) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(plain);
    plain = "";
  };
  for (let place = 0; place < text.length; ) {
    const found = depth < DEEPEST && special(text, place, context, depth);
    if (!found) {
      plain += text[place];
      place += 1;
    } else if (typeof found.node === "string") {
      plain += found.node;
      place += found.length;
    } else {
      flush();
      nodes.push(found.node);
      place += found.length;
    }
  }
  flush();
  return nodes;
}

function special(text, place, context, depth) {
  const letter = text[place];
  const rest = () => text.slice(place);
  if (letter === "\\") {
    const escaped = text[place + 1];
    return escaped && /[^\sA-Za-z0-9]/.test(escaped) ? { node: escaped, length: 2 } : null;
  }
  if (letter === "`") return code(rest());
  if (letter === "<") return angle(rest(), context);
  if (letter === "[") return maskedLink(rest(), context, depth);
  if (letter === "h") return bareLink(text, place);
  if (letter === "@") return everyone(rest());
  return pair(text, place, context, depth);
}

function code(rest) {
  const match = rest.match(/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/);
  return match && { node: element("code", {}, match[2].trim() || match[2]), length: match[0].length };
}

function pair(text, place, context, depth) {
  for (const [mark, tag] of PAIRS) {
    if (!text.startsWith(mark, place)) continue;
    const end = closing(text, place, mark);
    if (end < 0) continue;
    const inner = inline(text.slice(place + mark.length, end), context, depth + 1);
    const node = tag === "spoiler" ? spoiler(inner) : element(tag, {}, inner);
    return { node, length: end + mark.length - place };
  }
  return null;
}

/** Returns the index of the closing mark for the one at `place`, or -1. */
function closing(text, place, mark) {
  const start = place + mark.length;
  const single = mark.length === 1;
  if (single && (!text[start] || /\s/.test(text[start]))) return -1;
  // Underscores in words such as snake_case are no marks.
  if (mark === "_" && /\w/.test(text[place - 1] ?? " ")) return -1;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === "\\") end += 1;
    else if (single && text.startsWith(mark + mark, end)) end += 1;
    else if (text.startsWith(mark, end) && end > start) {
      const after = text[end + mark.length];
      if (after === mark[0] && !single) continue;
      if (single && /\s/.test(text[end - 1])) continue;
      if (mark === "_" && /\w/.test(after ?? " ")) continue;
      return end;
    }
  }
  return -1;
}

function spoiler(inner) {
  const reveal = () => node.replaceWith(element("span", { class: "spoiler revealed" }, inner));
  const node = element("span", {
    class: "spoiler",
    role: "button",
    tabindex: "0",
    "aria-label": TEXTS.spoiler,
    click: reveal,
    keydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), reveal()),
  }, element("span", { class: "spoiler-text" }, inner));
  return node;
}

/** Returns a link that opens beside the page, or its plain text where the address is not http or https. */
export function link(address, ...children) {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return element("span", {}, ...children);
  return element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

function maskedLink(rest, context, depth) {
  const match = rest.match(/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/);
  return match && { node: link(match[2], inline(match[1], context, depth + 1)), length: match[0].length };
}

function bareLink(text, place) {
  if (/\w/.test(text[place - 1] ?? " ")) return null;
  const match = text.slice(place).match(/^https?:\/\/[^\s<]*[^\s<.,:;"')\]*_~|]/);
  return match && { node: link(match[0], match[0]), length: match[0].length };
}

function everyone(rest) {
  const match = rest.match(/^@(?:everyone|here)\b/);
  return match && { node: element("span", { class: "mention" }, match[0]), length: match[0].length };
}

function angle(rest, context) {
  const match = rest.match(/^<(?:@!?(\d+)|@&(\d+)|#(\d+)|\/([^:>]+):(\d+)|t:(-?\d{1,13})(?::([tTdDfFR]))?|(a?):(\w+):(\d+)|(https?:\/\/[^\s>]+))>/);
  if (!match) return null;
  const [whole, user, role, channel, command, , seconds, style, animated, emoji, emojiId, address] = match;
  const length = whole.length;
  if (user) return { node: mention(user, context), length };
  if (role) return { node: element("span", { class: "mention" }, `@${context.role(role)}`), length };
  if (channel) return { node: channelMention(channel, context), length };
  if (command) return { node: commandMention(command, context), length };
  if (seconds) return { node: timestamp(Number(seconds), style ?? "f") ?? whole, length };
  if (emoji) return { node: customEmoji({ id: emojiId, name: emoji, animated: Boolean(animated) }), length };
  return { node: link(address, address), length };
}

function mention(userId, context) {
  return element("span", { class: userId === context.me ? "mention mine" : "mention" }, `@${context.user(userId)}`);
}

function channelMention(channelId, context) {
  const name = context.channel(channelId);
  if (!name) return element("span", { class: "mention" }, "#unknown");
  const open = (event) => {
    event.preventDefault();
    context.openChannel(channelId);
  };
  // A link, because a long name of a button would not wrap.
  return element("a", { class: "mention", href: `#${channelId}`, click: open }, `#${name}`);
}

function commandMention(path, context) {
  const use = () => context.useCommand(path);
  return element("button", { class: "mention", type: "button", click: use }, `/${path}`);
}

/** Returns the plain text, for titles and screen readers. */
export function plainText(text, context) {
  const whole = element("div", {}, markdown(text, context));
  for (const image of whole.querySelectorAll("img")) image.replaceWith(`:${image.alt}:`);
  for (const block of whole.querySelectorAll("p, h3, li, pre")) block.append(" ");
  return whole.textContent.replace(/\s+/g, " ").trim();
}
