/** @type {WeakMap<HTMLElement, object>} */
const turns = new WeakMap();

/**
 * Keeps an answer that comes late from taking the place of a newer one.
 *
 * @param {HTMLElement} place where the answer will be shown
 * @returns {() => boolean} whether nothing else has been asked for that place since
 */
export function takeTurn(place) {
  const turn = {};
  turns.set(place, turn);
  return () => turns.get(place) === turn;
}
