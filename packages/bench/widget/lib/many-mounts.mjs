/**
 * Shows the form and removes it again the given number of times, each time with a session of its own.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ url: string, mounts: number }} page its document has `page.isMany`
 * @returns {Promise<number>} KiB of heap that these mounts retain, not counting ten mounts before them
 */
export async function heapKept(browser, { url, mounts }) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    await page.goto(url);
    await page.waitForFunction(() => 'show' in /** @type {any} */ (window).page);
    await page.evaluate(mount, 10);
    const before = await heap();
    await page.evaluate(mount, mounts);
    return ((await heap()) - before) / 1024;
  } finally {
    await context.close();
  }
}

/**
 * Shows and removes the form. This function runs in the page.
 * @param {number} times
 */
async function mount(times) {
  const { page, benchField } = /** @type {any} */ (window);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let time = 0; time < times; time += 1) {
    const end = await page.show();
    while (!benchField()) await frame();
    await end();
  }
}
