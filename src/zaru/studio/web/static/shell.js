// @ts-check
// What all views share: data of the page, words, requests that change something, conflicts.

/**
 * What the server wrote into the page for its scripts.
 * @returns {any}
 */
export function readData() {
  return JSON.parse(document.querySelector("#data")?.textContent ?? "{}");
}

/**
 * Return what says the words of a view: those in #words, with values in their places.
 * @returns {(name: string, values?: Record<string, string | number>) => string}
 */
export function readWords() {
  /** @type {Record<string, string>} */
  const words = JSON.parse(document.querySelector("#words")?.textContent ?? "{}");
  return (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (_, key) => {
    const value = values[key];
    return typeof value === "number" ? value.toLocaleString("en") : value;
  });
}

/** An answer of the server that is not the one asked for. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Ask the server; throws a Refusal. A conflict is also shown, with the way out of it.
 * @param {string} address
 * @param {object} [body] sent as JSON: something is to be changed
 * @returns {Promise<any>}
 */
export async function ask(address, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(address, { credentials: "same-origin", ...options });
  } catch (error) {
    throw say(new Refusal(0, String(error)));
  }
  if (response.ok) return response.json();
  const message = await response.json().then((told) => told.error.message, () => response.statusText);
  if (response.status === 409) showConflict();
  throw say(new Refusal(response.status, message));
}

/**
 * Let a refusal, which the person was told, be the end of some work.
 * @param {Promise<unknown>} work
 */
export function settle(work) {
  work.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/**
 * Tell the person, also the one who listens to the page; an error stays until the next words.
 * @template {string | Refusal} Said
 * @param {Said} said
 * @returns {Said}
 */
export function say(said) {
  const status = document.querySelector("#status");
  if (status) {
    status.textContent = typeof said === "string" ? said : said.message;
    status.classList.toggle("wrong", typeof said !== "string");
  }
  return said;
}

function showConflict() {
  const dialog = document.querySelector("#conflict");
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

document.querySelector("#conflict-load")?.addEventListener("click", () => location.reload());
document.querySelector("#who")?.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement) event.target.form?.requestSubmit();
});
