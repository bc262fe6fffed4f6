// @ts-check
// Label the content of a page: blocks are toggled, get roles, are saved; by mouse or by keys.

import { makeFigures } from "./figures.js";
import { Frame } from "./frame.js";
import { Labelling } from "./labelling.js";
import { readData, readWords, say } from "./shell.js";
import { bindKeys } from "./shortcuts.js";

/** @typedef {import("./labelling.js").Block} Block */
/** @typedef {import("./labelling.js").Role} Role */

const ROLES = Object.entries({
  title: "1", heading: "2", paragraph: "3", list: "4", table: "5", code: "6", quote: "7",
  caption: "8", date: "9", author: "a", credit: "c",
});
const UNSURE = 0.25; // from here to 1 - it, the extractor could have said either

const data = readData();
const words = readWords();
const address = `/api/v1/studio/pages/${data.page}/content`;
/** @type {Block[]} */
const blocks = data.blocks;
const labelling = new Labelling(address, blocks, data);
const frame = new Frame(/** @type {HTMLIFrameElement} */ (document.querySelector("#frame")));
const showFigures = makeFigures(`${address}/figures`, words);
const list = /** @type {HTMLElement} */ (document.querySelector("#blocks"));
/** @type {HTMLButtonElement[]} */
const rows = blocks.map(makeRow);
let here = -1; // the block that keys are about
let touched = -1; // the block that was labelled last

/** @param {Role} role */
function nameRole(role) {
  return role ? words(`role_${role}`) : words("none");
}

/** @param {Block} block */
function isUnsure(block) {
  return block.score > UNSURE && block.score < 1 - UNSURE;
}

/**
 * @param {Block} block
 * @param {number} number
 */
function makeRow(block, number) {
  const row = document.createElement("li");
  const button = document.createElement("button");
  const role = document.createElement("span");
  const text = document.createElement("span");
  button.type = "button";
  button.className = "use";
  role.className = "role";
  text.dir = "auto";
  text.textContent = block.text;
  button.append(role, " ", text);
  if (isUnsure(block)) {
    const unsure = document.createElement("span");
    unsure.className = "unsure";
    unsure.textContent = words("unsure");
    button.append(" ", unsure);
  }
  // The first click shows the block, the next one does what a click on the page does.
  button.addEventListener("click", () => (number === here ? toggle(number) : go(number)));
  row.append(button);
  list.append(row);
  showRole(button, block.role);
  return button;
}

/**
 * @param {HTMLButtonElement} row
 * @param {Role} role
 */
function showRole(row, role) {
  row.dataset.role = role ?? "";
  /** @type {HTMLElement} */ (row.firstElementChild).textContent = nameRole(role);
}

/** @param {number} number */
function paint(number) {
  const { role } = blocks[number];
  frame.paint(number, role ? [`zaru-is-${role}`] : []);
  showRole(rows[number], role);
}

/** @param {number} number */
function go(number) {
  if (number < 0 || number >= blocks.length) return;
  rows[here]?.removeAttribute("aria-current");
  here = number;
  frame.go(number);
  rows[number].setAttribute("aria-current", "true");
  scrollList(rows[number]);
  showHere();
}

/** Bring a row into the sight of its list, and leave the rest of the panel where it is.
 * @param {HTMLElement} row
 */
function scrollList(row) {
  const seen = list.getBoundingClientRect(), place = row.getBoundingClientRect();
  if (place.top < seen.top) list.scrollTop -= seen.top - place.top + seen.height / 3;
  else if (place.bottom > seen.bottom) list.scrollTop += place.bottom - seen.bottom + seen.height / 3;
}

function showHere() {
  const block = blocks[here];
  const text = document.querySelector("#here");
  if (text) text.textContent = block ? block.text : "";
  for (const button of document.querySelectorAll("#roles button")) {
    const isIts = button.getAttribute("data-command") === `role-${block?.role ?? "none"}`;
    button.setAttribute("aria-pressed", String(Boolean(block) && isIts));
  }
}

