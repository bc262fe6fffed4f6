// @ts-check
// The articles of a page's feed: numbered on the page, dropped and added, or those of another list.

import { drawArticles, drawLists, drawNaming, drawRule, makeArticles, makeLists } from "./feed-panel.js";
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
 * @property {number[]} dropped the titles that are left out
 * @property {string} key of the articles
 * @property {Article[] | null} articles null: as they were
 */
/** @typedef {{kind: string, more: Span[], texts: string[]}} Rule */

const data = readData();
const words = readWords();
const address = `/api/v1/studio/pages/${data.page}/feed`;
/** @type {Span[]} */
const items = data.items;
const frame = new Frame(/** @type {HTMLIFrameElement} */ (document.querySelector("#frame")));
/** @type {List[]} */
const lists = data.lists;
/** @type {State} */
let state = data.state;
/** @type {Article[]} */
let articles = [];
/** @type {Set<number>} */
let dropped = new Set();
/** @type {Article | null} the one that is looked at */
let current = null;
/** @type {Promise<unknown>} actions wait for those before them, whose version they need */
let before = Promise.resolve();

const QUIET_MS = 600; // a rule is learnt when nobody acts
/** @type {number | undefined} */
let waiting;

const isDropped = (/** @type {Article} */ one) => dropped.has(one.item);
const kept = () => articles.filter((one) => !isDropped(one));

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
    state = await ask(address + way, { version: state.version, key: state.key, ...body });
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
  if (number !== state.picked || articles.some((one) => isDropped(one) || one.is_added)) {
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
  for (const row of document.querySelectorAll("#articles [aria-current], #dropped [aria-current]")) row.removeAttribute("aria-current");
  if (!current) return;
  for (const row of document.querySelectorAll(`#articles [data-item="${current.item}"], #dropped [data-item="${current.item}"]`)) {
    row.setAttribute("aria-current", "true");
    row.scrollIntoView({ block: "nearest" });
  }
}

function draw() {
  if (state.articles) {
    articles = state.articles;
    makeArticles(articles, words, { show, drop, add: (one) => add([one.span], one.title) });
  }
  dropped = new Set(state.dropped);
  current = articles.find((one) => one.item === current?.item) ?? null;
  const count = kept().length;
  const told = /** @type {HTMLElement} */ (document.querySelector("#count"));
  told.textContent = count === 1 ? words("count_one") : words("count", { count });
  drawArticles(articles, dropped);
  drawLists(state.picked);
  drawNaming(state.name, words);
  drawTurns();
  paint();
  mark();
  clearTimeout(waiting);
  drawRule(null, words, () => {});
  waiting = setTimeout(() => settle(learn()), QUIET_MS);
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
  const rule = /** @type {Rule} */ (await ask(`${address}/rule`));
  if (version === state.version) drawRule(rule, words, () => add(rule.more, rule.texts[0]));
}

/** @type {Map<number, string>} the classes of what is tinted on the page */
let painted = new Map();

/** Tint the articles on the page, and number them. */
function paint() {
  /** @type {Map<number, string>} */
  const wanted = new Map();
  let number = 0;
  for (const [place, article] of articles.entries()) {
    if (!isDropped(article)) number += 1;
    const tint = isDropped(article) ? "zaru-out" : place % 2 ? "zaru-in zaru-even" : "zaru-in";
    for (let item = article.first; item < article.last; item += 1) wanted.set(item, tint);
    wanted.set(article.item, `${tint} zaru-title`);
    setBadge(article.item, isDropped(article) ? "×" : String(number));
  }
  for (const item of painted.keys()) {
    if (!wanted.has(item)) frame.paint(item, []);
    if (!wanted.get(item)?.includes("zaru-title")) setBadge(item, null);
  }
  for (const [item, classes] of wanted) {
    if (painted.get(item) !== classes) frame.paint(item, [classes]);
  }
  painted = frame.items.size ? wanted : new Map();
}

/**
 * @param {number} item
 * @param {string | null} text
 */
function setBadge(item, text) {
  const piece = frame.items.get(item)?.[0];
  if (!piece || (piece.dataset.zaru ?? null) === text) return;
  if (text === null) delete piece.dataset.zaru;
  else piece.dataset.zaru = text;
}

/**
 * Return the article that an item of the page is in.
 * @param {number} item
 */
function findArticle(item) {
  return articles.find((one) => one.item === item || (one.first <= item && item < one.last)) ?? null;
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
  else if (isDropped(article)) add([article.span], article.title);
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
  do item += step; while (item >= 0 && item < items.length && (isKept(item) || !readItem(item)));
  if (item < 0 || item >= items.length) return;
  show(null);
  frame.go(item);
  say(shorten(readItem(item)));
}

/** @param {number} item */
function isKept(item) {
  const article = findArticle(item);
  return article !== null && !isDropped(article);
}

/** @param {1 | -1} step */
function moveList(step) {
  const number = (state.picked ?? (step > 0 ? 0 : lists.length + 1)) + step;
  if (number >= 1 && number <= lists.length) pick(number);
}

function addHere() {
  if (frame.here !== null && !isKept(frame.here)) choose(frame.here);
}

function dropHere() {
  if (current && !isDropped(current)) drop(current);
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
makeLists(lists, words, pick);
draw();
frame.ready.then((page) => {
  paint();
  frame.items.get(articles[0]?.item ?? -1)?.[0]?.scrollIntoView({ block: "nearest" });
  bindKeys(COMMANDS, [document, page]);
  document.body.dataset.ready = "true"; // for tests
});
