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

/** Security code that tests type, and then search for in places where it must not be. */
export const cvcCanary = '737';

/** Returns the left edge, width and height of a field in whole pixels, in which fields below each other are equal. */
export async function placeOf(field: Locator): Promise<readonly number[]> {
  const { x = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
  return [x, width, height].map(Math.round);
}

/** The card form with Stripe's fields, in English. The holder's field is ours. */
export class StripeCardForm {
  readonly holder: Locator;
  readonly button: Locator;
  readonly notice: Locator;
  /** Stripe's frames of this widget, wherever in the document they are placed. */
  readonly frames: Locator;
  isSeparate = false;

  constructor(
    private readonly page: Page,
    widget: Widget,
  ) {
    this.holder = widget.root.getByLabel('Name on the card');
    this.button = widget.button(/^(Pay|Save)/);
    this.notice = widget.root.locator('upc-notice');
    this.frames = page.locator('iframe[name^="__standInFrame"]:not([title*="expressCheckout"])');
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

  /** Document of the first frame, which records the settings that it received. */
  get document(): Locator {
    return this.#frame(0).locator('html');
  }

  get country(): Locator {
    return this.#frame(0).getByLabel('Country');
  }

  /** Finds an error that the combined element shows itself. */
  error(text: string | RegExp): Locator {
    return this.#frame(0).getByText(text);
  }

  /** Types as a person does, so that keys go into the frames. */
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

  /** Stripe's modal with the bank's page, in the page's body. */
  get challenge(): Locator {
    return this.page.locator('#stripe-challenge');
  }

  async answerChallenge(answer: 'Complete authentication' | 'Fail authentication'): Promise<void> {
    const button = this.challenge.locator('iframe').contentFrame().getByRole('button', { name: answer });
    await expect(button).toBeVisible();
    // The test answers by keyboard, because a browser may not pass a click into a frame that it has only just drawn.
    // The key removes the frame, so Playwright may not confirm the press.
    void button.press('Enter').catch(() => undefined);
    await expect(this.challenge).toHaveCount(0);
  }

  #frame(index: number): FrameLocator {
    return this.frames.nth(index).contentFrame();
  }
}
