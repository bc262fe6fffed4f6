// @ts-check
// The table of the fields view: what the wrapper reads from all pages, the odd ones first.

import { colourOf, fill, make } from "./fields-making.js";

/** @typedef {{field: string, why: string, words: string}} Odd */
/** @typedef {{page: string, name: string, isLabelled: boolean, odd: Odd[], records: string[][][], more: number}} Row */
/** @typedef {{id: string, name: string}} Column */

/**
 * @param {HTMLTableElement} table
 * @param {Row[]} rows
 * @param {Column[]} columns
 * @param {{words: Record<string, string>, page: string, link: (page: string, field: string) => string}} about
 */
export function drawTable(table, rows, columns, about) {
  const head = make("tr", {}, make("th", { scope: "col" }, about.words.page), ...columns.map((column) => makeHead(column)));
  table.tHead?.replaceChildren(head);
  table.tBodies[0].replaceChildren(...rows.flatMap((row) => makeRows(row, columns, about)));
}

/** @param {Column} column */
function makeHead(column) {
  const dot = make("span", { class: "dot", "aria-hidden": "true", style: colourOf(column.id) });
  return make("th", { scope: "col" }, dot, column.name);
}

/**
 * @param {Row} row
 * @param {Column[]} columns
 * @param {{words: Record<string, string>, page: string, link: (page: string, field: string) => string}} about
 */
function makeRows(row, columns, about) {
  const records = row.records.length ? row.records : [columns.map(() => [])];
  const size = records.length + (row.more ? 1 : 0);
  const rows = records.map((record, number) => {
    const cells = columns.map((column, place) => makeCell(record[place], number ? [] : row.odd.filter((odd) => odd.field === column.id), about.words));
    return make("tr", row.page === about.page ? { class: "here" } : {}, ...(number ? [] : [makePage(row, size, about)]), ...cells);
  });
  if (row.more) {
    const words = fill(about.words.more_records, { count: row.more });
    rows.push(make("tr", {}, make("td", { colspan: String(columns.length), class: "note" }, words)));
  }
  return rows;
}

/**
 * @param {Row} row
 * @param {number} size
 * @param {{words: Record<string, string>, page: string, link: (page: string, field: string) => string}} about
 */
function makePage(row, size, about) {
  const link = make("a", { href: about.link(row.page, row.odd[0]?.field ?? "") }, row.name);
  const said = row.page === about.page ? about.words.this_page : row.isLabelled ? about.words.labelled : "";
  return make("th", { scope: "row", rowspan: String(size) }, link, ...(said ? [" ", make("span", { class: "note" }, said)] : []));
}

/**
 * @param {string[]} texts
 * @param {Odd[]} odd
 * @param {Record<string, string>} words
 */
function makeCell(texts, odd, words) {
  const value = texts.length ? [make("div", { dir: "auto" }, texts.join(" | "))] : [];
  const why = odd.map((one) => make("span", { class: "odd", title: one.words }, words[`why_${one.why}`]));
  return make("td", odd.length ? { class: "is-odd" } : {}, ...value, ...why);
}
