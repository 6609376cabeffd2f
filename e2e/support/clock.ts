import { expect, type Page } from '@playwright/test';

/** Runs the clock of the page on until something shows there: nobody waits for the pauses in between. */
export async function runUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return isThere();
    })
    .toBe(true);
}
