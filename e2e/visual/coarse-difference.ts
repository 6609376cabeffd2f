import type { Page } from '@playwright/test';

/** Difference between two pictures as seen from far away. */
export interface CoarseDifference {
  /** Difference in pixels, the larger one of width and height. */
  readonly size: number;
  /** Share of the 8 × 8 pixel cells that differ by more than a tenth of the range from black to white, from 0 to 1. */
  readonly cells: number;
}

/**
 * Compares the drawings of two versions of a browser. Letters and edges may differ, but not positions and colours. The
 * page does the comparison, because it can read the files.
 *
 * @param page any page; nothing on it is changed.
 * @param pictures two WebP files.
 */
export function coarseDifference(page: Page, pictures: readonly [Buffer, Buffer]): Promise<CoarseDifference> {
  const files = pictures.map((picture) => picture.toString('base64'));
  return page.evaluate(async (encoded) => {
    const [one, other] = await Promise.all(
      encoded.map(async (file) => {
        const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
        return createImageBitmap(new Blob([bytes], { type: 'image/webp' }));
      }),
    );
    if (!one || !other) throw new Error('Two pictures are compared.');
    const [width, height] = [Math.ceil(one.width / 8), Math.ceil(one.height / 8)];
    const cells = (picture: ImageBitmap): Uint8ClampedArray => {
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (!context) throw new Error('No canvas to compare on.');
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, picture.width / 8, picture.height / 8);
      return context.getImageData(0, 0, width, height).data;
    };
    const [left, right] = [cells(one), cells(other)];
    let different = 0;
    for (let at = 0; at < left.length; at += 4) {
      const isOff = [0, 1, 2].some(
        (channel) => Math.abs((left[at + channel] ?? 0) - (right[at + channel] ?? 0)) > 25,
      );
      if (isOff) different += 1;
    }
    return {
      size: Math.max(Math.abs(one.width - other.width), Math.abs(one.height - other.height)),
      cells: different / (left.length / 4),
    };
  }, files);
}
