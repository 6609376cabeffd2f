import { defaults } from './values.js';

/** @typedef {import('./values.js').Values} Values */

/** The values of now, of before, and of what was undone. */
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
   * @param {string} [name] of the control: what is typed into one is undone as a whole
   */
  change(changes, name) {
    if (name === undefined || name !== this.#lastName) this.#past.push(this.values);
    this.#lastName = name;
    this.#future = [];
    this.values = { ...this.values, ...changes };
  }

  /** Another control is used next, even if it is the same. */
  pause() {
    this.#lastName = undefined;
  }

  undo() {
    this.#move(this.#past, this.#future);
  }

  redo() {
    this.#move(this.#future, this.#past);
  }

  /** Back to how the page was at first, but for what is looked at; this can be undone, too. */
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
