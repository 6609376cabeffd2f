import type { MandateScheme, PaymentInstrumentDetails, PaymentMethod, Scope } from './gateway.js';

/**
 * Sessions in which a method is offered: all of a scope, only those with an amount above 0, only those without an
 * amount, or none.
 */
type Offered = 'always' | 'with-amount' | 'without-amount' | 'never';

interface Facts {
  /** Name of the method's property in `paymentInstrumentDetails`. */
  readonly detailsKey: keyof PaymentInstrumentDetails;
  readonly scopes: Readonly<Record<Scope, Offered>>;
  /** ISO 4217 code; null if the method works with any currency. */
  readonly currency: string | null;
  /**
   * Whether the payer may be asked to save the instrument; only in ECOM (specification, payment user session, rule 5).
   */
  readonly canBeSaved: boolean;
  /** Minutes after which the widget stops polling for the outcome (design of the gateway, waiting). */
  readonly waitMinutes: number;
}

/**
 * Direct debit: the gateway takes a mandate and the account details, and the account is debited when the token is used.
 */
interface DebitFacts extends Facts {
  readonly flow: 'debit';
  readonly scheme: MandateScheme;
  readonly hold: 'SETUP';
  /** Last day of the scheme in the studio's time zone, as an ISO 8601 date. */
  readonly lastDay?: string;
}

/** Secured fields: the payer types the details into frames of the provider. */
interface FramesFacts extends Facts {
  readonly flow: 'frames';
  readonly hold: 'AUTHORIZED';
}

/** Page of the provider to which the payer is redirected. */
interface PageFacts extends Facts {
  readonly flow: 'page';
  readonly hold: 'SETUP' | 'AUTHORIZED' | 'PAID';
}

/** Only a choice: there is no provider, no mandate and nothing to wait for. */
interface ChoiceFacts extends Facts {
  readonly flow: 'none';
  readonly hold: 'SETUP';
}

/**
 * Facts about a payment method, shared by all workspaces. `hold` is what the provider holds after a payment above 0,
 * until the usage is posted: only the instrument (`SETUP`, debited then), an authorised amount (`AUTHORIZED`, captured
 * then), or the money itself (`PAID`, refunded if the token is never used).
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
  // Money that changes hands elsewhere cannot be authorised here.
  scopes: { MEMBER_ACCOUNT: 'without-amount', ECOM: 'never' },
  currency: null,
  canBeSaved: false,
  waitMinutes: 2,
} as const;

/**
 * The payment methods of the specification (`permittedPaymentChoices`), each once, in the order in which they are
 * offered. Code that must cover every method uses a record with these names as keys, so the compiler reports where a
 * new method is missing.
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
    // SIX discontinues LSV+ on this day (postfinance.ch, newsroom, on the future of CH-DD).
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

/** Returns whether sessions with the scope and amount offer the method; the currency may still rule it out. */
export function isOfferedFor(method: PaymentMethod, scope: Scope, amount: number): boolean {
  const offered: Offered = catalogue[method].scopes[scope];
  return offered === 'always' || offered === (amount > 0 ? 'with-amount' : 'without-amount');
}

/** Methods of the given flow, such as `MethodOf<'debit'>`. */
export type MethodOf<F extends Flow> = {
  [M in PaymentMethod]: (typeof catalogue)[M]['flow'] extends F ? M : never;
}[PaymentMethod];

export type DebitMethod = MethodOf<'debit'>;

/** Methods that a payment service provider handles. */
export type ProviderMethod = MethodOf<'debit' | 'frames' | 'page'>;

/**
 * Provider methods that hold only the instrument and debit it later, whether the gateway or the provider collects the
 * details.
 */
export type DebitedMethod = {
  [M in ProviderMethod]: (typeof catalogue)[M]['hold'] extends 'SETUP' ? M : never;
}[ProviderMethod];

/** All payment methods, in catalogue order. */
export const methodNames = Object.keys(catalogue) as PaymentMethod[];

/** Returns whether a name is a known payment method; a gateway newer than the widget may send other names. */
export function isPaymentMethod(name: string): name is PaymentMethod {
  return Object.hasOwn(catalogue, name);
}

/** Returns whether a method belongs to a flow, such as `isOfFlow(method, 'page')`. */
export function isOfFlow<F extends Flow>(method: PaymentMethod, flow: F): method is MethodOf<F> {
  return catalogue[method].flow === flow;
}

/** Returns the methods of the given flows, in catalogue order. */
export function methodsOf<F extends Flow>(...flows: readonly F[]): MethodOf<F>[] {
  return methodNames.filter((method): method is MethodOf<F> =>
    (flows as readonly Flow[]).includes(catalogue[method].flow),
  );
}
