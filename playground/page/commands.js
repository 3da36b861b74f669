/** Commands, slash commands with sub-commands flattened to paths such as "monster place". */

export const OPTION = {
  subcommand: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10,
  file: 11,
};
export const KIND = { slash: 1, user: 2, message: 3 };

/** One command path. `data(options)` returns the body that Discord's client sends. */
class Command {
  constructor(root, steps, leaf) {
    this.id = root.id;
    this.applicationId = root.application_id;
    this.path = [root.name, ...steps.map((step) => step.name)].join(" ");
    this.description = leaf.description;
    this.root = root;
    this.steps = steps;
    const options = leaf.options ?? [];
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

/** Returns every usable path of the registered commands, in alphabetical order. */
export function flatten(registered) {
  const commands = registered.flatMap((root) => descend(root, [], root));
  return commands.sort((one, other) => one.path.localeCompare(other.path));
}

function descend(root, steps, node) {
  const inner = (node.options ?? []).filter(({ type }) => type === OPTION.subcommand || type === OPTION.group);
  if (!inner.length) return [new Command(root, steps, node)];
  return inner.flatMap((child) => descend(root, [...steps, child], child));
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
  const starts = commands.filter((command) => command.path.startsWith(query));
  return [...starts, ...commands.filter((command) => !starts.includes(command) && command.path.includes(query))];
}
