// @ts-check
// How good a method is against the labels: asked for apart, so that no click waits for it.

import { ask } from "./shell.js";

/** @typedef {{pages: number, precision: number, recall: number, f_measure: number, perfect_match: number}} Figures */

const NAMES = /** @type {const} */ (["precision", "recall", "f_measure", "perfect_match"]);
const PAUSE_MS = 250; // clicks in quick succession are counted once

/**
 * Return what shows the figures anew.
 * @param {string} address
 * @param {(name: string, values?: Record<string, string | number>) => string} say
 */
export function makeFigures(address, say) {
  const method = /** @type {HTMLSelectElement} */ (document.querySelector("#method"));
  const left = /** @type {HTMLElement} */ (document.querySelector("#figures-left"));
  let turn = 0;
  /** @type {number | undefined} */
  let waiting;

  const count = async (/** @type {number} */ own) => {
    const found = await ask(`${address}?method=${method.value}`);
    if (own !== turn) return; // something was labelled meanwhile
    fill("#figures-page", found.page);
    fill("#figures-all", found.all.pages ? found.all : null);
    const name = document.querySelector("#figures-all th");
    if (name) name.textContent = say("all_pages", { pages: found.all.pages });
    left.textContent = found.left ? say("counting", { left: found.left }) : "";
    if (found.left) await count(own);
  };
  const show = (delay = PAUSE_MS) => {
    turn += 1;
    const own = turn;
    clearTimeout(waiting);
    waiting = setTimeout(() => count(own).catch(() => {}), delay);
  };
  method.addEventListener("change", () => show(0));
  return show;
}

/**
 * @param {string} row
 * @param {Figures | null} figures
 */
function fill(row, figures) {
  document.querySelectorAll(`${row} td`).forEach((cell, number) => {
    cell.textContent = figures ? figures[NAMES[number]].toFixed(4) : "–";
  });
}
