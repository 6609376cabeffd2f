import type { Page } from '@playwright/test';

/** Picture of one state of the contact sheet. */
export interface CutOut {
  readonly name: string;
  /** Lossless WebP file. */
  readonly picture: Buffer;
}

/** Maximum number of pictures of the whole contact sheet to take until two in a row are equal. */
const mostPictures = 6;

/**
 * Takes one picture of the contact sheet and cuts the states out of it. For a separate picture of each state, the
 * browser would draw the whole contact sheet every time. The page does the cutting, because it can read and write the
 * files.
 *
 * @param page the contact sheet, after everything on it has loaded.
 * @throws if no two pictures in a row are equal.
 */
export async function cutOuts(page: Page): Promise<readonly CutOut[]> {
  const sheet = await pictureAtRest(page);
  const cut = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const whole = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const states = [...document.querySelectorAll<HTMLElement>('.state')].map(async (state) => {
      const { left, top, width, height } = state.getBoundingClientRect();
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas to cut out on.');
      context.drawImage(whole, -left - scrollX, -top - scrollY);
      const file = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
      const letters = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) =>
        String.fromCharCode(byte),
      );
      return [state.dataset.name ?? '', btoa(letters.join(''))] as const;
    });
    return Promise.all(states);
  }, sheet.toString('base64'));
  return cut.map(([name, file]) => ({ name, picture: Buffer.from(file, 'base64') }));
}

async function pictureAtRest(page: Page): Promise<Buffer> {
  let last = await pictureOf(page);
  for (let taken = 1; taken < mostPictures; taken += 1) {
    const next = await pictureOf(page);
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error(
    `Something on the contact sheet moves: of ${mostPictures} pictures of it, no two in a row are equal.`,
  );
}

function pictureOf(page: Page): Promise<Buffer> {
  return page.screenshot({ fullPage: true, animations: 'disabled' });
}
