import type { Context } from '../context.js';
import type { Closure } from '../domain/debt-collection.js';
import type { Database } from '../store/database.js';
import { openCasesOf } from './cases.js';
import { endGrants, type GrantHolder } from './grants.js';
import { restoreAccess } from './restrictions.js';
import { CLOSURE_EFFECTS } from './rules/closures.js';

/**
 * The consequences for a customer when cases have just been closed and stored as such: the restriction of access and the
 * partner's grant. The collection status follows from the cases themselves. The person is locked.
 */
export async function followClosures(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studioId, partnerId, customerId }: GrantHolder & { readonly studioId: number },
  closures: readonly Closure[],
): Promise<void> {
  if (closures.length === 0) return;
  const effects = closures.map(({ type }) => CLOSURE_EFFECTS[type]);
  const open = await openCasesOf(tx, customerId);
  if (open.length === 0 && effects.some(({ liftsRestriction }) => liftsRestriction)) {
    await restoreAccess(context, tx, { studioId, customerId });
  }
  const hasOpenCase = open.some((one) => one.partnerId === partnerId);
  if (!hasOpenCase && effects.some(({ endsGrant }) => endsGrant)) {
    await endGrants(tx, partnerId, [customerId]);
  }
}
