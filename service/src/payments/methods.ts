import type { PaymentMethod } from '../providers/provider.js';
import type { Scope } from '../store/schema.js';

interface MethodRule {
  /** Offered for MEMBER_ACCOUNT. */
  readonly memberAccount: boolean;
  /** Offered for ECOM: always, only for an amount above 0, or never. */
  readonly ecom: 'always' | 'with-amount' | 'never';
  readonly savable: boolean;
  /** null: any. */
  readonly currency: string | null;
}

const recurring = (currency: string | null): MethodRule => ({
  memberAccount: true,
  ecom: 'always',
  savable: true,
  currency,
});
const memberOnly = (currency: string | null): MethodRule => ({
  memberAccount: true,
  ecom: 'never',
  savable: false,
  currency,
});
const oneTime = (currency: string): MethodRule => ({
  memberAccount: false,
  ecom: 'with-amount',
  savable: false,
  currency,
});

/** Which method is offered for which scope and currency (design "The thirteen payment methods"). */
export const METHOD_RULES: Readonly<Record<PaymentMethod, MethodRule>> = {
  CREDIT_CARD: recurring(null),
  SEPA: recurring('EUR'),
  BACS: recurring('GBP'),
  ACH: recurring('USD'),
  BECS: recurring('AUD'),
  PAYPAL: recurring(null),
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
