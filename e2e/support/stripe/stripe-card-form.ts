import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { Widget } from '../widget.js';

/** Stripe's test cards. */
export const stripeCards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  modal: '4000000000003220',
  redirect: '4000002760003184',
  refusedAfterChallenge: '4000008400001629',
} as const;

/** Typed as the security code, and looked for where it must not be. */
export const cvcCanary = '737';

/** Position and size of a field, in whole pixels: fields below each other are alike in that. */
export async function placeOf(field: Locator): Promise<readonly number[]> {
  const { x = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
  return [x, width, height].map(Math.round);
}

/** The card form with Stripe's fields, in English: the holder's field is ours. */
export class StripeCardForm {
  readonly holder: Locator;
  readonly button: Locator;
  readonly notice: Locator;
  /** Stripe's frames of this widget, wherever in the document they are. */
  readonly frames: Locator;
  isSeparate = false;

  constructor(
    private readonly page: Page,
    widget: Widget,
  ) {
    this.holder = widget.root.getByLabel('Name on the card');
    this.button = widget.button(/^(Pay|Save)/);
    this.notice = widget.root.locator('upc-notice');
    this.frames = page.locator('iframe[name^="__standInFrame"]');
  }

  get number(): Locator {
    return this.#frame(0).getByLabel('Card number');
  }

  get expiry(): Locator {
    return this.#frame(this.isSeparate ? 1 : 0).getByLabel('Expiration date');
  }

  get cvc(): Locator {
    return this.#frame(this.isSeparate ? 2 : 0).getByLabel('Security code');
  }

  /** The document of the first frame, which notes what it was told. */
  get document(): Locator {
    return this.#frame(0).locator('html');
  }

  get country(): Locator {
    return this.#frame(0).getByLabel('Country');
  }

  /** An error that the combined element shows in itself. */
  error(text: string | RegExp): Locator {
    return this.#frame(0).getByText(text);
  }

  /** Types, as a person does: keys go into the frames. */
  async fill(number: string = stripeCards.success, holder = 'Mara Lindner'): Promise<void> {
    await this.holder.fill(holder);
    await this.fillCard(number);
  }

  async fillCard(number: string = stripeCards.success): Promise<void> {
    for (const [field, text] of [
      [this.number, number],
      [this.expiry, '1234'],
      [this.cvc, cvcCanary],
    ] as const) {
      await field.fill('');
      await field.pressSequentially(text);
    }
  }

  /** Stripe's modal with the bank's page in it, on the page's body. */
  get challenge(): Locator {
    return this.page.locator('#stripe-challenge');
  }

  async answerChallenge(answer: 'Complete authentication' | 'Fail authentication'): Promise<void> {
    const button = this.challenge.locator('iframe').contentFrame().getByRole('button', { name: answer });
    await expect(button).toBeVisible();
    // By keyboard: a browser may not pass on a click into a frame that it has only just drawn. The frame goes with the key, and may not
    // say that it was pressed.
    void button.press('Enter').catch(() => undefined);
    await expect(this.challenge).toHaveCount(0);
  }

  #frame(index: number): FrameLocator {
    return this.frames.nth(index).contentFrame();
  }
}