/** Show what an answer of the server says of all of the page. */
function showState() {
  const { begun, done, undoes, redoes } = labelling.state;
  const kept = blocks.filter((block) => block.role).length;
  const shown = { "#state": words(done ? "done" : begun ? "begun" : "suggested"), "#kept": words("kept", { kept, all: blocks.length }) };
  for (const [name, text] of Object.entries(shown)) {
    const element = document.querySelector(name);
    if (element) element.textContent = text;
  }
  for (const [name, what] of Object.entries({ undo: undoes, redo: redoes })) {
    const button = document.querySelector(`[data-command="${name}"]`);
    if (button instanceof HTMLButtonElement) button.disabled = what === null;
    button?.setAttribute("title", what ?? "");
  }
}

/**
 * Give one role to blocks; the role undefined stands for each one's own.
 * @param {number[]} numbers
 * @param {Role | undefined} role
 */
function label(numbers, role) {
  const roles = new Map(numbers.map((number) => [number, role === undefined ? blocks[number].guess : role]));
  const [first] = numbers;
  const text = blocks[first].text.slice(0, 40);
  const one = role === null ? words("is_none", { text }) : words("is", { role: nameRole(roles.get(first) ?? null), text });
  touched = numbers[numbers.length - 1];
  labelling.label(roles, numbers.length > 1 ? words("many", { count: numbers.length }) : one);
}

/** @param {number} number */
function toggle(number) {
  if (number < 0) return;
  const { role } = blocks[number];
  if (role) blocks[number].guess = role; // toggled again it is what it was
  label([number], role ? null : undefined);
}

/** Give all blocks from the one that was labelled last to this one what that one has. */
function fill() {
  if (here < 0 || touched < 0) return;
  const first = Math.min(here, touched), last = Math.max(here, touched);
  const numbers = blocks.map((_, number) => number).slice(first, last + 1);
  label(numbers, blocks[touched].role ? undefined : null);
}

function goToUnsure() {
  const found = blocks.findIndex((block, number) => number > here && isUnsure(block));
  go(found >= 0 ? found : blocks.findIndex(isUnsure));
}

async function save() {
  const next = await labelling.finish(words("done"));
  say(words("saved"));
  location.assign(next ? `/studio/pages/${next}/content` : "/studio/content");
}

/** @param {"undo" | "redo"} way */
async function turn(way) {
  await labelling.last;
  const what = way === "undo" ? labelling.state.undoes : labelling.state.redoes;
  if (what === null) {
    say(words(`no_${way}`));
    return;
  }
  await labelling.turn(way);
  say(words(way === "undo" ? "undone" : "redone", { words: what }));
}

/** What is refused was told already. */
function quietly(/** @type {() => Promise<void>} */ run) {
  return () => void run().catch(() => {});
}

const roleCommands = [...ROLES, ["none", "0"]].map(([role, key]) => ({
  name: `role-${role}`, key, list: "#roles", words: nameRole(role === "none" ? null : role),
  run: () => here >= 0 && label([here], role === "none" ? null : role),
}));
const commands = [
  { name: "next", key: "j", words: words("next_block"), run: () => go(here + 1) },
  { name: "previous", key: "k", words: words("previous_block"), run: () => go(here - 1) },
  { name: "unsure", key: "n", words: words("next_unsure"), run: goToUnsure },
  { name: "toggle", key: " ", words: words("toggle"), run: () => toggle(here) },
  { name: "fill", key: "f", words: words("fill"), run: fill },
  { name: "undo", key: "u", words: words("undo"), run: quietly(() => turn("undo")) },
  { name: "redo", key: "U", words: words("redo"), run: quietly(() => turn("redo")) },
  { name: "save", key: "Enter", words: words("save"), run: quietly(save) },
  { name: "skip", key: ">", words: words("skip"), run: () => data.following && location.assign(`/studio/pages/${data.following}/content`) },
];

labelling.onChange = (/** @type {number[]} */ numbers) => {
  numbers.forEach(paint);
  showHere();
  showState();
  showFigures();
};
frame.onPick = (/** @type {number} */ number, /** @type {MouseEvent} */ event) => {
  go(number);
  if (event.shiftKey) fill();
  else toggle(number);
};
frame.ready.then((page) => {
  bindKeys([...roleCommands, ...commands], [document, page]);
  // The page comes with its tints; labels may have changed since this document was written.
  blocks.forEach(({ role }, number) => frame.paint(number, role ? [`zaru-is-${role}`] : []));
  go(Math.max(blocks.findIndex((block) => block.role), 0));
  showState();
  showFigures();
  document.body.dataset.ready = "true";
});
