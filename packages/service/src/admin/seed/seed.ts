import { sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import { debtClaims } from '../../modules/payments/account/account.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { seedClasses } from './classes.js';
import { seedContracts } from './contracts.js';
import { SEED_PROFILES, seedAmendment } from './contact-data.js';
import { SEED_CLAIMS, SEED_CUSTOMERS } from './customers.js';
import { seedDebtCollection } from './debt-collection.js';
import { seedIntegrations } from './integrations.js';
import { seedMemberships } from './memberships.js';
import { seedStudioLife } from './studio-life.js';
import { SEED_STUDIOS } from './studios.js';

/** Puts the demo studios into a database that does not have them; what is there already stays as it is. */
export async function seed(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // Services that start together wait here, so that what the first has made is there for the others.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`);
    await tx
      .insert(studios)
      .values([...SEED_STUDIOS])
      .onConflictDoNothing();
    await seedIntegrations(tx);
    await tx
      .insert(paymentCustomers)
      .values(SEED_CUSTOMERS.map(({ paymentCustomerId: id, studioId }) => ({ id, studioId, createdAt: now })))
      .onConflictDoNothing();
    await tx
      .insert(customers)
      .values(
        SEED_CUSTOMERS.map((customer) => ({ ...customer, profile: SEED_PROFILES[customer.id] ?? null })),
      )
      .onConflictDoNothing();
    await tx
      .insert(debtClaims)
      .values([...SEED_CLAIMS])
      .onConflictDoNothing();
    await seedMemberships(tx);
    await seedContracts(tx, now);
    await seedAmendment(tx, now);
    await seedStudioLife(tx, now);
    await seedClasses(tx, now);
    await seedDebtCollection(tx, now);
  });
}
