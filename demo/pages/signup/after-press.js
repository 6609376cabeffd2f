/**
 * Ids of the pointers that are down.
 * @type {Set<number>}
 */
const down = new Set();
const ENDS = /** @type {const} */ (['pointerup', 'pointercancel']);
addEventListener('pointerdown', ({ pointerId }) => down.add(pointerId), true);
for (const end of ENDS) addEventListener(end, ({ pointerId }) => down.delete(pointerId), true);

/**
 * Runs a function as soon as nothing is pressed. A field loses the focus when the pointer goes down on a button. If a
 * message appeared or went at once, the button could move away from under the pointer, and the click would miss it.
 *
 * @param {() => void} run
 */
export function afterPress(run) {
  // The click of a press follows its end in the same task, and must come first.
  if (down.size === 0) return void setTimeout(run);
  const waiting = new AbortController();
  const goOn = () => {
    waiting.abort();
    afterPress(run);
  };
  for (const end of ENDS) addEventListener(end, goOn, { signal: waiting.signal });
}
