import { eq } from 'drizzle-orm';
import type { Closure } from '../domain/debt-collection.js';
import type { Database } from '../store/database.js';
import { collectionRestrictions } from '../store/debt-collection-tables.js';
import { openCasesOf } from './cases.js';
import { endGrants, type GrantHolder } from './grants.js';
import { CLOSURE_EFFECTS } from './rules/closures.js';

/**
 * What follows for a customer when cases have just been closed and stored as such: the restriction of access and the
 * partner's grant. The collection status follows from the cases themselves. The person is locked.
 */
export async function followClosures(
  tx: Database,
  { partnerId, customerId }: GrantHolder,
  closures: readonly Closure[],
): Promise<void> {
  if (closures.length === 0) return;
  const effects = closures.map(({ type }) => CLOSURE_EFFECTS[type]);
  const open = await openCasesOf(tx, customerId);
  if (open.length === 0 && effects.some(({ liftsRestriction }) => liftsRestriction)) {
    await tx.delete(collectionRestrictions).where(eq(collectionRestrictions.customerId, customerId));
  }
  const hasOpenCase = open.some((one) => one.partnerId === partnerId);
  if (!hasOpenCase && effects.some(({ endsGrant }) => endsGrant)) {
    await endGrants(tx, partnerId, [customerId]);
  }
}
