/** Requests to the playground's server, made as one person. */

import { TEXTS } from "./texts.js";

/** A request that was rejected (HTTP `status`) or got no response (`status` 0); the message is shown to the person. */
export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** HTTP client of the server; `personId` is null until a person is selected. */
export class Api {
  constructor(personId = null) {
    this.personId = personId;
  }

  get(path) {
    return this.#request("GET", path);
  }

  /** Posts an object, with files as Discord takes them. */
  post(path, body, files = []) {
    return this.#request("POST", path, body, files);
  }

  put(path, body) {
    return this.#request("PUT", path, body);
  }

  delete(path) {
    return this.#request("DELETE", path);
  }

  async #request(method, path, body, files = []) {
    const headers = {};
    if (this.personId) headers["X-Person"] = this.personId;
    if (body !== undefined && !files.length) headers["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(path, { method, headers, body: encode(body, files) });
    } catch {
      throw new ApiError(0, TEXTS.unreachable);
    }
    const answer = await response.json().catch(() => null);
    if (!response.ok) throw new ApiError(response.status, describe(answer) ?? `${response.status}`);
    return answer;
  }
}

function encode(body, files) {
  if (!files.length) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  form.set("payload_json", JSON.stringify(body));
  files.forEach((file, number) => form.set(`files[${number}]`, file, file.name));
  return form;
}

/** Returns the most specific message of a Discord error body. */
function describe(body) {
  return firstDetail(body?.errors) ?? body?.message ?? null;
}

function firstDetail(node) {
  if (!node || typeof node !== "object") return null;
  if (Array.isArray(node._errors)) return node._errors[0]?.message ?? null;
  for (const child of Object.values(node)) {
    const detail = firstDetail(child);
    if (detail) return detail;
  }
  return null;
}
