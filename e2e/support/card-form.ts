import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { OpenedSession, PartnerBackend, SessionRequest } from './open-api.js';
import type { Widget } from './widget.js';

/** Test cards of the simulated provider. */
export const cards = {
  success: '4242424242424242',
  amex: '378282246310005',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  error: '4000000000000119',
  redirect: '4000002760003184',
  modal: '4000000000003220',
  refusedAfterChallenge: '4000008400001629',
} as const;

/** Opens a session that offers only cards, so that their form appears immediately. */
export function openCardSession(
  backend: PartnerBackend,
  request: Partial<SessionRequest> = {},
): Promise<OpenedSession> {
  return backend.openSession({
    permittedPaymentChoices: ['CREDIT_CARD'],
    scope: 'ECOM',
    amount: 25,
    showExistingPaymentInstruments: false,
    ...request,
  });
}

/** The card form, in English: the holder's field is ours, the others are in the provider's frames. */
export class CardForm {
  readonly holder: Locator;
  readonly button: Locator;

  constructor(private readonly widget: Widget) {
    this.holder = widget.root.getByLabel('Name on the card');
    this.button = widget.button(/^(Pay|Save)/);
  }

  get number(): Locator {
    return this.frame(0).getByLabel('Card number');
  }

  get expiry(): Locator {
    return this.frame(this.isSeparate ? 1 : 0).getByLabel('Expiry date');
  }

  get cvc(): Locator {
    return this.frame(this.isSeparate ? 2 : 0).getByLabel('Security code');
  }

  isSeparate = false;

  frame(index: number): FrameLocator {
    return this.widget.root.locator('iframe').nth(index).contentFrame();
  }

  /** Types as a person does, so that keys go into the frames. */
  async fill(number: string = cards.success, holder = 'Mara Lindner'): Promise<void> {
    await this.holder.fill(holder);
    await this.number.pressSequentially(number);
    await this.expiry.pressSequentially('1234');
    await this.cvc.pressSequentially(number.startsWith('3') ? '1234' : '123');
  }
}

/** Returns a button on the bank's page, in whichever page or frame it is shown. */
export function bankButton(place: Page | FrameLocator, name: string): Locator {
  return place.getByRole('button', { name, exact: true });
}

/** Returns the frame of the bank's page in the widget's modal. */
export function challengeFrame(widget: Widget): FrameLocator {
  return widget.root.locator('dialog iframe').contentFrame();
}
