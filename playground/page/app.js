/** The application: the selected person, the open channel, and rendering after changes. */

import { Api } from "./api.js";
import { beginning } from "./beginning.js";
import { Composer } from "./composer.js";
import { element, icon } from "./dom.js";
import { openServerSettings, renderLanguage } from "./languages.js";
import { summary } from "./message.js";
import { openPersonMenu } from "./menu.js";
import { MessageList } from "./message_list.js";
import { openModal } from "./modal.js";
import { askName } from "./naming.js";
import { openPins } from "./pins.js";
import { Session, displayName, isEphemeral, isLoading } from "./session.js";
import { DIRECT, channelName, channelsOf, hasServerList, placeOf, renderPeople, renderServers, renderSidebar } from "./sidebar.js";
import { TEXTS } from "./texts.js";

const LONGEST_NAME = 32;
// A bot of another project has another name, and not the commands of the first steps.
const OWN_BOT = "Hexcade";
const RETRY_DELAY_MS = 2000;
// The first people get a session at once, so that the switcher shows whose turn it is.
const INITIAL_SESSIONS = 4;

const part = Object.fromEntries(
  ["sidebar", "servers", "channels", "language", "scrim", "main", "menu", "title", "pins", "people", "banner", "scroller", "messages", "beginning", "pill", "composer", "announcer", "skip"]
    .map((id) => [id, document.getElementById(id)]),
);

const sessions = new Map();
let people = [];
let session = null;
let channel = null;
// The server whose channels are listed, or the direct messages.
let place = null;
let scheduled = false;

const names = {
  get me() {
    return session.person.id;
  },
  user: (id) => session.name(id),
  role: (id) => session.roles.get(id)?.name ?? id,
  channel: (id) => session.channels.get(id)?.name,
  openChannel,
  useCommand: (path) => composer.begin(path),
};

const composer = new Composer(part.composer);
const list = new MessageList(
  { scroller: part.scroller, list: part.messages, beginning: part.beginning, pill: part.pill },
  {
    context: () => ({ session, names, openChannel, press: (message, component, values) => session.press(message, component, values) }),
    onBottom: markRead,
    renderBeginning,
  },
);

function sessionOf(person) {
  if (!sessions.has(person.id)) {
    const created = new Session(person, (kind, ...details) => changed(created, kind, ...details));
    sessions.set(person.id, created);
  }
  return sessions.get(person.id);
}

/** Selects a person; earlier sessions stay connected, so that switching back is instant. */
function become(person) {
  session?.noticed.clear();
  session = sessionOf(person);
  const address = new URL(location.href);
  address.searchParams.set("person", person.id);
  history.replaceState(null, "", address);
  drawPeople();
  drawLanguage();
  drawBanner();
  if (session.ready) openChannel(channel?.id);
  else closeChannel();
}

/** Opens a channel, at a message if its id follows a slash: the given one, or the one in the URL, or the first for null. */
async function openChannel(wanted = location.hash.slice(1)) {
  const [id, messageId] = (wanted ?? "").split("/");
  const source = session;
  // An archived thread is not in the list, but the server has it.
  const known = source.channels.get(id);
  if (!known) closeChannel();
  const wished = known ?? (id ? await source.lookUp(id) : null);
  const found = wished ?? firstChannel();
  if (found && source === session) show(found, { messageId });
}

/** Disables input until the new person's session is ready, so that nothing is sent as the previous person. */
function closeChannel() {
  list.close();
  composer.close();
}

function show(wished, { keepsDrawer = false, messageId } = {}) {
  const isOpen = messageId && list.session === session && list.channel?.id === wished.id;
  channel = wished;
  place = placeOf(channel);
  session.opened.set(place, channel.id);
  const address = new URL(location.href);
  address.hash = channel.id;
  history.replaceState(null, "", address);
  part.title.textContent = channelName(channel, session);
  if (!keepsDrawer) closeDrawer();
  if (isOpen) return list.showMessage(messageId);
  list.open(session, channel);
  composer.open(session, channel);
  const shown = session.show(channel.id);
  if (messageId) Promise.resolve(shown).then(() => list.channel?.id === wished.id && list.showMessage(messageId));
  drawSidebar();
}

