import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.js';
import type { Customer } from '../customers/customers.js';
import { ApiError } from '../errors/api-error.js';
import { customers } from '../store/schema.js';
import { findReadable, type Reader } from './reader.js';

/** What a customer can be named by. */
const IDENTIFIERS = ['customerNumber', 'debtorId', 'qrCodeUuid'] as const;

type Identifiers = Readonly<Partial<Record<(typeof IDENTIFIERS)[number], string>>>;

/**
 * The customer of the studio whom one identifier names.
 *
 * @throws ApiError 400 when none or several are given, 404 when the studio has no such customer; as `findReadable`.
 */
export async function findByIdentifier(
  { db }: Pick<Context, 'db'>,
  reader: Reader,
  identifiers: Identifiers,
): Promise<Customer> {
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
  const column = name === 'qrCodeUuid' ? eq(customers.uuid, value) : isNumbered(value);
  const [found] = column
    ? await db
        .select({ id: customers.id })
        .from(customers)
        .where(and(eq(customers.studioId, reader.studio.id), column))
    : [];
  if (!found) throw new ApiError('errormessage.customer.not.identified', name, { field: name });
  return findReadable(db, reader, found.id, name);
}

/** Customers are numbered by their id, and debtors too. */
function isNumbered(value: string) {
  return /^\d{1,15}$/.test(value) ? eq(customers.id, Number(value)) : null;
}
