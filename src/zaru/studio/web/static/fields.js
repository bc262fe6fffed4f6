// @ts-check
// Fields: click values on a page, and see at once what they are on all others.

import { fill, find, tintOf } from "./fields-making.js";
import { FieldsPage } from "./fields-page.js";
import { areSame, drawFields, drawFound, drawPicked, drawStep } from "./fields-panel.js";
import { drawTable } from "./fields-table.js";
import { ask, readData, say, settle } from "./shell.js";
import { bindKeys } from "./shortcuts.js";

/** @typedef {import("./fields-panel.js").Value} Value */
/** @typedef {import("./fields-panel.js").Sheet} Sheet */
/** @typedef {import("./fields-panel.js").Result} Result */
/** @typedef {import("./fields-panel.js").Picked} Picked */
/** @typedef {import("./fields-panel.js").Choice} Choice */
/** @typedef {import("./fields-panel.js").Finding} Finding */
/** @typedef {import("./fields-page.js").Tint} Tint */

const API = "/api/v1/studio/fields";
const data = readData();
/** @type {Record<string, string>} */
const words = JSON.parse(find("words").textContent ?? "{}");
const page = new FieldsPage(/** @type {HTMLIFrameElement} */ (find("frame")));

/** @type {Sheet} */
let sheet = data.sheet;
/** @type {Result | null} of the sheet; null while it is learnt */
let result = null;
/** @type {Picked | null} the value that was taken last */
let picked = null;
/** @type {string | null} the field that clicks are for: an id, "new", or null when zaru guesses */
let aim = sheet.fields.some((field) => field.id === data.field) ? data.field : null;
/** @type {Map<string, Choice>} how much was taken last of a click, by field */
const usual = new Map();

const about = { words, page: data.page, link: (/** @type {string} */ id, /** @type {string} */ field) => `/studio/fields?${new URLSearchParams({ folder: data.folder, page: id, ...(field ? { field } : {}) })}` };

/** @param {string} name */
function address(name) {
  return `${API}/${name}?${new URLSearchParams({ folder: data.folder, page: data.page })}`;
}

/** @type {Promise<unknown>} the action before */
let last = Promise.resolve();

/**
 * Save an action behind the one before it, which a fast person need not wait for.
 * @param {string} name
 * @param {object} body
 * @returns {Promise<any>}
 */
function act(name, body) {
  find("step").setAttribute("aria-busy", "true");
  const acting = last.then(() => save(name, body));
  last = acting.catch(() => {});
  return acting;
}

/**
 * Save an action, show it, and learn again.
 * @param {string} name
 * @param {object} body
 */
async function save(name, body) {
  const asked = { folder: data.folder, page: data.page, version: sheet.version, ...body };
  const answer = await ask(`${API}/${name}`, asked).catch((error) => {
    draw(); // as it was before
    throw error;
  });
  sheet = answer.sheet;
  result = null;
  say("");
  draw();
  settle(learn());
  return answer;
}

/** Ask what the labels come to; an answer for labels of before is not shown. */
async function learn() {
  const { version } = sheet;
  if (sheet.fields.length) {
    const found = await ask(address("result"));
    if (sheet.version !== version || found.version !== version) return;
    result = found;
  }
  draw();
}

function draw() {
  if (!sheet.fields.some((field) => field.id === aim) && aim !== "new") aim = null;
  drawStep(sheet, result, words, about);
  drawPicked(picked, sheet, words, { page: data.page, choose, move, remove: drop });
  drawFields(sheet, result, words, {
    aim,
    setAim: (id) => setAim(aim === id ? null : id),
    rename: (id, name) => settle(act("field", { field: id, name, do: "rename" })),
    remove: (id) => settle(act("field", { field: id, do: "remove" }).then(lookForFields)),
    label: (id, label) => settle(act("label", { field: id, label })),
  });
  drawTurn("undo", sheet.undoes);
  drawTurn("redo", sheet.redoes);
  drawResults();
  settle(page.ready.then(() => page.tint([...makeTints()])));
}

/**
 * @param {"undo" | "redo"} name
 * @param {string | null} what
 */
