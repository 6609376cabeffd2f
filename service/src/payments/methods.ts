import type { PaymentMethod } from '../ports/provider.js';
import type { PaymentHold, Scope } from '../store/schema.js';

interface MethodRule {
  /** Offered for MEMBER_ACCOUNT. */
  readonly memberAccount: boolean;
  /** Offered for ECOM: always, only for an amount above 0, or never. */
  readonly ecom: 'always' | 'with-amount' | 'never';
  readonly savable: boolean;
  /** null: any. */
  readonly currency: string | null;
  /** Who gets the person's details: the gateway (bank accounts), or the provider itself (cards, hosted pages). */
  readonly detailsGoTo: 'GATEWAY' | 'PROVIDER';
  /** What the provider holds once an amount above 0 is paid with it, until the usage is posted. */
  readonly hold: Exclude<PaymentHold, 'STORED'>;
}

const recurring = (currency: string | null): MethodRule => ({
  memberAccount: true,
  ecom: 'always',
  savable: true,
  currency,
  detailsGoTo: 'GATEWAY',
  hold: 'SETUP',
});
const authorised = (): MethodRule => ({
  ...recurring(null),
  detailsGoTo: 'PROVIDER',
  hold: 'AUTHORIZED',
});
const memberOnly = (currency: string | null): MethodRule => ({
  memberAccount: true,
  ecom: 'never',
  savable: false,
  currency,
  detailsGoTo: 'GATEWAY',
  hold: 'SETUP',
});
const oneTime = (currency: string): MethodRule => ({
  memberAccount: false,
  ecom: 'with-amount',
  savable: false,
  currency,
  detailsGoTo: 'PROVIDER',
  hold: 'PAID',
});

/** Which method is offered for which scope and currency (design "The thirteen payment methods"). */
const METHOD_RULES: Readonly<Record<PaymentMethod, MethodRule>> = {
  CREDIT_CARD: authorised(),
  SEPA: recurring('EUR'),
  BACS: recurring('GBP'),
  ACH: recurring('USD'),
  BECS: { ...recurring('AUD'), detailsGoTo: 'PROVIDER' },
  PAYPAL: authorised(),
  CH_DD: memberOnly('CHF'),
  LSV: memberOnly('CHF'),
  TWINT: oneTime('CHF'),
  IDEAL: oneTime('EUR'),
  BANCONTACT: oneTime('EUR'),
  BANK_TRANSFER: memberOnly(null),
  CASH: memberOnly(null),
};

export const PAYMENT_METHODS = Object.keys(METHOD_RULES) as PaymentMethod[];

export interface Offer {
  readonly scope: Scope;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Methods that the studio has switched on. */
  readonly enabled: readonly PaymentMethod[];
  /** The filter of the session; null: none. */
  readonly permitted: readonly PaymentMethod[] | null;
}

/** The methods of a session, in the order of METHOD_RULES. */
export function offeredMethods({ scope, amount, currency, enabled, permitted }: Offer): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) => {
    const rule = METHOD_RULES[method];
    const inScope =
      scope === 'MEMBER_ACCOUNT'
        ? rule.memberAccount
        : rule.ecom === 'always' || (rule.ecom === 'with-amount' && amount > 0);
    return (
      inScope &&
      (rule.currency === null || rule.currency === currency) &&
      enabled.includes(method) &&
      (permitted === null || permitted.includes(method))
    );
  });
}

/** Whether a person is asked to save the method: only in ECOM, where the method and the session allow it. */
export function canBeSaved(
  session: { scope: Scope; savingAllowed: boolean },
  method: PaymentMethod,
): boolean {
  return session.scope === 'ECOM' && session.savingAllowed && METHOD_RULES[method].savable;
}

/** What the provider will hold: with amount 0 only the instrument is collected, whatever the method. */
export function holdOf(method: PaymentMethod, amount: number): Exclude<PaymentHold, 'STORED'> {
  return amount === 0 ? 'SETUP' : METHOD_RULES[method].hold;
}

/** Card data are typed into the provider's own frames; we never see them. */
export function hasSecuredFields(method: PaymentMethod): boolean {
  return method === 'CREDIT_CARD';
}

/** The person gives the details to the provider itself: in its frames, or on a page of its own. */
export function isGivenAtProvider(method: PaymentMethod): boolean {
  return METHOD_RULES[method].detailsGoTo === 'PROVIDER';
}
