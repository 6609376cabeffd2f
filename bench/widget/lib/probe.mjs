/**
 * Runs in the page before anything else, the same for whoever is measured: in each frame it asks whether there is a field
 * that is visible, on top and enabled, and notes the time after that frame was painted, when a key would be taken.
 * `window.benchField` finds the field; the page has set it.
 */
export function probe() {
  /** @type {{ usable: number, tasks: number[], shift: number }} */
  const noted = { usable: 0, tasks: [], shift: 0 };
  const page = /** @type {any} */ (window);
  page.bench = noted;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noted.shift += /** @type {any} */ (entry).value;
  }).observe({ type: 'layout-shift', buffered: true });

  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    noted.usable = performance.now();
    // A binding of the driver.
    page.benchUsable('');
  };
  const look = () => {
    if (isUsable(page.benchField?.())) painted.port2.postMessage(undefined);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  /** @param {HTMLInputElement | null | undefined} field */
  function isUsable(field) {
    if (!field || field.disabled || field.readOnly) return false;
    if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { left, top, width, height } = field.getBoundingClientRect();
    const root = /** @type {Document | ShadowRoot} */ (field.getRootNode());
    return root.elementFromPoint(left + width / 2, top + height / 2) === field;
  }
}
