/** Commands, slash commands with sub-commands flattened to paths such as "monster place". */

export const OPTION = {
  subcommand: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10,
  file: 11,
};
export const KIND = { slash: 1, user: 2, message: 3 };

// Discord's replacements for a language without a translation.
const FALLBACKS = { "en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES" };

/** Returns a name or description in a language, the default one if there is no translation. */
function localized(part, key, locale) {
  const translations = part[`${key}_localizations`];
  return translations?.[locale] ?? translations?.[FALLBACKS[locale]] ?? part[key];
}

/** Returns choices with their names in a language. */
export function localizedChoices(choices, locale) {
  return choices?.map((choice) => ({ ...choice, name: localized(choice, "name", locale) }));
}

function localizedOption(option, locale) {
  const description = localized(option, "description", locale);
  const label = localized(option, "name", locale);
  return { ...option, label, description, choices: localizedChoices(option.choices, locale) };
}

/**
 * One command path, whose `label`, `description` and options' labels are in a language. `data(options)` returns the body that
 * Discord's client sends, with the default names.
 */
class Command {
  constructor(root, steps, leaf, locale) {
    this.id = root.id;
    this.applicationId = root.application_id;
    this.path = [root, ...steps].map((step) => step.name).join(" ");
    this.label = [root, ...steps].map((step) => localized(step, "name", locale)).join(" ");
    this.description = localized(leaf, "description", locale);
    this.root = root;
    this.steps = steps;
    const options = (leaf.options ?? []).map((option) => localizedOption(option, locale));
    this.options = [...options.filter((option) => option.required), ...options.filter((option) => !option.required)];
  }

  data(options) {
    const nested = this.steps.toReversed().reduce((inner, { type, name }) => [{ type, name, options: inner }], options);
    return { id: this.id, name: this.root.name, type: KIND.slash, version: this.root.version, options: nested };
  }

  /** Returns the body for a message or user with this id. */
  dataOn(targetId) {
    return { id: this.id, name: this.root.name, type: this.root.type, version: this.root.version, target_id: targetId };
  }
}

/** Returns every usable path of the registered commands in a language, in alphabetical order. */
export function flatten(registered, locale) {
  const commands = registered.flatMap((root) => descend(root, [], root, locale));
  return commands.sort((one, other) => one.label.localeCompare(other.label));
}

function descend(root, steps, node, locale) {
  const inner = (node.options ?? []).filter(({ type }) => type === OPTION.subcommand || type === OPTION.group);
  if (!inner.length) return [new Command(root, steps, node, locale)];
  return inner.flatMap((child) => descend(root, [...steps, child], child, locale));
}

/** Returns the commands that are offered in a place: "server", "direct", or "elsewhere", a server without the bot. */
export function offeredIn(commands, place) {
  return commands.filter(({ root }) => {
    const { contexts, integration_types: installs } = root;
    if (root.guild_id && place !== "server") return false;
    if (place === "direct") return root.dm_permission !== false && (!contexts || contexts.includes(1));
    return (installs ?? [0]).includes(place === "elsewhere" ? 1 : 0) && (!contexts || contexts.includes(0));
  });
}

/** Returns the commands for what was typed after the slash: those that start with it, then those that contain it. */
export function search(commands, typed) {
  const query = typed.trim().toLowerCase();
  const names = ({ label, path }) => [label, path];
  const starts = commands.filter((command) => names(command).some((name) => name.startsWith(query)));
  const contains = commands.filter((command) => names(command).some((name) => name.includes(query)));
  return [...starts, ...contains.filter((command) => !starts.includes(command))];
}