function drawTurn(name, what) {
  const button = /** @type {HTMLButtonElement} */ (find(name));
  button.disabled = what === null;
  button.title = what === null ? "" : fill(words[`${name}_what`], { words: what });
}

function drawResults() {
  const isEmpty = !sheet.fields.length;
  const table = /** @type {HTMLTableElement} */ (find("table"));
  find("results-empty").hidden = !isEmpty;
  table.hidden = isEmpty;
  for (const link of document.querySelectorAll("#saves [data-file]")) {
    const needs = link.getAttribute("data-file") === "labels.jsonl" ? !isEmpty : Boolean(result?.isLearnt);
    link.setAttribute("aria-disabled", String(!needs));
  }
  if (isEmpty) find("results-note").textContent = "";
  if (isEmpty || !result) return;
  const counts = { pages: result.pages, all: result.all };
  find("results-note").textContent = fill(result.pages < result.all ? words.table_sample : words.table_note, counts);
  drawTable(table, result.rows, sheet.fields, about);
}

/** Return what is tinted, labels first, of these the one that was taken last. @returns {Iterable<Tint>} */
function* makeTints() {
  for (const field of sheet.fields) {
    for (const value of field.labels) {
      yield { field: field.id, value, pieces: value.pieces, isLabel: true, classes: `zaru-tint-${tintOf(field.id)} zaru-label`, title: `${field.name}: ${words.labelled}` };
    }
  }
  for (const field of sheet.fields) {
    for (const found of result?.fields[field.id]?.values ?? []) {
      yield { field: field.id, value: found.value, pieces: found.pieces, isLabel: false, classes: `zaru-tint-${tintOf(field.id)}`, title: field.name };
    }
  }
}

/**
 * Take what was clicked: a labelled value is shown, a found one is labelled as it was found.
 * @param {number} item
 * @param {Tint | null} tint
 */
async function take(item, tint) {
  if (tint?.isLabel) {
    const { choices } = await ask(`${address("choices")}&item=${item}`);
    picked = { field: tint.field, value: tint.value, choices, isNew: null };
    draw();
  } else if (tint && (aim === null || aim === tint.field)) {
    const answer = await act("value", { field: tint.field, value: tint.value });
    const { choices } = await ask(`${address("choices")}&item=${item}`);
    keepPicked(answer, choices, tint.value);
  } else {
    const before = usual.get(aim ?? "");
    const how = before ? { kind: before.kind, attribute: before.attribute } : {};
    const answer = await act("pick", { item, field: aim, ...how });
    keepPicked(answer, answer.choices, answer.value);
  }
}

/** @param {[number, number, number, number]} stretch */
async function takeStretch(stretch) {
  const answer = await act("pick", { stretch, field: aim });
  keepPicked(answer, answer.choices, answer.value);
}

/**
 * @param {any} answer
 * @param {Choice[]} choices
 * @param {Value} value
 */
function keepPicked(answer, choices, value) {
  picked = { field: answer.field, value, choices, isNew: answer.isNew ?? null };
  if (aim === "new") aim = null;
  if (sheet.fields.every((field) => !field.isFound)) find("found").removeAttribute("open");
  draw();
}

/** @param {Choice} choice */
function choose(choice) {
  if (!picked) return;
  const { field, value, choices } = picked;
  usual.set(field, choice);
  settle(act("value", { field, value: choice.value, instead: { field, value: plain(value) } })
    .then((answer) => keepPicked(answer, choices, choice.value)));
}

/**
 * Let the value be of another field.
 * @param {string} to
 */
function move(to) {
  if (!picked) return;
  const { field, value, choices } = picked;
  settle(act("value", { field: to, value: plain(value), instead: { field, value: plain(value) } })
    .then((answer) => keepPicked({ ...answer, isNew: to === "new" ? true : null }, choices, value)));
}

function drop() {
  if (!picked) return;
  const { field, value } = picked;
  picked = null;
  settle(act("take-back", { field, value: plain(value) }));
}

/**
 * Return a value as labels write it.
 * @param {Value & {pieces?: unknown}} value
 * @returns {Value}
 */
function plain({ pieces, ...value }) {
  void pieces;
  return value;
}

