import { defaults } from './values.js';

/** @typedef {import('./values.js').Values} Values */

/** Holds the current values, the earlier ones, and those that were undone. */
export class History {
  /** @type {Values[]} */
  #past = [];
  /** @type {Values[]} */
  #future = [];
  /** @type {string | undefined} */
  #lastName;

  /** @param {Values} values */
  constructor(values) {
    this.values = values;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * @param {Values} changes
   * @param {string} [name] name of the control; everything that is typed into one control is undone in one step
   */
  change(changes, name) {
    if (name === undefined || name !== this.#lastName) this.#past.push(this.values);
    this.#lastName = name;
    this.#future = [];
    this.values = { ...this.values, ...changes };
  }

  /** Makes the next change a step of its own, even if it is in the same control. */
  pause() {
    this.#lastName = undefined;
  }

  undo() {
    this.#move(this.#past, this.#future);
  }

  redo() {
    this.#move(this.#future, this.#past);
  }

  /** Resets the page to its initial values, except for the chosen view, code and session. The reset can be undone. */
  reset() {
    const kept = Object.entries(this.values).filter(([name]) => /^(page\.(view|code)|session\.)/.test(name));
    this.change({ ...defaults, ...Object.fromEntries(kept) });
  }

  /**
   * @param {Values[]} from
   * @param {Values[]} to
   */
  #move(from, to) {
    const next = from.pop();
    if (next === undefined) return;
    to.push(this.values);
    this.values = next;
    this.pause();
  }
}
