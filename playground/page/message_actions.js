/** What a person does with a message: reactions and pins; and the local answer to a command that failed. */

import { EPHEMERAL } from "./session.js";

/** Adds the person's reaction to a message, or removes it. A failure is shown below the message. */
export function react(session, message, emoji, isWanted) {
  const name = encodeURIComponent(emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name);
  return change(session, message, isWanted, `messages/${message.id}/reactions/${name}/@me`);
}

/** Pins a message, or unpins it. A failure is shown below the message. */
export function pin(session, message, isWanted) {
  return change(session, message, isWanted, `messages/pins/${message.id}`);
}

async function change(session, message, isWanted, path) {
  const whole = `/api/v10/channels/${message.channel_id}/${path}`;
  try {
    await (isWanted ? session.api.put(whole) : session.api.delete(whole));
    session.failures.delete(message.id);
  } catch (error) {
    session.failures.set(message.id, error.message);
  }
  session.onChange("pending", message.id);
}

/** Returns the message that only this window shows in place of the bot's response. */
export function localAnswer(session, command, { channelId, nonce, words }) {
  return {
    id: nonce,
    local: true,
    channel_id: channelId,
    author: session.users.get(command.applicationId) ?? { id: command.applicationId, username: "Bot", bot: true },
    content: words,
    flags: EPHEMERAL,
    timestamp: new Date().toISOString(),
    interaction_metadata: { user: session.person, name: command.path },
  };
}
