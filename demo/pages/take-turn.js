/** @type {WeakMap<object, object>} */
const turns = new WeakMap();

/**
 * Prevents a late answer from replacing a newer one.
 *
 * @param {object} place element that will show the answer, or the object that holds it
 * @returns {() => boolean} whether this is still the latest turn for that place; every call ends all earlier turns
 */
export function takeTurn(place) {
  const turn = {};
  turns.set(place, turn);
  return () => turns.get(place) === turn;
}
