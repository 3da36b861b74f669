/** Timestamps as English text; relative ones are updated with the clock. */

import { element } from "./dom.js";
import { TEXTS } from "./texts.js";

const LOCALE = navigator.language.startsWith("en") ? navigator.language : "en-GB";
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const formats = Object.fromEntries(
  Object.entries(STYLES).map(([style, options]) => [style, new Intl.DateTimeFormat(LOCALE, options)]),
);
const relativeFormat = new Intl.RelativeTimeFormat(LOCALE);
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const DAY = 86400000;

/** Formats a time by Discord's style letter; R is relative ("in 3 minutes"). */
export function formatMoment(date, style) {
  return style === "R" ? relative(date) : formats[style].format(date);
}

function relative(date) {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000);
  const [unit, length] = UNITS.find(([, size], place) => Math.abs(seconds) >= size - half(place + 1)) ?? UNITS.at(-1);
  return relativeFormat.format(Math.round(seconds / length), unit);
}

/** Returns half a unit for rounding, so that 23 hours and 59 minutes are a day. */
function half(place) {
  return (UNITS[place]?.[1] ?? 0) / 2;
}

/** Returns an element for `<t:seconds:style>`, or null if the number is no valid date. */
export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const known = style === "R" || style in formats ? style : "f";
  const attributes = { class: "moment", datetime: date.toISOString(), title: formats.F.format(date) };
  if (known === "R") attributes["data-relative"] = true;
  return element("time", attributes, formatMoment(date, known));
}

/** Returns the clock time of a message, with its date in full as title. */
export function clockTime(iso) {
  const date = new Date(iso);
  return element("time", { class: "clock", datetime: iso, title: formats.F.format(date) }, formats.t.format(date));
}

/** Returns the name of a day: today, yesterday, or its date. */
export function dayName(iso) {
  const date = new Date(iso);
  if (sameDay(date, new Date())) return TEXTS.today;
  if (sameDay(date, new Date(Date.now() - DAY))) return TEXTS.yesterday;
  return formats.D.format(date);
}

/** Returns whether two dates are on the same day. */
export function sameDay(one, other) {
  return one.toDateString() === other.toDateString();
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(new Date(node.dateTime));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);
