import type { MandateScheme, PaymentInstrumentDetails, PaymentMethod, Scope } from './gateway.js';

/** In which sessions a method is offered: in all of a scope, in those with an amount above 0, in those without, or in none. */
type Offered = 'always' | 'with-amount' | 'without-amount' | 'never';

interface Facts {
  /** The method's member of `paymentInstrumentDetails`. */
  readonly detailsKey: keyof PaymentInstrumentDetails;
  readonly scopes: Readonly<Record<Scope, Offered>>;
  /** ISO 4217; null: any. */
  readonly currency: string | null;
  /** Whether the person may be asked to save it: in ECOM only (specification, payment user session, rule 5). */
  readonly canBeSaved: boolean;
  /** Minutes until the widget stops asking for the outcome (design of the gateway, waiting). */
  readonly waitMinutes: number;
}

/** A mandate and an account that the gateway takes; debited when the token is used. */
interface DebitFacts extends Facts {
  readonly flow: 'debit';
  readonly scheme: MandateScheme;
  readonly hold: 'SETUP';
  /** ISO 8601; the last day of the scheme, in the studio's time zone. */
  readonly lastDay?: string;
}

/** Secured fields: the details are typed into frames of the provider. */
interface FramesFacts extends Facts {
  readonly flow: 'frames';
  readonly hold: 'AUTHORIZED';
}

/** A page of the provider, to which the person is sent. */
interface PageFacts extends Facts {
  readonly flow: 'page';
  readonly hold: 'SETUP' | 'AUTHORIZED' | 'PAID';
}

/** Nothing but the choice: no provider, no mandate, nothing to wait for. */
interface ChoiceFacts extends Facts {
  readonly flow: 'none';
  readonly hold: 'SETUP';
}

/**
 * Facts about a payment method, for every workspace. `hold` is the provider's hold once an amount above 0 was paid
 * with it, until the usage is posted: the instrument alone (`SETUP`, debited then), the amount held (`AUTHORIZED`,
 * captured then), or the money itself (`PAID`, refunded when the token stays unused).
 */
export type PaymentMethodFacts = DebitFacts | FramesFacts | PageFacts | ChoiceFacts;

export type Flow = PaymentMethodFacts['flow'];

const everywhere = { MEMBER_ACCOUNT: 'always', ECOM: 'always' } as const;
const memberAccount = { MEMBER_ACCOUNT: 'always', ECOM: 'never' } as const;
const purchase = { MEMBER_ACCOUNT: 'never', ECOM: 'with-amount' } as const;

const debit = { flow: 'debit', hold: 'SETUP', scopes: everywhere, canBeSaved: true, waitMinutes: 2 } as const;
const page = { flow: 'page', canBeSaved: true, waitMinutes: 15 } as const;
const oneTime = { ...page, hold: 'PAID', scopes: purchase, canBeSaved: false } as const;
const choice = {
  flow: 'none',
  hold: 'SETUP',
  // Nobody can authorise what changes hands elsewhere.
  scopes: { MEMBER_ACCOUNT: 'without-amount', ECOM: 'never' },
  currency: null,
  canBeSaved: false,
  waitMinutes: 2,
} as const;

/**
 * The payment methods of the specification (`permittedPaymentChoices`), each once, in the order in which they are
 * offered. Everything that has to answer for a method is a record over these names, so that the compiler names what
 * a new one lacks.
 */
export const catalogue = {
  CREDIT_CARD: {
    flow: 'frames',
    detailsKey: 'creditCard',
    hold: 'AUTHORIZED',
    scopes: everywhere,
    currency: null,
    canBeSaved: true,
    waitMinutes: 10,
  },
  SEPA: { ...debit, scheme: 'SEPA', detailsKey: 'sepa', currency: 'EUR' },
  BACS: { ...debit, scheme: 'BACS', detailsKey: 'bacs', currency: 'GBP' },
  ACH: { ...debit, scheme: 'ACH', detailsKey: 'ach', currency: 'USD' },
  BECS: { ...page, detailsKey: 'becs', hold: 'SETUP', scopes: everywhere, currency: 'AUD' },
  PAYPAL: { ...page, detailsKey: 'paypal', hold: 'AUTHORIZED', scopes: everywhere, currency: null },
  CH_DD: {
    ...debit,
    scheme: 'CH_DD',
    detailsKey: 'chDD',
    scopes: memberAccount,
    currency: 'CHF',
    canBeSaved: false,
  },
  LSV: {
    ...debit,
    scheme: 'LSV',
    // SIX ends LSV+ then (postfinance.ch, newsroom, on the future of CH-DD).
    lastDay: '2028-09-30',
    detailsKey: 'lsvDD',
    scopes: memberAccount,
    currency: 'CHF',
    canBeSaved: false,
  },
  TWINT: { ...oneTime, detailsKey: 'twint', currency: 'CHF' },
  IDEAL: { ...oneTime, detailsKey: 'ideal', currency: 'EUR' },
  BANCONTACT: { ...oneTime, detailsKey: 'banContactCard', currency: 'EUR' },
  BANK_TRANSFER: { ...choice, detailsKey: 'bankTransfer' },
  CASH: { ...choice, detailsKey: 'cash' },
} as const satisfies Readonly<Record<PaymentMethod, PaymentMethodFacts>>;

/** Whether sessions of a scope and an amount offer a method; the currency may still rule it out. */
export function isOfferedFor(method: PaymentMethod, scope: Scope, amount: number): boolean {
  const offered: Offered = catalogue[method].scopes[scope];
  return offered === 'always' || offered === (amount > 0 ? 'with-amount' : 'without-amount');
}

/** The methods whose details travel in one of the ways, such as `MethodOf<'debit'>`. */
export type MethodOf<F extends Flow> = {
  [M in PaymentMethod]: (typeof catalogue)[M]['flow'] extends F ? M : never;
}[PaymentMethod];

export type DebitMethod = MethodOf<'debit'>;

/** The methods that a payment service provider serves. */
export type ProviderMethod = MethodOf<'debit' | 'frames' | 'page'>;

/** The methods of a provider that hold nothing but the instrument: debits, whoever takes their details. */
export type DebitedMethod = {
  [M in ProviderMethod]: (typeof catalogue)[M]['hold'] extends 'SETUP' ? M : never;
}[ProviderMethod];

/** All of them, in the order of the catalogue. */
export const methodNames = Object.keys(catalogue) as PaymentMethod[];

/** Whether a name is one of a method: a gateway newer than the widget may know more. */
export function isPaymentMethod(name: string): name is PaymentMethod {
  return Object.hasOwn(catalogue, name);
}

/** Whether a method is one of a flow, such as `isOfFlow(method, 'page')`. */
export function isOfFlow<F extends Flow>(method: PaymentMethod, flow: F): method is MethodOf<F> {
  return catalogue[method].flow === flow;
}

/** The methods of the flows, in the order of the catalogue. */
export function methodsOf<F extends Flow>(...flows: readonly F[]): MethodOf<F>[] {
  return methodNames.filter((method): method is MethodOf<F> =>
    (flows as readonly Flow[]).includes(catalogue[method].flow),
  );
}
