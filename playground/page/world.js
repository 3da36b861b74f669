/** What a person's session fetches when it connects: servers, channels, people, roles and commands. */

import { flatten } from "./commands.js";

/** Fetches what a person sees, with commands in their language. Throws ApiError. */
export async function fetchWorld(api, locale) {
  const guilds = await api.get("/api/v10/users/@me/guilds");
  const [status, direct, ...parts] = await Promise.all([
    api.get("/playground/status"),
    api.get("/api/v10/users/@me/channels"),
    ...guilds.map(({ id }) => fetchGuild(api, id)),
  ]);
  const world = { guilds, botOnline: status.bot_online, channels: [...direct], users: [], roles: [], commands: new Map() };
  for (const [place, { channels, threads, members, index, roles }] of parts.entries()) {
    const guild = guilds[place];
    world.channels.push(...[...channels, ...threads.threads].map((channel) => ({ guild_id: guild.id, ...channel })));
    world.users.push(...members.map(({ user }) => user));
    guild.hasBot = members.some(({ user }) => user.bot);
    // Everybody has the role with the guild's own id, so it is no choice.
    world.roles.push(...roles.filter(({ id }) => id !== guild.id).map((role) => ({ ...role, guild_id: guild.id })));
    world.commands.set(guild.id, flatten(index.application_commands, locale));
  }
  return world;
}

async function fetchGuild(api, id) {
  const paths = ["channels", "threads/active", "members?limit=1000", "application-command-index", "roles"];
  const [channels, threads, members, index, roles] = await Promise.all(
    paths.map((path) => api.get(`/api/v10/guilds/${id}/${path}`)),
  );
  return { channels, threads, members, index, roles };
}
