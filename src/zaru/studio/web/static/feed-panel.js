// @ts-check
// The panel of the feed view: articles, lists, the name and the rule of a feed.

/** @typedef {import("./feed.js").Article} Article */
/** @typedef {import("./feed.js").List} List */
/** @typedef {import("./feed.js").Rule} Rule */
/** @typedef {(name: string, values?: Record<string, string | number>) => string} Words */
/** @typedef {{show: (one: Article) => void, drop: (one: Article) => void, add: (one: Article) => void}} Ways */

/**
 * @param {string} tag
 * @param {string} name the class
 * @param {string} [text]
 */
function make(tag, name, text = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} label what is heard
 * @param {() => void} run
 */
function makeButton(name, text, label, run) {
  const button = /** @type {HTMLButtonElement} */ (make("button", name, text));
  button.type = "button";
  if (label) button.setAttribute("aria-label", label);
  button.addEventListener("click", run);
  return button;
}

/** @param {string} id */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Make a row for each article, among those of the list and among those that are left out.
 * @param {Article[]} articles
 * @param {Words} words
 * @param {Ways} ways
 */
export function makeArticles(articles, words, ways) {
  find("articles").replaceChildren(...articles.map((one) => makeArticle(one, words, ways)), make("li", "empty", words("empty")));
  find("dropped").replaceChildren(...articles.map((one) => makeDropped(one, words, ways)));
}

/**
 * Show the rows of those that are in the list, with their numbers, and of those that are not.
 * @param {Article[]} articles
 * @param {Set<number>} dropped
 */
export function drawArticles(articles, dropped) {
  const [rows, others] = [find("articles").children, find("dropped").children];
  const focused = document.activeElement?.closest("li");
  let number = 0;
  articles.forEach((one, place) => {
    const isDropped = dropped.has(one.item);
    const [row, other] = [/** @type {HTMLElement} */ (rows[place]), /** @type {HTMLElement} */ (others[place])];
    [row.hidden, other.hidden] = [isDropped, !isDropped];
    if (isDropped) return;
    number += 1;
    const badge = /** @type {HTMLElement} */ (row.firstElementChild);
    if (badge.textContent !== String(number)) badge.textContent = String(number);
  });
  find("left-out").hidden = number === articles.length;
  /** @type {HTMLElement} */ (rows[articles.length]).hidden = number > 0;
  if (focused instanceof HTMLElement && focused.hidden) focusNear(focused);
}

/**
 * Let the next row have the focus of one that went away.
 * @param {HTMLElement} row
 */
function focusNear(row) {
  let next = row.nextElementSibling;
  while (next instanceof HTMLElement && next.hidden) next = next.nextElementSibling;
  next?.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * @param {Article} one
 * @param {Words} words
 * @param {Ways} ways
 */
function makeArticle(one, words, ways) {
  const row = make("li", "");
  row.dataset.item = String(one.item);
  const middle = make("div", "");
  const title = makeButton("show", one.title, "", () => ways.show(one));
  title.dir = "auto";
  middle.append(title, makeFacts(one, words));
  if (one.body) middle.append(make("p", "start", one.body));
  row.append(
    make("span", "badge"), middle,
    makeButton("act", words("drop"), words("drop_named", { title: one.title }), () => ways.drop(one)),
  );
  return row;
}

/**
 * @param {Article} one
 * @param {Words} words
 */
function makeFacts(one, words) {
  const facts = make("p", "facts");
  const date = make(one.date ? "time" : "span", "", one.date ?? words("no_date"));
  facts.append(date, makeLink(one, words));
  if (one.is_added) facts.append(make("span", "added", words("added")));
  return facts;
}

/**
 * @param {Article} one
 * @param {Words} words
 */
function makeLink(one, words) {
  if (!one.link) return make("span", "", one.shown_link ?? words("no_link"));
  const link = /** @type {HTMLAnchorElement} */ (make("a", "", one.link.replace(/^https?:\/\//, "")));
  link.href = one.link; // http or https: the server looked at it
  link.rel = "noreferrer noopener nofollow";
  link.target = "_blank";
  return link;
}

/**
 * @param {Article} one
 * @param {Words} words
 * @param {Ways} ways
 */
function makeDropped(one, words, ways) {
  const row = make("li", "");
  row.dataset.item = String(one.item);
  row.append(
    makeButton("show", one.title, "", () => ways.show(one)),
    makeButton("act", words("add_again"), words("add_again_named", { title: one.title }), () => ways.add(one)),
  );
  return row;
}

/**
 * @param {List[]} lists
 * @param {Words} words
 * @param {(number: number) => void} pick
 */
export function makeLists(lists, words, pick) {
  find("lists").replaceChildren(...lists.map((list, place) => makeList(list, place + 1, words, pick)));
}

/** @param {number | null} picked */
export function drawLists(picked) {
  [...find("lists").children].forEach((row, place) => {
    const isPicked = place + 1 === picked;
    row.classList.toggle("picked", isPicked);
    row.firstElementChild?.setAttribute("aria-pressed", String(isPicked));
  });
}

/**
 * @param {List} list
 * @param {number} number
 * @param {Words} words
 * @param {(number: number) => void} pick
 */
function makeList(list, number, words, pick) {
  const row = make("li", "");
  const button = makeButton("pick", "", "", () => pick(number));
  button.append(make("strong", "", words("list", { number, count: list.count })));
  if (list.is_main) button.append(make("span", "is-main", words("main")));
  else if (list.doubt) button.append(make("span", "doubt", words(`doubt ${list.doubt}`)));
  const first = make("span", "first", list.titles.join(" · "));
  first.dir = "auto";
  button.append(first);
  const why = make("details", "");
  const reason = make("code", "", list.reason);
  reason.lang = "en";
  why.append(make("summary", "", words("why")), reason);
  row.append(button, why);
  return row;
}

/**
 * @param {string | null} name
 * @param {Words} words
 */
export function drawNaming(name, words) {
  const input = /** @type {HTMLInputElement} */ (find("name"));
  if (document.activeElement !== input || name !== null) input.value = name ?? "";
  const kinds = name ? [["xml", words("rss")], ["atom", words("atom")], ["json", words("json")]] : [];
  find("addresses").replaceChildren(...kinds.map(([end, text]) => {
    const row = make("li", "");
    const link = /** @type {HTMLAnchorElement} */ (make("a", "", text));
    link.href = `/feeds/${name}.${end}`;
    row.append(link);
    return row;
  }));
}

/**
 * @param {Rule | null} rule null while it is learnt
 * @param {Words} words
 * @param {() => void} take
 */
export function drawRule(rule, words, take) {
  const place = find("rule");
  find("file").hidden = rule === null || !["exact", "dropped"].includes(rule.kind);
  place.textContent = rule === null ? words("rule_wait") : words(`rule_${rule.kind}`, { count: rule.more.length });
  if (rule?.more.length) {
    place.append(make("span", "more", rule.texts.join(" · ")), makeButton("", words("rule_take", { count: rule.more.length }), "", take));
  }
}
