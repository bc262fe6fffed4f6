// @ts-check
// The page of the fields view: values tinted in it, clicks and drags on it.

import { Frame } from "./frame.js";

/** @typedef {[number, number, number]} Piece the number of an item, its first and behind its last character */
/** @typedef {{field: string, value: object, pieces: Piece[], isLabel: boolean, classes: string, title: string}} Tint */
/** @typedef {{begin: number, end: number, tint: Tint}} Stretch of one item */
/** @typedef {(item: number, tint: Tint | null) => void} OnPick */
/** @typedef {(stretch: [number, number, number, number]) => void} OnDrag */

export class FieldsPage {
  /** @type {OnPick} what a click does, on a tinted value or elsewhere */
  onPick = () => {};
  /** @type {OnDrag} what a drag does */
  onDrag = () => {};
  /** @type {Tint[]} */
  #tints = [];
  /** @type {number[]} items that are tinted now */
  #tinted = [];

  /** @param {HTMLIFrameElement} element */
  constructor(element) {
    this.frame = new Frame(element);
    this.frame.onPick = (item, event) => {
      if (!this.#isDragged(event)) this.onPick(item, this.#findTint(event.target));
    };
    this.ready = this.frame.ready.then((page) => {
      page.addEventListener("mouseup", (event) => this.#endDrag(page, event));
      return page;
    });
  }

  /** @returns {number[]} the items in their order on the page */
  get items() {
    return [...this.frame.items.keys()];
  }

  /** @param {Tint[]} tints those that come first are drawn where several are */
  tint(tints) {
    this.#tints = tints;
    /** @type {Map<number, Stretch[]>} */
    const stretches = new Map(this.#tinted.map((item) => [item, []]));
    for (const tint of tints) {
      for (const [item, begin, end] of tint.pieces) {
        const known = stretches.get(item) ?? [];
        known.push({ begin, end, tint });
        stretches.set(item, known);
      }
    }
    for (const [item, found] of stretches) this.#paint(item, found);
    this.#tinted = [...stretches].filter(([, found]) => found.length).map(([item]) => item);
  }

  /**
   * Bring a value into sight.
   * @param {Piece[]} pieces
   */
  show(pieces) {
    const first = this.frame.items.get(pieces[0]?.[0] ?? -1)?.[0];
    first?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {number} item
   * @param {Stretch[]} stretches
   */
  #paint(item, stretches) {
    for (const element of this.frame.items.get(item) ?? []) {
      if (element.tagName === "IMG") paintPicture(element, item, stretches, this.#tints);
      else paintText(element, stretches, this.#tints);
    }
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Tint | null}
   */
  #findTint(target) {
    const element = /** @type {HTMLElement | null} */ (target && "closest" in target ? target : null);
    const number = /** @type {HTMLElement | null} */ (element?.closest("[data-zaru-tint]") ?? null)?.dataset.zaruTint;
    return number === undefined ? null : this.#tints[Number(number)];
  }

  /** @param {MouseEvent} event */
  #isDragged(event) {
    const selection = /** @type {Element} */ (event.target).ownerDocument.getSelection();
    return event.detail < 2 && Boolean(selection && !selection.isCollapsed);
  }

  /**
   * @param {Document} page
   * @param {MouseEvent} event
   */
  #endDrag(page, event) {
    const selection = page.getSelection();
    if (!selection || selection.isCollapsed) return;
    const range = selection.getRangeAt(0);
    const stretch = event.detail < 2 ? this.#readRange(range) : null;
    // The click that follows must still see that it was a drag.
    setTimeout(() => selection.removeAllRanges(), 0);
    if (stretch) this.onDrag(stretch);
  }

  /**
   * Return the first and the last item of a range, with characters.
   * @param {Range} range
   * @returns {[number, number, number, number] | null}
   */
  #readRange(range) {
    const touched = [...this.frame.items].filter(([, elements]) => elements.some((element) => element.tagName !== "IMG" && range.intersectsNode(element)));
    const read = touched.map(([item, elements]) => [item, ...readPart(range, elements[0])]).filter(([, begin, end]) => begin < end);
    if (!read.length) return null;
    const last = read[read.length - 1];
    return [read[0][0], read[0][1], last[0], last[2]];
  }
}

/**
 * Return which characters of an element a range has.
 * @param {Range} range
 * @param {Element} element
 * @returns {[number, number]}
 */
function readPart(range, element) {
  const inner = element.ownerDocument.createRange();
  inner.selectNodeContents(element);
  const size = countCharacters(inner.toString());
  const before = element.ownerDocument.createRange();
  before.selectNodeContents(element);
  let begin = 0;
  let end = size;
  if (range.compareBoundaryPoints(Range.START_TO_START, inner) > 0) {
    before.setEnd(range.startContainer, range.startOffset);
    begin = countCharacters(before.toString());
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, inner) < 0) {
    before.selectNodeContents(element);
    before.setEnd(range.endContainer, range.endOffset);
    end = countCharacters(before.toString());
  }
  return [begin, end];
}

/**
 * Characters as Python counts them.
 * @param {string} text
 */
function countCharacters(text) {
  return Array.from(text).length;
}

/**
 * @param {HTMLElement} element
 * @param {Stretch[]} stretches
 * @param {Tint[]} tints
 */
function paintText(element, stretches, tints) {
  const characters = Array.from(element.textContent ?? "");
  const cuts = [...new Set([0, characters.length, ...stretches.flatMap(({ begin, end }) => [begin, end])])].sort((a, b) => a - b);
  const nodes = cuts.slice(0, -1).map((begin, number) => {
    const text = characters.slice(begin, cuts[number + 1]).join("");
    const tint = stretches.find((one) => one.begin <= begin && begin < one.end)?.tint;
    if (!tint) return element.ownerDocument.createTextNode(text);
    const piece = element.ownerDocument.createElement("span");
    piece.className = tint.classes;
    piece.title = tint.title;
    piece.dataset.zaruTint = String(tints.indexOf(tint));
    piece.textContent = text;
    return piece;
  });
  element.replaceChildren(...nodes);
}

/**
 * @param {HTMLElement} element
 * @param {number} item
 * @param {Stretch[]} stretches
 * @param {Tint[]} tints
 */
function paintPicture(element, item, stretches, tints) {
  const tint = stretches[0]?.tint;
  element.className = `zaru-item zaru-${item} ${tint?.classes ?? ""}`;
  if (tint) element.dataset.zaruTint = String(tints.indexOf(tint));
  else delete element.dataset.zaruTint;
}
