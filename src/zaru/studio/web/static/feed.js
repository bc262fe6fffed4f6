// @ts-check
// The articles of a page's feed: numbered on the page, dropped and added, or those of another list.

import { drawArticles, drawLists, drawNaming, drawRule } from "./feed_panel.js";
import { Frame } from "./frame.js";
import { ask, readData, readWords, say, settle } from "./shell.js";
import { bindKeys } from "./shortcuts.js";

/** @typedef {[number, number]} Span */
/**
 * @typedef {object} Article
 * @property {Span} span of its title
 * @property {number} item its title on the page
 * @property {number} first the first item of it
 * @property {number} last the item behind its last one
 * @property {string} title
 * @property {string | null} link where it leads, if a link may
 * @property {string | null} shown_link
 * @property {string | null} date
 * @property {string} body how it begins
 * @property {boolean} is_dropped
 * @property {boolean} is_added
 */
/** @typedef {{count: number, titles: string[], doubt: string | null, is_main: boolean, reason: string}} List */
/**
 * @typedef {object} State
 * @property {number} version
 * @property {string | null} undoes
 * @property {string | null} redoes
 * @property {string | null} name
 * @property {number | null} picked
 * @property {List[]} lists
 * @property {Article[]} articles
 */
/** @typedef {{kind: string, more: Span[], texts: string[]}} Rule */

const data = readData();
const words = readWords();
const address = `/api/v1/studio/pages/${data.page}/feed`;
/** @type {Span[]} */
const items = data.items;
const frame = new Frame(/** @type {HTMLIFrameElement} */ (document.querySelector("#frame")));
/** @type {State} */
let state = data.state;
/** @type {Article | null} the one that is looked at */
let current = null;
/** @type {Promise<unknown>} actions wait for those before them, whose version they need */
let before = Promise.resolve();

const kept = () => state.articles.filter((one) => !one.is_dropped);

/**
 * Send an action, one after the other, and show what came of it.
 * @param {string} way the end of the address
 * @param {() => object | null} make what is sent; null when it makes no sense any more
 * @param {string} told what is said when it is saved
 */
function send(way, make, told) {
  before = before.then(async () => {
    const body = make();
    if (!body) return;
    state = await ask(address + way, { version: state.version, ...body });
    draw();
    say(told);
  });
  settle(before);
  before = before.catch(() => {});
}

/**
 * @param {object} action
 * @param {string} did
 */
function act(action, did) {
  send("", () => ({ ...action, words: did }), words("saved", { words: did }));
}

/** @param {Article} article */
function drop(article) {
  act({ drop: article.span }, words("did_drop", { title: shorten(article.title) }));
}

/**
 * @param {Span[]} spans
 * @param {string} title
 */
function add(spans, title) {
  act({ add: spans }, spans.length > 1 ? words("did_take", { count: spans.length }) : words("did_add", { title: shorten(title) }));
}

/** @param {number} number */
function pick(number) {
  if (number !== state.picked || state.articles.some((one) => one.is_dropped || one.is_added)) {
    act({ pick: number }, words("did_pick", { number }));
  }
}

/** @param {string} name */
function call(name) {
  act({ name }, name ? words("did_name", { name }) : words("did_unname"));
}

/** @param {"undo" | "redo"} way */
function turn(way) {
  const done = way === "undo" ? state.undoes : state.redoes;
  if (done !== null) send(`/${way}`, () => ({}), words(`did_${way}`, { words: done }));
}