/** @param {number} step to a wider (1) or a narrower (-1) choice */
function widen(step) {
  if (!picked) return;
  const { choices, value } = picked;
  const texts = choices.filter((choice) => choice.attribute === null);
  const place = texts.findIndex((choice) => areSame(choice.value, value)) + step;
  if (place >= 0 && place < texts.length) choose(texts[place]);
}

/** @param {"undo" | "redo"} turn */
function turn(turn) {
  if (/** @type {HTMLButtonElement} */ (find(turn)).disabled) return;
  picked = null;
  settle(act("turn", { turn }).then(lookForFields));
}

/** @param {string | null} id */
function setAim(id) {
  aim = id;
  draw();
}

/** @param {number} step to the next (1) or the previous (-1) text */
function walk(step) {
  const { items, frame } = page;
  const place = frame.here === null ? (step > 0 ? 0 : items.length - 1) : items.indexOf(frame.here) + step;
  if (place >= 0 && place < items.length) frame.go(items[place]);
}

function takeHere() {
  const { here } = page.frame;
  if (here === null) return;
  const tint = [...makeTints()].find((one) => one.pieces.some(([item]) => item === here)) ?? null;
  settle(take(here, tint));
}

function openNext() {
  const link = /** @type {HTMLAnchorElement} */ (find("step-open"));
  if (!find("step-way").hidden) link.click();
}

async function lookForFields() {
  const { fields } = await ask(address("found"));
  drawFound(fields, words, keepField);
}

/**
 * @param {Finding} finding
 * @param {boolean} isKept
 */
function keepField(finding, isKept) {
  const body = isKept ? { name: finding.name, do: "keep" } : { field: finding.field, do: "remove" };
  settle(act("field", body).then(lookForFields));
}

/** @param {HTMLInputElement} input */
async function takeFile(input) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  const answer = await act("labels", { text: await file.text() });
  say([words.imported, ...answer.problems].join(" "));
}

/** @param {string} form */
async function copyCode(form) {
  const { text } = await ask(`${address("code")}&form=${form}`);
  await navigator.clipboard.writeText(text);
  say(words.copied);
}

page.onPick = (/** @type {number} */ item, /** @type {Tint | null} */ tint) => settle(take(item, tint));
page.onDrag = (/** @type {[number, number, number, number]} */ stretch) => settle(takeStretch(stretch));
find("undo").addEventListener("click", () => turn("undo"));
find("redo").addEventListener("click", () => turn("redo"));
find("aim-auto").addEventListener("click", () => setAim(null));
find("aim-new").addEventListener("click", () => setAim("new"));
const file = /** @type {HTMLInputElement} */ (find("import-file"));
find("import").addEventListener("click", () => file.click());
file.addEventListener("change", () => settle(takeFile(file)));
for (const button of document.querySelectorAll("[data-form]")) {
  button.addEventListener("click", () => settle(copyCode(button.getAttribute("data-form") ?? "")));
}
page.ready.then((shown) => {
  bindKeys([
    { name: "fields-next", key: "j", words: words.key_next, run: () => walk(1) },
    { name: "fields-previous", key: "k", words: words.key_previous, run: () => walk(-1) },
    { name: "fields-take", key: "Enter", words: words.key_take, run: takeHere },
    { name: "fields-wider", key: "]", words: words.key_wider, run: () => widen(1) },
    { name: "fields-narrower", key: "[", words: words.key_narrower, run: () => widen(-1) },
    { name: "fields-drop", key: "x", words: words.key_drop, run: drop },
    { name: "fields-new", key: "n", words: words.key_new, run: () => setAim("new") },
    { name: "fields-auto", key: "a", words: words.key_auto, run: () => setAim(null) },
    { name: "fields-undo", key: "u", words: words.key_undo, run: () => turn("undo") },
    { name: "fields-redo", key: "r", words: words.key_redo, run: () => turn("redo") },
    { name: "fields-open", key: "g", words: words.key_open, run: openNext },
  ], [document, shown]);
  const first = [...makeTints()].find((one) => one.field === aim) ?? [...makeTints()][0];
  if (first) page.show(first.pieces);
});
if (!data.problem) {
  draw();
  settle(learn());
  settle(page.ready.then(lookForFields)); // the page itself comes first
}
find("found").toggleAttribute("open", !sheet.fields.length);
