/**
 * What the probe has noted, in `window.bench`.
 * @typedef {object} Noted
 * @property {number} usable milliseconds from `from` until the form was usable
 * @property {number} from time of the navigation or the click
 * @property {{ end: number, duration: number }[]} tasks long ones
 * @property {number} shift
 */

/**
 * Runs in the page and its frames before anything else, and is the same for every subject. Each time the browser
 * paints, it checks for a field that is visible, on top and enabled. It records the time after that paint, when the
 * field would accept a key. In a page, `window.benchField` finds the field. `window.benchClick` finds a row or a button,
 * which is clicked `window.benchPause` milliseconds after it is usable; the time is then measured from that click. A
 * frame waits for its first field and informs the page.
 */
export function probe() {
  const page = /** @type {any} */ (window);
  const now = () => performance.timeOrigin + performance.now();
  const isFrame = window !== window.top;
  if (isFrame) {
    whenUsable(
      () => document.querySelector('input'),
      () => window.top?.postMessage({ benchUsable: now() }, '*'),
    );
    return;
  }

  /** @type {Noted} */
  const noted = { usable: 0, from: performance.timeOrigin, tasks: [], shift: 0 };
  page.bench = noted;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      noted.tasks.push({ end: performance.timeOrigin + startTime + duration, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noted.shift += /** @type {any} */ (entry).value;
  }).observe({ type: 'layout-shift', buffered: true });
  whenUsable(
    () => page.benchField?.(),
    () => report(now()),
  );
  whenUsable(
    () => page.benchClick?.(),
    () =>
      setTimeout(() => {
        noted.from = now();
        page.benchClick().click();
      }, page.benchPause),
  );
  addEventListener('message', ({ data }) => data?.benchUsable && report(data.benchUsable));

  /** @param {number} at */
  function report(at) {
    if (noted.usable > 0) return;
    noted.usable = at - noted.from;
    // The driver has added this function to the page.
    page.benchUsable('');
  }

  /**
   * @param {() => HTMLElement | null | undefined} find
   * @param {() => void} then
   */
  function whenUsable(find, then) {
    const painted = new MessageChannel();
    painted.port1.onmessage = then;
    const look = () => {
      if (isUsable(find())) painted.port2.postMessage(undefined);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }

  /** @param {HTMLElement | null | undefined} field */
  function isUsable(field) {
    if (!field || field.matches(':disabled, input:not([type="radio"]):read-only')) return false;
    if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { left, top, width, height } = field.getBoundingClientRect();
    const root = /** @type {Document | ShadowRoot} */ (field.getRootNode());
    return field.contains(root.elementFromPoint(left + width / 2, top + height / 2));
  }
}
