// @ts-check
// The figures of all labels: methods against people, people against each other.

import { ask, readWords } from "./shell.js";

/** @typedef {Record<string, number>} Figures */

const NAMES = ["pages", "precision", "recall", "f_measure", "perfect_match", "same_roles"];
const words = readWords();

/**
 * @param {string} name
 * @param {number} value
 */
function write(name, value) {
  return name === "pages" ? value.toLocaleString("en") : value.toFixed(4);
}

/**
 * @param {HTMLTableRowElement} row
 * @param {Figures} figures
 */
function fill(row, figures) {
  row.querySelectorAll("td").forEach((cell, number) => {
    cell.textContent = figures.pages ? write(NAMES[number], figures[NAMES[number]]) : "–";
  });
}

let turn = 0;

/** @param {string} who */
async function showMethods(who) {
  turn += 1;
  const own = turn;
  const left = document.querySelector("#figures-left");
  for (const row of document.querySelectorAll("#method-figures tbody tr")) {
    if (!(row instanceof HTMLTableRowElement)) continue;
    for (;;) {
      const found = await ask(`/api/v1/studio/content/figures?method=${row.dataset.method}&who=${encodeURIComponent(who)}`);
      if (own !== turn) return;
      fill(row, found);
      if (left) left.textContent = found.left ? words("counting", { left: found.left }) : "";
      if (!found.left) break;
    }
  }
}

/** @param {string} correct */
async function showPeople(correct) {
  const body = document.querySelector("#people-figures tbody");
  const found = await ask(`/api/v1/studio/content/agreement?correct=${encodeURIComponent(correct)}`);
  body?.replaceChildren(...found.people.map((/** @type {any} */ one) => {
    const row = document.createElement("tr");
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = one.who;
    row.append(name, ...NAMES.map(() => document.createElement("td")));
    fill(row, one);
    return row;
  }));
  if (body && !found.people.length) {
    const row = document.createElement("tr");
    const cell = document.createElement("td");
    cell.colSpan = NAMES.length + 1;
    cell.textContent = words("no_agreement");
    row.append(cell);
    body.replaceChildren(row);
  }
}

/**
 * Show something for what is chosen in a list, now and whenever it changes.
 * @param {string} name
 * @param {(chosen: string) => Promise<void>} show
 */
function follow(name, show) {
  const list = document.querySelector(name);
  if (!(list instanceof HTMLSelectElement)) return;
  const run = () => void show(list.value).catch(() => {});
  list.addEventListener("change", run);
  run();
}

follow("#of-whom", showMethods);
follow("#correct", showPeople);
