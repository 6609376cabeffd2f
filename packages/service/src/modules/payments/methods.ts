import {
  catalogue,
  type DebitMethod,
  isOfferedFor,
  isOfFlow,
  methodNames,
  type MethodOf,
} from '@upc/contract/catalogue';
import type { Creditor, MandateScheme, PaymentInstrumentDetails, PaymentMethod } from '@upc/contract/gateway';
import type { CalendarDate } from '../../core/calendar.js';
import type { Scope } from '../integrations/integrations.tables.js';
import { meetsRequirements } from './mandates/creditor.js';
import type { PaymentHold } from './payments.tables.js';

export interface Offer {
  readonly scope: Scope;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Methods that the studio has switched on. */
  readonly enabled: readonly PaymentMethod[];
  /** The session's filter; null allows all methods. */
  readonly permitted: readonly PaymentMethod[] | null;
  readonly creditor: Creditor;
  readonly today: CalendarDate;
}

/** Returns the methods of a session, in catalogue order. */
export function offeredMethods({
  scope,
  amount,
  currency,
  enabled,
  permitted,
  creditor,
  today,
}: Offer): PaymentMethod[] {
  return methodNames.filter((method) => {
    const { currency: ownCurrency } = catalogue[method];
    return (
      isOfferedFor(method, scope, amount) &&
      (ownCurrency === null || ownCurrency === currency) &&
      enabled.includes(method) &&
      (!isOfFlow(method, 'debit') || canBeDebited(method, creditor, today)) &&
      (permitted === null || permitted.includes(method))
    );
  });
}

/** Returns whether the scheme still runs and the creditor has all data that its mandates must contain. */
function canBeDebited(method: DebitMethod, creditor: Creditor, today: CalendarDate): boolean {
  const { scheme, lastDay }: { scheme: MandateScheme; lastDay?: CalendarDate } = catalogue[method];
  return meetsRequirements(creditor, scheme) && (lastDay === undefined || today <= lastDay);
}

/**
 * Returns whether a person is asked to save the method. This happens only in ECOM, if both the method and the session
 * allow it.
 */
export function canBeSaved(
  session: { scope: Scope; savingAllowed: boolean },
  method: PaymentMethod,
): boolean {
  return session.scope === 'ECOM' && session.savingAllowed && catalogue[method].canBeSaved;
}

/**
 * Returns whether the method is stored for later debits: always for an account, otherwise unless the person declined.
 */
export function isSaved(
  session: { scope: Scope; savingAllowed: boolean },
  method: PaymentMethod,
  wanted: boolean | undefined,
): boolean {
  return session.scope === 'MEMBER_ACCOUNT' || (canBeSaved(session, method) && (wanted ?? true));
}

/** Returns what the provider holds for a payment. With amount 0, every method only collects the instrument. */
export function holdOf(method: PaymentMethod, amount: number): Exclude<PaymentHold, 'STORED'> {
  return amount === 0 ? 'SETUP' : catalogue[method].hold;
}

/** Returns whether the person enters the details at the provider: in its frames, or on its own page. */
export function isGivenAtProvider(method: PaymentMethod): method is MethodOf<'frames' | 'page'> {
  return isOfFlow(method, 'frames') || isOfFlow(method, 'page');
}

/** Details of the methods that are complete as soon as they are chosen. */
export const immediateDetails: Readonly<Record<MethodOf<'none'>, PaymentInstrumentDetails>> = {
  BANK_TRANSFER: { bankTransfer: {} },
  CASH: { cash: {} },
};
