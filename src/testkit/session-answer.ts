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

/** Facts of a session. Those that are not given follow from the rest. */
export interface SessionOptions {
  /** ISO 3166-1 alpha-2: the country of the page and the studio; by the methods when absent, else `DE`. */
  readonly country?: string;
  /** The methods that are offered; when absent, all that such a session may have. */
  readonly methods?: readonly PaymentMethod[];
  /** In units of the currency; 0 collects a payment method without a payment. 0 when absent, 25 where a method needs one. */
  readonly amount?: number;
  /** ISO 4217; that of the methods or the country when absent. */
  readonly currency?: string;
  /** `MEMBER_ACCOUNT` when absent, `ECOM` where a method needs it. */
  readonly scope?: Scope;
  /** Methods of which the person has stored one each. */
  readonly savedInstruments?: readonly PaymentMethod[];
  /** A payment of this method is under way: the person comes back from a page of the provider. */
  readonly pendingPayment?: PaymentMethod;
  /** A debit is followed by a step in which the mandate can be downloaded. */
  readonly mandateDownload?: boolean;
  /** The target of `REDIRECT`; the address that the payment names for the way back when absent. */
  readonly redirectUrl?: string;
  /** Members of the answer that are to be others, as `packages/contract/gateway.yaml` allows them. */
  readonly session?: Partial<Session>;
}

const currencies: Readonly<Record<string, string>> = {
  CH: 'CHF',
  LI: 'CHF',
  GB: 'GBP',
  US: 'USD',
  AU: 'AUD',
};

/** Fields that methods ask for beyond holder and account. */
const required: Readonly<Record<DebitMethod, OfferedPaymentMethod['requiredFields']>> = {
  SEPA: [],
  CH_DD: ['address'],
  LSV: ['address'],
  BACS: ['address', 'email'],
  ACH: [],
};
const signed: readonly PaymentMethod[] = ['SEPA', 'CH_DD', 'LSV'];

/**
 * The session as the gateway would describe it.
 *
 * @throws Error when no such session offers one of the methods.
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

/** The country of the page: the given one, else one that pays in the currency. */
export function countryOf({ country }: SessionOptions, currency: string): string {
  return country ?? Object.keys(currencies).find((one) => currencies[one] === currency) ?? 'DE';
}

/** The page that this runs on; Node has none. */
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
  // No address of frames: the fields are plain ones, and nothing is fetched.
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
