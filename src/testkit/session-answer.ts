import {
  catalogue,
  type DebitMethod,
  isOfferedFor,
  isOfFlow,
  methodNames,
  type PaymentMethodFacts,
} from '@upc/contract/catalogue';
import type {
  MandateOffer,
  OfferedPaymentMethod,
  PaymentMethod,
  Scope,
  Session,
} from '@upc/contract/gateway';
import { storedDetails } from './details.js';

/** Properties of a session. Those that are absent follow from the others. */
export interface SessionOptions {
  /** ISO 3166-1 alpha-2 country of the page and the studio. If absent, it follows from the methods, else `DE`. */
  readonly country?: string;
  /** Methods to offer. If absent, all that such a session may have. */
  readonly methods?: readonly PaymentMethod[];
  /**
   * Amount in units of the currency; 0 collects a payment method without a payment. If absent, 0, or 25 if a method
   * requires an amount.
   */
  readonly amount?: number;
  /** ISO 4217 currency. If absent, that of the methods or the country. */
  readonly currency?: string;
  /** Scope of the session. If absent, `MEMBER_ACCOUNT`, or `ECOM` if a method requires it. */
  readonly scope?: Scope;
  /** Methods for which the person has one stored instrument each. */
  readonly savedInstruments?: readonly PaymentMethod[];
  /** Method of a payment in progress: the person returns from the provider's page. */
  readonly pendingPayment?: PaymentMethod;
  /** Whether a debit is followed by a step for downloading the mandate. */
  readonly mandateDownload?: boolean;
  /** Target of `REDIRECT`. If absent, the return address of the payment. */
  readonly redirectUrl?: string;
  /** Members that replace those of the response, as `packages/contract/gateway.yaml` allows. */
  readonly session?: Partial<Session>;
}

const currencies: Readonly<Record<string, string>> = {
  CH: 'CHF',
  LI: 'CHF',
  GB: 'GBP',
  US: 'USD',
  AU: 'AUD',
};

/** Fields that methods require besides holder and account. */
const required: Readonly<Record<DebitMethod, OfferedPaymentMethod['requiredFields']>> = {
  SEPA: [],
  CH_DD: ['address'],
  LSV: ['address'],
  BACS: ['address', 'email'],
  ACH: [],
};
const signed: readonly PaymentMethod[] = ['SEPA', 'CH_DD', 'LSV'];

/**
 * Returns the session as the gateway would describe it.
 *
 * @throws Error when no such session can offer one of the methods.
 */
export function sessionAnswer(options: SessionOptions): Session {
  const methods = options.methods ?? [];
  const facts = methods.map((method): PaymentMethodFacts => catalogue[method]);
  const isPurchase = facts.some(({ scopes }) => scopes.MEMBER_ACCOUNT === 'never');
  const ofMethods = facts.find(({ currency }) => currency !== null)?.currency;
  const currency = options.currency ?? ofMethods ?? currencies[options.country ?? ''] ?? 'EUR';
  const scope = options.scope ?? (isPurchase ? 'ECOM' : 'MEMBER_ACCOUNT');
  const amount = options.amount ?? (isPurchase ? 25 : 0);
  const country = countryOf(options, currency);
  const isOffered = (method: PaymentMethod): boolean => {
    const { currency: only } = catalogue[method];
    return (only ?? currency) === currency && isOfferedFor(method, scope, amount);
  };
  const never = methods.find((method) => !isOffered(method));
  if (never !== undefined)
    throw new Error(`No session of scope ${scope} over ${amount} ${currency} offers ${never}.`);
  const offered = options.methods ?? methodNames.filter(isOffered);
  const needsSignature = options.session?.requireDirectDebitSignature ?? false;
  const canBeSaved = (method: PaymentMethod): boolean => scope === 'ECOM' && catalogue[method].canBeSaved;
  return {
    amount: { amount, currency },
    scope,
    tokenValidUntil: new Date(Date.now() + 30 * 60_000).toISOString(),
    referenceText: 'Membership',
    creditor: {
      name: 'Example Studio',
      address: { line1: '1 Example Street', city: 'Exampleton', postalCode: '10115', country },
      email: 'studio@example.com',
    },
    requireDirectDebitSignature: needsSignature,
    savingOffered: offered.some(canBeSaved),
    paymentMethods: offered.map((method) => offer(method, canBeSaved(method), needsSignature, options)),
    paymentInstruments: (options.savedInstruments ?? []).map((paymentMethod) => ({
      token: `test-instrument-${paymentMethod}`,
      paymentMethod,
      details: storedDetails(paymentMethod),
      expired: false,
      removable: true,
    })),
    ...options.session,
  };
}

/** Returns the country of the page: the given one, else one that uses the currency. */
export function countryOf({ country }: SessionOptions, currency: string): string {
  return country ?? Object.keys(currencies).find((one) => currencies[one] === currency) ?? 'DE';
}

/** Returns the address of the current page; Node has none. */
export function pageUrl(): string {
  return typeof location === 'undefined' ? 'http://localhost/' : location.href;
}

function offer(
  paymentMethod: PaymentMethod,
  canBeSaved: boolean,
  needsSignature: boolean,
  { redirectUrl }: SessionOptions,
): OfferedPaymentMethod {
  const offered = { paymentMethod, canBeSaved };
  if (isOfFlow(paymentMethod, 'debit')) {
    const isSigned = needsSignature && signed.includes(paymentMethod);
    return {
      ...offered,
      requiredFields: [...(required[paymentMethod] ?? []), ...(isSigned ? (['signature'] as const) : [])],
      mandate: mandate(paymentMethod, 'RECURRENT'),
      ...(canBeSaved && { oneOffMandate: mandate(paymentMethod, 'ONE_OFF') }),
    };
  }
  if (isOfFlow(paymentMethod, 'none')) return offered;
  // Without a frame address the fields are plain inputs, and nothing is loaded.
  const origin = new URL(redirectUrl ?? pageUrl()).origin;
  return { ...offered, provider: { name: 'SIMULATOR', redirectOrigins: [origin] } };
}

function mandate(method: DebitMethod, paymentType: MandateOffer['paymentType']): MandateOffer {
  const { scheme } = catalogue[method];
  return {
    scheme,
    reference: `TEST-${scheme}-${paymentType}`,
    version: '1',
    heading: `Test mandate ${scheme}`,
    language: 'en',
    text: ['This is the text of a test. It authorises nobody to debit an account.'],
    paymentType,
    ...(scheme !== 'ACH' && { creditorIdentifier: 'TEST-CREDITOR' }),
    creditorLines: ['1 Example Street', '10115 Exampleton'],
  };
}
