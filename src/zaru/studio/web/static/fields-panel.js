// @ts-check
// The panel of the fields view: the next step, what was taken, the fields, what was found.

import { colourOf, fill, find, make, makeButton } from "./fields-making.js";

/** @typedef {{text?: string, span?: [number, number], attribute?: string, value?: string}} Value as labels write it */
/** @typedef {{id: string, name: string, isFound: boolean, pages: number, isLabelled: boolean, labels: (Value & {pieces: [number, number, number][]})[]}} Field */
/** @typedef {{version: number, undoes: string | null, redoes: string | null, fields: Field[]}} Sheet */
/** @typedef {{value: Value, pieces: [number, number, number][]}} Found */
/** @typedef {{rule: string, found: number, odd: number, values: Found[]}} Learnt */
/** @typedef {{page: string, name: string, words: string[], field: string}} Question */
/** @typedef {{version: number, isLearnt: boolean, pages: number, all: number, problems: string[], notes: string[], fields: Record<string, Learnt>, records: number, question: Question | null, rows: import("./fields-table.js").Row[]}} Result */
/** @typedef {{kind: string, attribute: string | null, text: string, value: Value}} Choice */
/** @typedef {{field: string, value: Value, choices: Choice[], isNew: boolean | null}} Picked */
/** @typedef {{name: string, examples: string[], coverage: number, field: string | null}} Finding */
/** @typedef {Record<string, string>} Words */

/**
 * Return what a value says.
 * @param {Value} value
 */
export function sayValue(value) {
  return value.text ?? value.value ?? "";
}

/**
 * @param {Value} one
 * @param {Value} other
 */
export function areSame(one, other) {
  return sayValue(one) === sayValue(other) && one.attribute === other.attribute && String(one.span ?? "") === String(other.span ?? "");
}

/**
 * Show what a person may do next: always one thing, with the way to it.
 * @param {Sheet} sheet
 * @param {Result | null} result of this sheet; null while it is learnt
 * @param {Words} words
 * @param {{page: string, link: (page: string, field: string) => string}} about
 */
export function drawStep(sheet, result, words, about) {
  const step = find("step");
  step.setAttribute("aria-busy", String(sheet.fields.length > 0 && !result));
  const said = sayStep(sheet, result, words, about.page);
  find("step-words").textContent = said.words;
  find("step-lines").replaceChildren(...said.lines.map((line) => make("li", { dir: "auto" }, line)));
  const way = find("step-way");
  const link = /** @type {HTMLAnchorElement} */ (find("step-open"));
  way.hidden = !said.page;
  if (said.page) {
    link.href = about.link(said.page, said.field);
    link.textContent = fill(words.open, { page: said.name });
  }
  const lines = result && sheet.fields.length ? [...result.problems, ...result.notes] : [];
  find("notes").hidden = !lines.length;
  find("notes-count").textContent = String(lines.length);
  find("notes-list").replaceChildren(...lines.map((line) => make("li", {}, line)));
}

/**
 * @param {Sheet} sheet
 * @param {Result | null} result
 * @param {Words} words
 * @param {string} here
 */
function sayStep(sheet, result, words, here) {
  const nowhere = { page: "", name: "", field: "", lines: /** @type {string[]} */ ([]) };
  if (!sheet.fields.length) return { ...nowhere, words: words.step_begin };
  if (!result) return { ...nowhere, words: words.step_learning };
  if (!result.isLearnt) return { ...nowhere, words: `${words.step_none} ${result.problems[0] ?? ""}` };
  const { question } = result;
  if (question) {
    const open = question.page === here ? { ...nowhere, lines: question.words } : { ...question, lines: question.words };
    return { ...open, words: fill(question.page === here ? words.step_doubt_here : words.step_doubt, { page: question.name }) };
  }
  const odd = result.rows.filter((row) => row.odd.length);
  if (odd.length) {
    const first = odd.find((row) => row.page !== here);
    const open = first ? { ...nowhere, page: first.page, name: first.name, field: first.odd[0].field } : nowhere;
    return { ...open, words: odd.length > 1 ? fill(words.step_odd, { count: odd.length }) : words.step_odd_one };
  }
  return { ...nowhere, words: result.pages > 1 ? words.step_done : words.step_more };
}

/**
 * Show the value that was taken last, and what else could be meant.
 * @param {Picked | null} picked
 * @param {Sheet} sheet
 * @param {Words} words
 * @param {{page: string, choose: (choice: Choice) => void, move: (field: string) => void, remove: () => void}} acts
 */
export function drawPicked(picked, sheet, words, acts) {
  const field = sheet.fields.find((one) => one.id === picked?.field);
  find("picked").hidden = !picked || !field;
  if (!picked || !field) return;
  const how = picked.isNew === null ? words.picked_of : picked.isNew ? words.picked_new : words.picked_row;
  find("picked-how").textContent = `${how} ${field.name}`;
  find("choices").replaceChildren(...picked.choices.map((choice) => makeChoice(choice, picked, words, acts.choose)));
  const others = sheet.fields.filter((one) => one.id !== field.id && one.isLabelled);
  const moves = others.slice(-2).map((one) => makeButton(fill(words.move, { name: one.name }), () => acts.move(one.id)));
  if (field.labels.length > 1) moves.unshift(makeButton(words.own, () => acts.move("new")));
  const { span } = picked.value;
  const bytes = span ? [make("a", { class: "small", href: `/studio/pages/${acts.page}/source?span=${span[0]},${span[1]}` }, words.bytes)] : [];
  find("moves").replaceChildren(...moves, ...bytes, makeButton(words.remove_value, acts.remove, { class: "quiet", id: "remove-value" }));
}

