/** The languages of a person and of a server. */

import { disc, element, freshId } from "./dom.js";
import { openForm } from "./form_dialog.js";
import { Select } from "./select.js";
import { displayName } from "./session.js";
import { TEXTS } from "./texts.js";

const LANGUAGES = {
  "en-US": "English (US)", de: "Deutsch", fr: "Français", "es-ES": "Español", "pt-BR": "Português (Brasil)", ja: "日本語",
};

/** Returns a menu of languages, each in its own name. */
function languageSelect(locale, settings) {
  const options = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label, default: value === locale }));
  // Another program can set a language that is not listed.
  return new Select({ placeholder: locale, options, ...settings });
}

/** Renders the menu of a person's language; `choose(locale)` is called for a new one. */
export function renderLanguage(session, choose) {
  const label = TEXTS.languageOf(displayName(session.person));
  const onChoose = ([locale]) => locale !== session.locale && choose(locale);
  const owner = disc(session.person, displayName(session.person));
  owner.title = label;
  return [owner, languageSelect(session.locale, { label, onChoose }).node];
}

/** Opens the settings of a server: whether it is a community, and the language of a community. Throws ApiError. */
export async function openServerSettings(session, guildId) {
  const guild = await session.api.get(`/api/v10/guilds/${guildId}`);
  const box = element("input", { id: freshId("community"), type: "checkbox", change: show });
  const note = element("p", { class: "subtext" }, TEXTS.communityNote);
  const select = languageSelect(guild.preferred_locale, { label: TEXTS.language, inForm: true, onChoose: () => {} });
  const language = element("div", { class: "modal-part" }, element("span", { "aria-hidden": "true" }, TEXTS.language), select.node);
  box.checked = guild.features.includes("COMMUNITY");
  show();
  openForm({
    title: guild.name,
    parts: [
      element("div", { class: "modal-part beside" }, box, element("div", {}, element("label", { for: box.id }, TEXTS.community), note)),
      language,
    ],
    button: TEXTS.save,
    act: () => session.api.put(`/playground/guilds/${guildId}/community`, {
      community: box.checked, preferred_locale: select.values[0] ?? guild.preferred_locale,
    }),
  });

  function show() {
    language.hidden = !box.checked;
  }
}
