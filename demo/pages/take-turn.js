/** @type {WeakMap<object, object>} */
const turns = new WeakMap();

/**
 * Keeps an answer that comes late from taking the place of a newer one.
 *
 * @param {object} place where the answer will be shown, or what holds it
 * @returns {() => boolean} whether nothing else has been asked for that place since; asking ends every earlier turn
 */
export function takeTurn(place) {
  const turn = {};
  turns.set(place, turn);
  return () => turns.get(place) === turn;
}
