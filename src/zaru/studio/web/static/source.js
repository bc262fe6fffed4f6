// @ts-check
// From a block, field, article or sentence to its bytes in the file, and from a byte back.

import { Frame } from "./frame.js";
import { ask, readData, settle } from "./shell.js";

/** @typedef {{kind: string, name: string, text: string, span: [number, number]}} Use */
/** @typedef {[string, boolean][]} Pieces */

const data = readData();
/** @type {Use[]} */
const uses = data.uses;
const frame = new Frame(/** @type {HTMLIFrameElement} */ (document.querySelector("#frame")));
const cells = /** @type {HTMLElement} */ (document.querySelector("#cells"));
const place = /** @type {HTMLElement} */ (document.querySelector("#bytes-place"));
const here = /** @type {HTMLElement} */ (document.querySelector("#uses-here"));

/**
 * Show bytes, and all that uses one of them.
 * @param {[number, number]} span
 * @param {number | null} chosen the use that was asked for
 */
async function showBytes(span, chosen) {
  const found = await ask(`/api/v1/studio/pages/${data.page}/bytes?span=${span[0]},${span[1]}`);
  place.textContent = `${span[0].toLocaleString()} + ${span[1].toLocaleString()}`;
  cells.replaceChildren();
  found.cells.forEach((/** @type {any} */ cell, /** @type {number} */ number) => {
    if (found.gap && number === found.gap) cells.append(makeGap(found.left_out));
    cells.append(makeCell(cell));
  });
  const numbers = chosen === null ? found.uses : [chosen, ...found.uses.filter((/** @type {number} */ n) => n !== chosen)];
  here.replaceChildren(...numbers.map(makeUse));
  for (const button of document.querySelectorAll(".uses .use")) {
    const isHere = Number(button.getAttribute("data-number")) === (chosen ?? numbers[0]);
    if (isHere) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  frame.go(chosen ?? numbers[0] ?? null);
  history.replaceState(null, "", `?span=${span[0]},${span[1]}`);
}

/**
 * @param {[number, number]} span
 * @param {number | null} chosen
 */
const show = (span, chosen) => settle(showBytes(span, chosen));

/** @param {number} bytes */
function makeGap(bytes) {
  const row = document.createElement("li");
  row.className = "gap";
  row.textContent = `… ${bytes.toLocaleString()} …`;
  return row;
}

/** @param {{offset: number, codes: Pieces, characters: Pieces}} cell */
function makeCell(cell) {
  const row = document.createElement("li");
  row.append(makeText("offset", String(cell.offset)), makePieces("codes", cell.codes, "button"), makePieces("characters", cell.characters, "span"));
  row.querySelectorAll(".codes > *").forEach((code, number) => {
    code.setAttribute("aria-label", `${code.textContent}, byte ${cell.offset + number}`);
    code.addEventListener("click", () => show([cell.offset + number, 1], null));
  });
  return row;
}

/**
 * @param {string} name
 * @param {string} text
 */
function makeText(name, text) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

/**
 * @param {string} name
 * @param {Pieces} pieces
 * @param {"span" | "button"} tag
 */
function makePieces(name, pieces, tag) {
  const made = makeText(name, "");
  for (const [text, isChosen] of pieces) {
    const piece = document.createElement(tag);
    if (piece instanceof HTMLButtonElement) piece.type = "button";
    piece.textContent = text;
    piece.classList.toggle("chosen", isChosen);
    made.append(piece);
  }
  return made;
}

/** @param {number} number */
function makeUse(number) {
  const use = uses[number];
  const row = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "use";
  button.append(makeText("role", `${use.kind} ${use.name}`), ` ${use.text.slice(0, 160)}`);
  button.addEventListener("click", () => show(use.span, number));
  row.append(button);
  return row;
}

for (const button of document.querySelectorAll(".uses .use")) {
  const number = Number(button.getAttribute("data-number"));
  button.addEventListener("click", () => show(uses[number].span, number));
}
frame.onPick = (/** @type {number} */ number) => show(uses[number].span, number);
document.querySelector("#go")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const offset = Number(/** @type {HTMLInputElement} */ (document.querySelector("#offset")).value);
  show([offset, 1], null);
});
frame.ready.then(() => {
  if (!data.span) return;
  const number = uses.findIndex((use) => use.span[0] === data.span[0] && use.span[1] === data.span[1]);
  show(data.span, number < 0 ? null : number);
});
