// @ts-check
// The labels of a page's blocks: changed at once, saved one action after the other.

import { ask } from "./shell.js";

/** @typedef {string | null} Role null: the block is no content */
/** @typedef {{key: string, role: Role, guess: string, score: number, text: string}} Block */
/** @typedef {{version: number, begun: boolean, done: boolean, undoes: string | null, redoes: string | null}} State */
/** @typedef {(numbers: number[]) => void} OnChange */

export class Labelling {
  /** @type {Promise<void>} the last of the actions that are on their way */
  last = Promise.resolve();
  /** @type {OnChange} told which blocks have other roles now, and after each answer */
  onChange = () => {};

  /**
   * @param {string} address
   * @param {Block[]} blocks
   * @param {State & {suggestion: number}} data
   */
  constructor(address, blocks, data) {
    this.address = address;
    this.blocks = blocks;
    /** @type {State} */
    this.state = data;
    this.suggestion = data.suggestion;
    this.numbers = new Map(blocks.map((block, number) => [block.key, number]));
  }

  /**
   * Give roles to blocks: one action. What the server refuses is taken back.
   * @param {Map<number, Role>} roles
   * @param {string} words what the action is called
   */
  label(roles, words) {
    const before = new Map([...roles.keys()].map((number) => [number, this.blocks[number].role]));
    const changed = [...roles].filter(([number, role]) => role !== before.get(number));
    if (!changed.length) return;
    this.set(new Map(changed));
    const labels = Object.fromEntries(changed.map(([number, role]) => [this.blocks[number].key, role]));
    this.send("", () => ({ labels, words, suggestion: this.suggestion }), () => this.set(before));
  }

  /**
   * Say that the page is done.
   * @param {string} words
   * @returns {Promise<string | null>} the page to label next
   */
  async finish(words) {
    /** @type {string | null} */
    let next = null;
    await this.send("", () => ({ labels: {}, done: true, words, suggestion: this.suggestion }), null, (answer) => {
      next = answer.next;
    });
    return next;
  }

  /**
   * Undo or redo.
   * @param {"undo" | "redo"} way
   */
  turn(way) {
    return this.send(`/${way}`, () => ({}), null, (answer) => {
      const roles = Object.entries(answer.changed).map(([key, role]) => [this.numbers.get(key) ?? -1, role]);
      this.set(new Map(/** @type {[number, Role][]} */ (roles.filter(([number]) => Number(number) >= 0))));
    });
  }

  /** @param {Map<number, Role>} roles */
  set(roles) {
    for (const [number, role] of roles) this.blocks[number].role = role;
    this.onChange([...roles.keys()]);
  }

  /**
   * Send an action when those before it are answered: each needs the version that they make.
   * @param {string} way
   * @param {() => object} body
   * @param {(() => void) | null} revert
   * @param {(answer: any) => void} [accept]
   * @returns {Promise<void>}
   */
  send(way, body, revert, accept = () => {}) {
    const sent = this.last.then(async () => {
      try {
        const answer = await ask(this.address + way, { ...body(), version: this.state.version });
        this.state = answer;
        accept(answer);
        this.onChange([]);
      } catch (error) {
        revert?.();
        throw error;
      }
    });
    this.last = sent.catch(() => {});
    return sent;
  }
}
