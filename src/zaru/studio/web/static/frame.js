// @ts-check
// The page in its frame: its items by number, what is clicked there, what is tinted.

const ITEM = /(?:^| )zaru-(\d+)(?: |$)/;

/** @typedef {(number: number, event: MouseEvent) => void} OnPick */
/** @typedef {(number: number | null) => void} OnHover */

export class Frame {
  /** @type {Map<number, HTMLElement[]>} the pieces of each item */
  items = new Map();
  /** @type {OnPick} what a click on an item does */
  onPick = () => {};
  /** @type {OnHover} told when the mouse comes to an item, or to none */
  onHover = () => {};
  /** @type {number | null} the item that keys are about */
  here = null;

  /** @param {HTMLIFrameElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Promise<Document>} once the page is there */
    this.ready = new Promise((resolve) => {
      const begin = () => {
        const found = element.contentDocument;
        if (!found?.body || found.URL === "about:blank") return false;
        this.read(found);
        resolve(found);
        return true;
      };
      if (element.contentDocument?.readyState !== "complete" || !begin()) {
        element.addEventListener("load", begin);
      }
    });
  }

  /** @param {Document} page */
  read(page) {
    this.items.clear();
    for (const piece of page.querySelectorAll(".zaru-item")) {
      const number = numberOf(piece);
      if (number === null) continue;
      const known = this.items.get(number);
      if (known) known.push(/** @type {HTMLElement} */ (piece));
      else this.items.set(number, [/** @type {HTMLElement} */ (piece)]);
    }
    page.addEventListener("click", (event) => {
      event.preventDefault();
      const number = this.find(event.target);
      if (number !== null) this.onPick(number, event);
    });
    page.addEventListener("mouseover", (event) => this.onHover(this.find(event.target)));
    page.addEventListener("mouseleave", () => this.onHover(null));
    page.addEventListener("submit", (event) => event.preventDefault());
  }

  /**
   * Return the item that an element of the page belongs to.
   * @param {EventTarget | null} target
   * @returns {number | null}
   */
  find(target) {
    // Elements of the frame are made by its own constructors: instanceof Element is false for them.
    const element = /** @type {Element | null} */ (target && "closest" in target ? target : null);
    return numberOf(element?.closest(".zaru-item") ?? null);
  }

  /**
   * Let all pieces of an item have just these classes of ours.
   * @param {number} number
   * @param {string[]} classes
   */
  paint(number, classes) {
    const here = number === this.here ? " zaru-here" : "";
    const name = ["zaru-item", `zaru-${number}`, ...classes].join(" ") + here;
    for (const piece of this.items.get(number) ?? []) if (piece.className !== name) piece.className = name;
  }

  /**
   * Make an item the one that keys are about, and bring it into sight.
   * @param {number | null} number
   */
  go(number) {
    for (const piece of this.items.get(this.here ?? -1) ?? []) piece.classList.remove("zaru-here");
    this.here = number;
    const pieces = this.items.get(number ?? -1) ?? [];
    for (const piece of pieces) piece.classList.add("zaru-here");
    pieces[0]?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {Element | null} element */
function numberOf(element) {
  const found = element ? ITEM.exec(element.className) : null;
  return found ? Number(found[1]) : null;
}
