import { randomUUID } from 'node:crypto';
import { inArray, or } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { KnownProfileSchema } from './customers.stored.js';
import { customers, paymentCustomers } from './customers.tables.js';
import { profileColumns } from './identity.js';
import { checkPlausible } from './profile.js';

const Name = Type.String({ pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', maxLength: 200 });

export const CustomerImport = Type.Object({
  customers: Type.Array(
    Type.Object(
      {
        // Higher ids are reserved for customers that this service creates.
        id: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
        paymentServiceCustomerId: Type.Optional(Type.String({ format: 'uuid' })),
        firstName: Name,
        lastName: Name,
        thirdPartyAccess: Type.Optional(Type.Boolean()),
        profile: Type.Optional(KnownProfileSchema),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 1000, description: 'As JSON. See docs/install.md.' },
  ),
});

/**
 * Imports customers from a studio's earlier system with their numbers there. Partners are notified.
 *
 * @returns the customer ids, in the order given.
 * @throws StaffError if an id is taken; ApiError 400 for an implausible date of birth or an unknown country.
 */
export async function importCustomers(
  context: Pick<Context, 'clock' | 'keys'>,
  tx: Database,
  studio: Studio,
  given: Static<typeof CustomerImport>['customers'],
): Promise<number[]> {
  const today = todayAt(context, studio);
  const rows = given.map(({ paymentServiceCustomerId = randomUUID(), profile, ...customer }, index) => {
    if (profile) checkPlausible({ ...customer, ...profile }, today, `customers.${index}.profile.`);
    const { firstName, lastName } = customer;
    return {
      ...customer,
      studioId: studio.id,
      paymentCustomerId: paymentServiceCustomerId,
      ...(profile &&
        profileColumns(context.keys, paymentServiceCustomerId, { firstName, lastName, ...profile })),
    };
  });
  await requireFree(tx, rows);
  const createdAt = context.clock.now();
  await tx
    .insert(paymentCustomers)
    .values(rows.map(({ paymentCustomerId: id, studioId }) => ({ id, studioId, createdAt })));
  const made = await tx.insert(customers).values(rows).returning({ id: customers.id });
  const ids = made.map(({ id }) => id);
  for (const entityId of ids) await emit(context, tx, studio.id, { type: 'CUSTOMER_CREATED', entityId });
  return ids;
}

async function requireFree(
  tx: Database,
  rows: readonly { readonly id?: number | undefined; readonly paymentCustomerId: string }[],
): Promise<void> {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const persons = rows.map(({ paymentCustomerId }) => paymentCustomerId);
  const twice = [...ids, ...persons].find((value, index, all) => all.indexOf(value) !== index);
  if (twice !== undefined) throw new StaffError(`Two customers have the id ${twice}.`);
  const [known] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(or(inArray(customers.id, ids), inArray(customers.paymentCustomerId, persons)));
  if (known) throw new StaffError(`Customer ${known.id} already exists.`);
}