/** Returns the first channel of the place that is shown, or of all. */
function firstChannel() {
  return channelsOf(session, place)[0] ?? session.guilds.flatMap(({ id }) => channelsOf(session, id))[0];
}

/** Goes to a server, or to the direct messages: to the channel that was open there last. An open drawer stays. */
function enter(wished) {
  const before = session.channels.get(session.opened.get(wished));
  const direct = [...session.channels.values()].find((each) => placeOf(each) === DIRECT);
  const found = before ?? (wished === DIRECT ? direct : channelsOf(session, wished)[0]);
  if (found) show(found, { keepsDrawer: true });
  else if (wished === DIRECT) openDirect();
  else {
    place = wished;
    drawSidebar();
  }
}

function changed(source, kind, id, detail) {
  if (kind === "people") addPeople(source);
  if (source !== session) {
    if (kind === "channels") drawPeopleSoon();
    return;
  }
  if (kind === "ready") openAgain();
  else if (kind === "connection") connectionChanged();
  else if (kind === "bot") {
    connectionChanged();
    composer.commandsChanged();
  }
  else if (kind === "channels") drawSoon();
  else if (kind === "gone") leaveGone(id, detail);
  else if (kind === "commands") composer.commandsChanged();
  else if (kind === "locale") drawLanguage();
  else if (kind === "modal") openModal(id, session, names);
  else if (kind === "pending") list.updatePending(id);
  else if (list.session !== session || id !== channel?.id) return;
  else if (kind === "messages") list.update();
  else if (kind === "message") messageChanged(detail);
}

/** Leaves the open channel after it was deleted. */
function leaveGone(channelId, parentId) {
  if (channelId === channel?.id) openChannel(parentId);
}

/** After a (re)connection, when the session has fetched its state: fetches the open channel too. */
function openAgain() {
  drawPeople();
  drawLanguage();
  if (channel && list.session === session && session.channels.has(channel.id)) {
    channel = session.channels.get(channel.id);
    session.show(channel.id);
    drawSidebar();
  } else openChannel(channel?.id);
  drawBanner();
  people.slice(0, INITIAL_SESSIONS).forEach(sessionOf);
}

function connectionChanged() {
  drawBanner();
  // A rejected WebSocket has no error status, a request has.
  const refused = ({ status }) => status === 401 && stop();
  if (session.connection === "lost") session.api.get("/playground/status").catch(refused);
}

function messageChanged({ type, before, after }) {
  list.update();
  if (!after || isLoading(after)) return;
  const arrived = type === "MESSAGE_CREATE" || (before && isLoading(before));
  // A new page of an ephemeral message, or an update of the focused card, is announced like a new message.
  if (arrived || list.isAtControlOf(after.id) || isEphemeral(after)) part.announcer.textContent = summary(after, names);
  if (!arrived) return;
  const me = session.person.id;
  const isAnswer = isEphemeral(after) && after.interaction_metadata?.user?.id === me;
  if (isAnswer) list.goOnWithin(after);
  if (isAnswer || after.author.id === me) list.toBottom();
  else list.announceBelow();
  if (list.atBottom) markRead();
}

function markRead() {
  if (channel && session?.ready && document.visibilityState === "visible" && session.history(channel.id).fresh) {
    session.read(channel.id);
  }
}

async function addPeople(source) {
  people = await source.api.get("/playground/people").catch(() => people);
  drawPeople();
}

/** Renders the sidebar once for several changes at the same time. */
function drawSoon() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    drawSidebar();
  });
}

function drawPeopleSoon() {
  requestAnimationFrame(drawPeople);
}