/**
 * @param {Choice} choice
 * @param {Picked} picked
 * @param {Words} words
 * @param {(choice: Choice) => void} choose
 */
function makeChoice(choice, picked, words, choose) {
  const input = make("input", { type: "radio", name: "choice" });
  input.checked = areSame(choice.value, picked.value);
  input.addEventListener("change", () => choose(choice));
  const kind = choice.attribute ? fill(words.kind_attribute, { name: choice.attribute }) : words[`kind_${choice.kind}`];
  return make("li", {}, make("label", {}, input, make("span", { class: "value", dir: "auto" }, choice.text), make("span", { class: "kind" }, kind)));
}

/**
 * Show the fields: names, how many pages have them, what they are on this page.
 * @param {Sheet} sheet
 * @param {Result | null} result
 * @param {Words} words
 * @param {{aim: string | null, setAim: (id: string) => void, rename: (id: string, name: string) => void, remove: (id: string) => void, label: (id: string, label: string) => void}} acts
 */
export function drawFields(sheet, result, words, acts) {
  const list = find("field-list");
  const typing = document.activeElement instanceof HTMLInputElement && list.contains(document.activeElement);
  const typed = typing ? /** @type {HTMLInputElement} */ (document.activeElement) : null;
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
  list.replaceChildren(...sheet.fields.map((field) => {
    const learnt = result?.fields[field.id] ?? null;
    const row = make("li", acts.aim === field.id ? { class: "aimed" } : {}, makeHead(field, learnt, result, words, acts), makeHere(field, learnt, words, acts));
    row.dataset.field = field.id;
    return row;
  }));
  const again = focus && /** @type {HTMLElement | null} */ (list.querySelector(`[data-focus="${focus}"]`));
  if (again) {
    if (typed && again instanceof HTMLInputElement) again.value = typed.value;
    again.focus({ preventScroll: true });
  }
  find("aim-auto").setAttribute("aria-pressed", String(acts.aim === null));
  find("aim-new").setAttribute("aria-pressed", String(acts.aim === "new"));
}

/**
 * @param {Field} field
 * @param {Learnt | null} learnt
 * @param {Result | null} result
 * @param {Words} words
 * @param {{aim: string | null, setAim: (id: string) => void, rename: (id: string, name: string) => void, remove: (id: string) => void}} acts
 */
function makeHead(field, learnt, result, words, acts) {
  const aim = fill(words.aim_field, { name: field.name });
  const dot = makeButton("", () => acts.setAim(field.id), { class: "dot", style: colourOf(field.id), "aria-label": aim, title: aim, "aria-pressed": String(acts.aim === field.id), "data-focus": `aim-${field.id}` });
  const name = make("input", { value: field.name, "aria-label": words.name, maxlength: "40", "data-focus": `name-${field.id}`, title: learnt?.rule ?? "" });
  name.addEventListener("change", () => acts.rename(field.id, name.value));
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") name.blur();
  });
  const counts = result && learnt ? make("span", { class: "note" }, fill(words.of_pages, { found: learnt.found, pages: result.pages })) : "";
  const odd = learnt?.odd ? make("span", { class: "odd" }, fill(words.odd_count, { count: learnt.odd })) : "";
  const remove = fill(words.remove, { name: field.name });
  return make("div", { class: "field-head" }, dot, name, odd, counts, makeButton("×", () => acts.remove(field.id), { class: "quiet", "aria-label": remove, title: remove }));
}

/**
 * @param {Field} field
 * @param {Learnt | null} learnt
 * @param {Words} words
 * @param {{label: (id: string, label: string) => void}} acts
 */
function makeHere(field, learnt, words, acts) {
  const values = field.isLabelled ? field.labels : (learnt?.values ?? []).map((one) => one.value);
  const shown = field.isLabelled && learnt && learnt.values.length > values.length ? learnt.values.map((one) => one.value) : values;
  const more = shown.length > 2 ? [make("span", { class: "note" }, fill(words.more_values, { count: shown.length - 2 }))] : [];
  const none = field.isLabelled ? words.here_absent : learnt ? words.here_none : "";
  const text = shown.length ? shown.slice(0, 2).map(sayValue).join(" | ") : none;
  const value = make("span", { class: shown.length ? "value" : "value none", dir: "auto", title: text }, text);
  const quiet = (/** @type {string} */ label, /** @type {string} */ said) => makeButton(said, () => acts.label(field.id, label), { class: "quiet", "data-focus": `${label}-${field.id}`, "data-label": label });
  const buttons = field.isLabelled
    ? [make("span", { class: "note" }, words.labelled), quiet("unsaid", words.unsaid)]
    : [...(shown.length ? [quiet("right", words.right)] : []), quiet("absent", words.absent)];
  return make("div", { class: "field-here" }, value, ...more, make("span", { class: "acts" }, ...buttons));
}

/**
 * Show the fields that were found without labels.
 * @param {Finding[]} findings
 * @param {Words} words
 * @param {(finding: Finding, isKept: boolean) => void} keep
 */
export function drawFound(findings, words, keep) {
  find("found-count").textContent = findings.length ? String(findings.length) : "";
  find("found-note").textContent = findings.length ? words.found_note : words.found_none;
  find("found-list").replaceChildren(...findings.map((finding, number) => {
    const input = make("input", { type: "checkbox", "aria-label": fill(words.keep, { name: finding.name }), "data-focus": `found-${number}` });
    input.checked = finding.field !== null;
    input.addEventListener("change", () => keep(finding, input.checked));
    return make("li", {}, make("label", {}, input,
      make("span", { class: "name-of" }, finding.name),
      make("span", { class: "pages-of" }, `${Math.round(finding.coverage * 100)} %`),
      make("span", { class: "examples-of", dir: "auto" }, finding.examples.join(" | "))));
  }));
}
