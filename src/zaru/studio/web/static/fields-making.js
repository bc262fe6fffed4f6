// @ts-check
// How the fields view makes elements, words and colours.

const COLOURS = 8;

/**
 * Make an element; texts are texts, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") made.style.cssText = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/**
 * Make a button.
 * @param {string} words
 * @param {() => void} run
 * @param {Record<string, string>} [attributes]
 */
export function makeButton(words, run, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", run);
  return made;
}

/**
 * Return words with values in their places.
 * @param {string} words
 * @param {Record<string, string | number>} values
 */
export function fill(words, values) {
  return words.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? value.toLocaleString() : value;
  });
}

/**
 * Return the number of a field's tint.
 * @param {string} id
 */
export function tintOf(id) {
  return (Number(id) - 1) % COLOURS;
}

/**
 * Return the colours of a field as a style.
 * @param {string} id
 */
export function colourOf(id) {
  return `--dot: var(--tint-${tintOf(id)}); --dot-line: var(--line-${tintOf(id)})`;
}

/**
 * Return an element of the page that is there.
 * @param {string} id
 */
export function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
