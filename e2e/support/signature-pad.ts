import type { Locator, Page } from '@playwright/test';
import type { Widget } from './widget.js';

/** The pad on which a mandate is signed. */
export class SignaturePad {
  readonly pad: Locator;
  readonly ink: Locator;
  readonly clear: Locator;
  readonly cannotDraw: Locator;
  readonly name: Locator;

  constructor(
    private readonly page: Page,
    { root }: Widget,
  ) {
    this.pad = root.locator('.pad');
    this.ink = root.locator('.ink');
    this.clear = root.getByRole('button', { name: 'Clear' });
    this.cannotDraw = root.getByRole('button', { name: 'I can’t draw a signature' });
    this.name = root.getByRole('textbox', { name: 'Your signature' });
  }

  /** Draws one stroke from left to right. */
  async draw(): Promise<void> {
    await this.pad.scrollIntoViewIfNeeded();
    const box = await this.pad.boundingBox();
    if (!box) throw new Error('There is no signature pad on the page.');
    const at = (right: number, down: number): [number, number] => [
      box.x + box.width * right,
      box.y + box.height * down,
    ];
    await this.page.mouse.move(...at(0.2, 0.5));
    await this.page.mouse.down();
    await this.page.mouse.move(...at(0.4, 0.3), { steps: 4 });
    await this.page.mouse.move(...at(0.8, 0.6), { steps: 4 });
    await this.page.mouse.up();
  }
}