/** @param {string} text */
function shorten(text) {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * Make an article the one that is looked at, in the panel and on the page.
 * @param {Article | null} article
 */
function show(article) {
  current = article;
  if (article) frame.go(article.item);
  mark();
}

function mark() {
  for (const row of document.querySelectorAll("#articles li, #dropped li")) {
    const isHere = current !== null && row.getAttribute("data-item") === String(current.item);
    if (isHere) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    if (isHere) row.scrollIntoView({ block: "nearest" });
  }
}

function draw() {
  const here = current;
  current = state.articles.find((one) => one.item === here?.item) ?? null;
  const shown = kept();
  const count = /** @type {HTMLElement} */ (document.querySelector("#count"));
  count.textContent = shown.length === 1 ? words("count_one") : words("count", { count: shown.length });
  drawArticles(state.articles, words, { show, drop, add: (one) => add([one.span], one.title) });
  drawLists(state, words, pick);
  drawNaming(state.name, words);
  drawTurns();
  paint();
  mark();
  settle(learn());
}

function drawTurns() {
  for (const [id, done] of [["undo", state.undoes], ["redo", state.redoes]]) {
    const button = /** @type {HTMLButtonElement} */ (document.querySelector(`#${id}`));
    button.disabled = done === null;
    button.title = done ?? "";
  }
}

/** Ask for the rule of the list: it may take a while, and nothing waits for it. */
async function learn() {
  const version = state.version;
  drawRule(null, words, () => {});
  const rule = /** @type {Rule} */ (await ask(`${address}/rule`));
  if (version === state.version) drawRule(rule, words, () => add(rule.more, rule.texts[0]));
}

/** @type {number[]} what is tinted on the page */
let painted = [];

/** Tint the articles on the page, and number them. */
function paint() {
  for (const number of painted) {
    frame.paint(number, []);
    for (const piece of frame.items.get(number) ?? []) delete piece.dataset.zaru;
  }
  painted = [];
  let number = 0;
  for (const article of state.articles) {
    if (!article.is_dropped) number += 1;
    const tint = article.is_dropped ? "zaru-out" : number % 2 ? "zaru-in" : "zaru-in zaru-even";
    for (let item = article.first; item < article.last; item += 1) paintItem(item, [tint]);
    paintItem(article.item, [tint, "zaru-title"]);
    const title = frame.items.get(article.item)?.[0];
    if (title) title.dataset.zaru = article.is_dropped ? "×" : String(number);
  }
}

/**
 * @param {number} item
 * @param {string[]} classes
 */
function paintItem(item, classes) {
  frame.paint(item, classes);
  painted.push(item);
}

/**
 * Return the article that an item of the page is in.
 * @param {number} item
 */
function findArticle(item) {
  return state.articles.find((one) => one.item === item || (one.first <= item && item < one.last)) ?? null;
}

/** @param {number} item */
function readItem(item) {
  return (frame.items.get(item) ?? []).map((piece) => piece.textContent).join("").trim();
}

/**
 * What a click on the page does: it shows an article, or adds one.
 * @param {number} item
 */
function choose(item) {
  const article = findArticle(item);
  if (!article) add([items[item]], readItem(item));
  else if (article.is_dropped) add([article.span], article.title);
  else show(article);
}

/** @param {1 | -1} step */
function move(step) {
  const shown = kept();
  const place = shown.findIndex((one) => one.item === (current?.item ?? -1));
  const next = shown[place < 0 ? (step > 0 ? 0 : shown.length - 1) : place + step];
  if (!next) return;
  show(next);
  say(words("here", { number: shown.indexOf(next) + 1, title: shorten(next.title) }));
}

/**
 * Go to the next text that is in no article.
 * @param {1 | -1} step
 */
function moveText(step) {
  let item = frame.here ?? (step > 0 ? -1 : items.length);
  do item += step; while (item >= 0 && item < items.length && (findArticle(item)?.is_dropped === false || !readItem(item)));
  if (item < 0 || item >= items.length) return;
  show(null);
  frame.go(item);
  say(shorten(readItem(item)));
}

/** @param {1 | -1} step */
function moveList(step) {
  const number = (state.picked ?? (step > 0 ? 0 : state.lists.length + 1)) + step;
  if (number >= 1 && number <= state.lists.length) pick(number);
}

function addHere() {
  if (frame.here !== null && findArticle(frame.here)?.is_dropped !== false) choose(frame.here);
}

function dropHere() {
  if (current && !current.is_dropped) drop(current);
}

const COMMANDS = [
  { name: "feed-next", key: "j", words: words("key_next"), run: () => move(1) },
  { name: "feed-previous", key: "k", words: words("key_previous"), run: () => move(-1) },
  { name: "feed-drop", key: "x", words: words("key_drop"), run: dropHere },
  { name: "feed-next-text", key: "n", words: words("key_next_text"), run: () => moveText(1) },
  { name: "feed-previous-text", key: "p", words: words("key_previous_text"), run: () => moveText(-1) },
  { name: "feed-add", key: "a", words: words("key_add"), run: addHere },
  { name: "feed-next-list", key: "]", words: words("key_next_list"), run: () => moveList(1) },
  { name: "feed-previous-list", key: "[", words: words("key_previous_list"), run: () => moveList(-1) },
  { name: "feed-undo", key: "u", words: words("undo"), run: () => turn("undo") },
  { name: "feed-redo", key: "r", words: words("redo"), run: () => turn("redo") },
];

document.querySelector("#undo")?.addEventListener("click", () => turn("undo"));
document.querySelector("#redo")?.addEventListener("click", () => turn("redo"));
document.querySelector("#naming")?.addEventListener("submit", (event) => {
  event.preventDefault();
  call(/** @type {HTMLInputElement} */ (document.querySelector("#name")).value.trim());
});
frame.onPick = choose;
draw();
frame.ready.then((page) => {
  paint();
  frame.items.get(state.articles[0]?.item ?? -1)?.[0]?.scrollIntoView({ block: "nearest" });
  bindKeys(COMMANDS, [document, page]);
  document.body.dataset.ready = "true"; // for tests
});
