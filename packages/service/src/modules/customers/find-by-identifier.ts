import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import {
  type CardNumberFormat,
  parseCardNumber,
  withNumber,
  withValue,
} from './access-mediums/access-mediums.js';
import type { Customer } from './customers.js';
import { customers } from './customers.tables.js';
import { findReadable, type Reader } from './reader.js';

/** Identifiers of a customer in requests. */
const IDENTIFIERS = ['customerNumber', 'debtorId', 'cardNumber', 'barcode', 'pin', 'qrCodeUuid'] as const;

interface Identifiers extends Readonly<Partial<Record<(typeof IDENTIFIERS)[number], string>>> {
  /** Format of `cardNumber`; defaults to DECIMAL. */
  readonly cardNumberFormat?: CardNumberFormat;
}

/** A customer, and who reads them. */
export interface Identified {
  readonly customer: Customer;
  readonly reader: Reader;
}

/**
 * Finds a customer by exactly one identifier.
 *
 * @param readers one for each studio in which the customer is searched for.
 * @throws ApiError 400 if no identifier or more than one is given, or the card number is invalid; 404 if the studios
 * have no such customer or several; otherwise like `findReadable`.
 */
export async function findByIdentifier(
  { db }: Pick<Context, 'db'>,
  readers: readonly Reader[],
  { cardNumberFormat = 'DECIMAL', ...identifiers }: Identifiers,
): Promise<Identified> {
  const given = IDENTIFIERS.flatMap((name) => {
    const value = identifiers[name];
    return value === undefined ? [] : [{ name, value }];
  });
  const [identifier] = given;
  if (!identifier || given.length > 1) {
    throw new ApiError('errormessage.customer.identifier.ambiguous', undefined, {
      allowed: IDENTIFIERS.join(', '),
    });
  }
  const { name, value } = identifier;
  const isNamed = conditions(db, cardNumberFormat)[name](value);
  const studioIds = readers.map(({ studio }) => studio.id);
  const found = await db
    .select({ id: customers.id, studioId: customers.studioId })
    .from(customers)
    .where(and(inArray(customers.studioId, studioIds), isNull(customers.erasedAt), isNamed))
    .limit(2);
  const [one] = found;
  const reader = readers.find(({ studio }) => studio.id === one?.studioId);
  if (!one || !reader || found.length > 1) {
    throw new ApiError('errormessage.customer.not.identified', name, { field: name });
  }
  return { customer: await findReadable(db, reader, one.id, name), reader };
}

type Condition = (value: string) => SQL | undefined;

function conditions(
  db: Database,
  cardNumberFormat: CardNumberFormat,
): Record<(typeof IDENTIFIERS)[number], Condition> {
  return {
    customerNumber: isNumbered,
    debtorId: isNumbered,
    cardNumber: (value) => {
      const bytes = parseCardNumber(value, cardNumberFormat);
      if (bytes === null) {
        throw new ApiError('errormessage.access.medium.card.invalid', 'cardNumber', {
          format: cardNumberFormat,
        });
      }
      return cardNumberFormat === 'DECIMAL'
        ? withNumber(db, bytes)
        : withValue(db, { type: 'CARD_NUMBER', value: bytes });
    },
    barcode: (value) => withValue(db, { type: 'BARCODE', value }),
    pin: (value) => withValue(db, { type: 'PIN', value }),
    qrCodeUuid: (value) => eq(customers.uuid, value),
  };
}

/** Returns a condition on the customer number. Customers and debtors are numbered by the customer's id. */
function isNumbered(value: string): SQL {
  return /^\d{1,15}$/.test(value) ? eq(customers.id, Number(value)) : sql`false`;
}
