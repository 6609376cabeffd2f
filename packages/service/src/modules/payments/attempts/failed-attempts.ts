import { isOfFlow, methodNames } from '@upc/contract/catalogue';
import { and, eq, gte, inArray, isNotNull, isNull, ne, notInArray, or, type SQL } from 'drizzle-orm';
import { payments } from '../payments.tables.js';
import { usages } from '../usages/usages.tables.js';

const FRAME_METHODS = methodNames.filter((method) => isOfFlow(method, 'frames'));

/**
 * Matches payments that the provider refused, and payments that were cancelled after the browser received a client
 * secret. With that secret, the provider may have refused attempts that were never reported to us.
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
 * Matches usages whose charge the provider declined when the token was used. It leaves out charges whose decline also
 * failed the payment, because those already count as failed payments, and charges that the provider could not process
 * at all.
 */
export function isDeclinedSince(since: Date): SQL | undefined {
  return and(
    eq(usages.status, 'DECLINED'),
    gte(usages.finishedAt, since),
    ne(usages.failureCode, 'PROCESSING_ERROR'),
    ne(payments.status, 'FAILED'),
  );
}

/** Matches undecided payments whose outcome so far only the browser and the provider know. */
export function isOpenWithSecret(): SQL | undefined {
  return and(
    inArray(payments.status, ['CREATED', 'ACTION_REQUIRED', 'AUTHENTICATED', 'UNKNOWN']),
    hadSecret(),
  );
}

function hadSecret(): SQL | undefined {
  return and(inArray(payments.paymentMethod, FRAME_METHODS), isNotNull(payments.providerReference));
}
