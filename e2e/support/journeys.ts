import type { Page } from '@playwright/test';
import type { PaymentMethod } from '@upc/contract/gateway';
import { AchForm } from './ach-form.js';
import { BacsForm } from './bacs-form.js';
import { CardForm, cards } from './card-form.js';
import {
  type OpenedSession,
  PartnerBackend,
  type SessionRequest,
  type TestKey,
  testKeys,
} from './open-api.js';
import { answerBank } from './redirects.js';
import { SepaForm } from './sepa-form.js';
import { SignaturePad } from './signature-pad.js';
import type { Stack } from './stack.js';
import { SwissDebitForm, swissIbans } from './swiss-debit-form.js';
import type { Widget } from './widget.js';

interface Step {
  readonly button: RegExp;
  /** Text that appears in this step and not in the one before. */
  readonly shows?: string;
}

/** A payment method from the session to success, as a person goes through it. */
export interface Journey {
  readonly key: TestKey;
  readonly countryCode: string;
  /** Language, English when absent. */
  readonly locale?: string;
  readonly session: Partial<SessionRequest>;
  /** Fills in the form. */
  readonly fill: (widget: Widget, page: Page) => Promise<void>;
  /** Steps in order, each with its main button. */
  readonly steps: readonly Step[];
  /** Whether the last press leads to a page of the provider, which leads back to the partner's. */
  readonly leaves?: boolean;
  /** Whether the bank challenges the person after the last press, in a frame on the page. */
  readonly challenge?: boolean;
  /** Whether the button has the look of a brand, and stays when the others are hidden. */
  readonly hasOwnButton?: boolean;
}

const nothing = (): Promise<void> => Promise.resolve();
const paid = { scope: 'ECOM', amount: 25, showExistingPaymentInstruments: false } as const;
const eur = { key: testKeys.eur, countryCode: 'DE' } as const;
const chf = { key: testKeys.chf, countryCode: 'CH' } as const;
const pay = [{ button: /^Pay/ }];
const sign = [{ button: /^Sign mandate/ }];
const authorise = [{ button: /^Authorise debits/ }];
const use = [{ button: /^Use this/ }];
const goOn = /^Continue$/;
const leaving = { session: paid, fill: nothing, steps: pay, leaves: true } as const;

/** Journeys of every method in the specification. */
export const journeys: Readonly<Record<PaymentMethod, Journey>> = {
  CREDIT_CARD: { ...eur, session: paid, fill: (widget) => new CardForm(widget).fill(), steps: pay },
  SEPA: { ...eur, session: {}, fill: (widget) => new SepaForm(widget).fill(), steps: sign },
  CH_DD: {
    ...chf,
    session: {},
    fill: (widget) => new SwissDebitForm(widget).fill(swissIbans.postFinance),
    steps: authorise,
  },
  LSV: {
    ...chf,
    session: {},
    fill: (widget) => new SwissDebitForm(widget).fill(swissIbans.otherBank),
    steps: authorise,
  },
  BACS: {
    key: testKeys.gbp,
    countryCode: 'GB',
    session: {},
    fill: (widget) => new BacsForm(widget).fill(),
    steps: [
      { button: /^Check your details$/ },
      { button: /^Set up Direct Debit/, shows: 'Please check your details' },
      { button: goOn, shows: 'Your Direct Debit Instruction is ready' },
    ],
  },
  ACH: {
    key: testKeys.usd,
    countryCode: 'US',
    session: {},
    fill: (widget) => new AchForm(widget).fill(),
    steps: [{ button: /^Authorize debits/ }, { button: goOn, shows: 'Your authorization is ready' }],
  },
  BECS: { key: testKeys.aud, countryCode: 'AU', ...leaving },
  IDEAL: { ...eur, ...leaving, hasOwnButton: true },
  BANCONTACT: { ...eur, ...leaving },
  PAYPAL: { ...eur, ...leaving, hasOwnButton: true },
  TWINT: { ...chf, ...leaving, hasOwnButton: true },
  BANK_TRANSFER: { ...eur, session: {}, fill: nothing, steps: use },
  CASH: { ...eur, session: {}, fill: nothing, steps: use },
};

export type JourneyMethod = PaymentMethod;

/** SEPA with a drawn signature. */
export const signedSepa: Journey = {
  ...journeys.SEPA,
  session: { requireDirectDebitSignature: true },
  fill: async (widget, page) => {
    await journeys.SEPA.fill(widget, page);
    await new SignaturePad(page, widget).draw();
  },
};

/** SEPA in a language that is fetched. */
export const germanSepa: Journey = {
  ...journeys.SEPA,
  locale: 'de',
  fill: (widget) => new SepaForm(widget, 'de').fill(),
  steps: [{ button: /Mandat/ }],
};

/** A card whose bank challenges the person in a frame on the page. */
export const cardWithModal: Journey = {
  ...journeys.CREDIT_CARD,
  fill: (widget) => new CardForm(widget).fill(cards.modal),
  challenge: true,
};

/** Opens a session that offers only this method. */
export function openSessionOf(
  stack: Stack,
  method: JourneyMethod,
  { key, session }: Pick<Journey, 'key' | 'session'> = journeys[method],
): Promise<OpenedSession> {
  const backend = new PartnerBackend(stack.serviceUrl, key);
  return backend.openSession({ permittedPaymentChoices: [method], ...session });
}

/** Opens a session that offers only this method. @returns its token. */
export async function openJourney(
  stack: Stack,
  method: JourneyMethod,
  { key, session }: Journey = journeys[method],
): Promise<string> {
  return (await openSessionOf(stack, method, { key, session })).token;
}

/** Returns the name of the form's own button. */
export function firstButton({ steps: [first] }: Journey): RegExp {
  if (!first) throw new Error('A journey has at least one step.');
  return first.button;
}

/** Approves on the provider's page and returns to the partner's. */
export async function comeBack(page: Page, address: string): Promise<void> {
  await answerBank(page, 'Approve');
  await page.waitForURL(address);
}