function drawSidebar() {
  if (!session?.ready) return;
  const { channelId, serverId } = document.activeElement?.dataset ?? {};
  const actions = { open: openChannel, enter, addChannel, openSettings, openDirect, addElsewhere };
  part.servers.hidden = !hasServerList(session);
  part.servers.replaceChildren(...(part.servers.hidden ? [] : renderServers(session, place, actions)));
  part.channels.replaceChildren(...renderSidebar(session, place, channel?.id, actions));
  if (channelId) part.channels.querySelector(`[data-channel-id="${CSS.escape(channelId)}"]`)?.focus();
  if (serverId) part.servers.querySelector(`[data-server-id="${CSS.escape(serverId)}"]`)?.focus();
  const unread = [...session.channels.values()].filter((each) => session.isUnread(each)).length;
  part.menu.classList.toggle("unread", unread > 0);
  document.title = `${unread ? `(${unread}) ` : ""}${channel ? channelName(channel, session) : TEXTS.page} · Hexcade`;
}

function drawPeople() {
  const focused = document.activeElement?.dataset?.personId;
  const noticed = (person) => sessions.get(person.id)?.noticed.size ?? 0;
  part.people.replaceChildren(...renderPeople(people, session?.person, noticed, { become, addPerson, openMenu }));
  if (focused) part.people.querySelector(`[data-person-id="${CSS.escape(focused)}"]`)?.focus();
}

function drawLanguage() {
  part.language.replaceChildren(...(session.ready ? renderLanguage(session, chooseLanguage) : []));
}

async function chooseLanguage(locale) {
  await session.setLocale(locale).catch((error) => composer.complain(error.message));
  drawLanguage();
}

function drawBanner() {
  const isLost = session.connection === "lost";
  if (isLost) {
    const again = () => {
      for (const each of sessions.values()) each.gateway.retryNow();
    };
    const button = element("button", { class: "plain", type: "button", click: again }, TEXTS.tryNow);
    part.banner.replaceChildren(element("span", {}, TEXTS.lost), button);
  } else if (!session.botOnline) part.banner.replaceChildren(TEXTS.offline);
  else part.banner.replaceChildren();
  part.banner.hidden = !part.banner.hasChildNodes();
  part.banner.classList.toggle("lost", isLost);
}

function renderBeginning(messages) {
  const isOwnBot = [...session.users.values()].some((user) => user.bot && user.username === OWN_BOT);
  return beginning(messages, channelName(channel, session), names, isOwnBot ? (path) => composer.begin(path) : null);
}

function openMenu(at, person) {
  return Boolean(session?.ready && channel) && openPersonMenu(at, person, session, channel);
}

function addPerson() {
  const create = async (name) => {
    const person = await session.api.post("/playground/people", { name });
    if (!people.some(({ id }) => id === person.id)) people = [...people, person];
    become(person);
  };
  askName({ title: TEXTS.addPerson, label: TEXTS.nameOfPerson, longest: LONGEST_NAME, create });
}

function addChannel(guildId) {
  const create = async (name) => {
    const created = await session.api.post("/playground/channels", { name, server: guildId });
    session.channels.set(created.id, { ...session.channels.get(created.id), ...created });
    openChannel(created.id);
  };
  askName({ title: TEXTS.addChannel, label: TEXTS.nameOfChannel, longest: 100, create });
}

function openSettings(guildId) {
  return openServerSettings(session, guildId).catch((error) => composer.complain(error.message));
}

function openDirect() {
  return openNew((source) => source.openDirect());
}

function addElsewhere() {
  return openNew(async (source) => {
    const { channels } = await source.api.post("/playground/elsewhere", {});
    for (const each of channels) source.channels.set(each.id, { ...each });
    return channels[0].id;
  });
}

