import { expect, type Page, type Request } from '@playwright/test';

/**
 * Moves the page's clock forward until something appears, so that the test skips the pauses between requests. The clock
 * stands still while a request is under way; otherwise the request would exceed its own time limit.
 */
export async function runUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const underWay = new Set<Request>();
  const begin = (request: Request): unknown => underWay.add(request);
  const end = (request: Request): unknown => underWay.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await expect
    .poll(async () => {
      if (underWay.size === 0) await page.clock.runFor(5_000);
      return isThere();
    })
    .toBe(true);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}
