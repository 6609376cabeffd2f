import { isOfFlow, methodNames } from '@upc/contract/catalogue';
import { and, eq, gte, inArray, isNotNull, isNull, ne, notInArray, or, type SQL } from 'drizzle-orm';
import { payments } from '../payments.tables.js';
import { usages } from '../usages/usages.tables.js';

const FRAME_METHODS = methodNames.filter((method) => isOfFlow(method, 'frames'));

/**
 * Refused by the provider; or called off after the browser got a secret, with which it may have had refusals at the
 * provider that nobody told us of.
 */
export function hasFailed(): SQL | undefined {
  return or(
    and(
      eq(payments.status, 'FAILED'),
      notInArray(payments.failureCode, ['PROCESSING_ERROR', 'CANCELLED_BY_PAYER', 'EXPIRED']),
    ),
    and(eq(payments.status, 'CANCELLED'), hadSecret(), isNull(payments.requestTokenHash)),
  );
}

/**
 * Declined by the provider when the token was used. Not one that has ended the payment, which has failed itself, and none
 * that the provider could not process at all.
 */
export function isDeclinedSince(since: Date): SQL | undefined {
  return and(
    eq(usages.status, 'DECLINED'),
    gte(usages.finishedAt, since),
    ne(usages.failureCode, 'PROCESSING_ERROR'),
    ne(payments.status, 'FAILED'),
  );
}

/** On its way to an outcome that only the browser and the provider know of. */
export function isOpenWithSecret(): SQL | undefined {
  return and(
    inArray(payments.status, ['CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'UNKNOWN']),
    hadSecret(),
  );
}

function hadSecret(): SQL | undefined {
  return and(inArray(payments.paymentMethod, FRAME_METHODS), isNotNull(payments.providerReference));
}