/** Opens the channel that `make(session)` resolves to, unless another person was chosen meanwhile. */
async function openNew(make) {
  const source = session;
  try {
    const id = await make(source);
    if (source === session) openChannel(id);
  } catch (error) {
    composer.complain(error.message);
  }
}

function openDrawer() {
  document.body.classList.add("drawer-open");
  part.scrim.hidden = false;
  part.menu.setAttribute("aria-expanded", "true");
  part.main.inert = true;
  (part.channels.querySelector("[aria-current]") ?? part.sidebar.querySelector("button"))?.focus();
}

function closeDrawer() {
  if (!document.body.classList.contains("drawer-open")) return;
  document.body.classList.remove("drawer-open");
  part.scrim.hidden = true;
  part.menu.setAttribute("aria-expanded", "false");
  part.main.inert = false;
  part.menu.focus();
}

/**
 * Alt with an arrow goes to the next channel, Alt with P to the next person, Escape closes the drawer, and plain typing
 * lands in the composer.
 */
function pressed(event) {
  if (document.querySelector("dialog[open]")) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.altKey && step) {
    const ids = [...part.sidebar.querySelectorAll("[data-channel-id]")].map((node) => node.dataset.channelId);
    openChannel(ids.at((ids.indexOf(channel?.id) + step) % ids.length));
    event.preventDefault();
  } else if (event.altKey && event.code === "KeyP" && session) {
    const place = people.findIndex(({ id }) => id === session.person.id);
    become(people[(place + 1) % people.length]);
    event.preventDefault();
  } else if (event.key === "Escape") closeDrawer();
  else if (document.activeElement === document.body || document.activeElement === part.scroller) {
    const isText = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isText) composer.focus();
  }
}

/** Loads the people; retries until the server is available. */
async function start() {
  try {
    people = await new Api().get("/playground/people");
  } catch (error) {
    if (error.status === 401) stop();
    else setTimeout(start, RETRY_DELAY_MS);
    return;
  }
  const wished = new URL(location.href).searchParams.get("person");
  become(people.find(({ id }) => id === wished) ?? people[0]);
}

/** Shows that the session token is no longer valid; the page stops. */
function stop() {
  for (const each of sessions.values()) each.gateway.close();
  document.title = TEXTS.stopped.title;
  const words = TEXTS.stopped.lines.map((line) => element("p", {}, line));
  document.body.replaceChildren(element("main", {},
    element("div", { class: "stopped", role: "alert" }, element("h1", {}, TEXTS.stopped.title), words)));
}

part.menu.append(icon("menu"));
part.pins.append(icon("pin"));
part.pins.setAttribute("aria-label", TEXTS.pins);
part.pins.setAttribute("title", TEXTS.pins);
part.pins.addEventListener("click", () => session?.ready && channel && openPins(session, channel, names, openChannel));
part.menu.setAttribute("aria-label", TEXTS.channels);
part.sidebar.setAttribute("aria-label", TEXTS.channels);
part.servers.setAttribute("aria-label", TEXTS.servers);
part.people.setAttribute("aria-label", TEXTS.whoYouAre);
part.pill.textContent = TEXTS.newMessages;
part.skip.textContent = TEXTS.skip;
part.scrim.setAttribute("aria-label", TEXTS.closeChannels);
part.menu.addEventListener("click", () => (document.body.classList.contains("drawer-open") ? closeDrawer() : openDrawer()));
part.skip.addEventListener("click", (event) => {
  // The fragment of the URL is the channel's id.
  event.preventDefault();
  composer.focus();
});
part.scrim.addEventListener("click", closeDrawer);
// A wide window has no drawer.
matchMedia("(max-width: 46rem)").addEventListener("change", closeDrawer);
document.addEventListener("keydown", pressed);
document.addEventListener("visibilitychange", () => list.atBottom && markRead());
window.addEventListener("hashchange", () => session?.ready && openChannel());
window.addEventListener("online", () => session?.gateway.retryNow());
start();
