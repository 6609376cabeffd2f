import { eq, max, sql } from 'drizzle-orm';
import type { Studio } from '../context.js';
import { StaffError } from '../errors/staff-error.js';
import { newToken } from '../platform/tokens.js';
import type { Database } from '../store/database.js';
import { customers, paymentSessions, studios } from '../store/schema.js';
import { isTimeZone } from './time-zone.js';
import { isCreditorIdentifier } from './creditor-identifier.js';
import { requireNothingAtStripe, storedStripeAccount } from './stripe-account.js';
import type { StudioInput } from './studio-definition.js';
import { requireTransferAccount } from './transfer-account.js';

const FIRST_ID = 1001;

/**
 * Makes a studio.
 *
 * @param wantedId its id; without it, the next that is free
 * @param accounts at Stripe, whose keys are set
 * @throws StaffError naming what is wrong.
 */
export async function addStudio(
  tx: Database,
  input: StudioInput,
  { wantedId, accounts }: { readonly wantedId: number | undefined; readonly accounts: readonly string[] },
): Promise<number> {
  await requireSensible(tx, input);
  const stripeAccount = storedStripeAccount(input.stripeAccount, accounts) ?? null;
  // Two at a time would take the same id.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('studios', 0))`);
  const [last] = await tx.select({ id: max(studios.id) }).from(studios);
  const id = wantedId ?? Math.max(FIRST_ID, (last?.id ?? 0) + 1);
  if ((await tx.$count(studios, eq(studios.id, id))) > 0) {
    throw new StaffError(`There is a studio ${id} already; change it with: studio set.`);
  }
  const { region = 'eu-central-1', ...rest } = input;
  await tx.insert(studios).values({
    ...rest,
    id,
    stripeAccount,
    region,
    publicKey: `pk_${newToken()}`,
    registeredOrigins: [],
  });
  return id;
}

/**
 * Changes what is given of a studio. Contracts, claims and payments keep the currency that they were made in.
 *
 * @param accounts at Stripe, whose keys are set
 * @throws StaffError naming what is wrong, also for another currency where there are customers or sessions.
 */
export async function changeStudio(
  tx: Database,
  studio: Studio,
  changes: Partial<StudioInput>,
  accounts: readonly string[],
): Promise<void> {
  if (Object.keys(changes).length === 0) throw new StaffError('Nothing is given that could be changed.');
  const locked = await lockStudio(tx, studio);
  const { creditor = {}, stripeAccount: account, ...others } = changes;
  const stripeAccount = storedStripeAccount(account, accounts);
  const changed = { ...others, creditor: { ...locked.creditor, ...creditor } };
  // Only what is given: what was stored before must not stand in the way of other changes.
  await requireSensible(tx, changes);
  if (stripeAccount !== undefined && stripeAccount !== locked.stripeAccount) {
    await requireNothingAtStripe(tx, locked);
  }
  if (changes.currency !== undefined && changes.currency !== locked.currency) {
    const inUse =
      (await tx.$count(customers, eq(customers.studioId, studio.id))) +
      (await tx.$count(paymentSessions, eq(paymentSessions.studioId, studio.id)));
    if (inUse > 0) {
      throw new StaffError(
        `currency: studio ${studio.id} has customers or payments in ${locked.currency}; another currency needs another studio.`,
      );
    }
  }
  await tx
    .update(studios)
    .set({ ...changed, ...(stripeAccount !== undefined && { stripeAccount }) })
    .where(eq(studios.id, studio.id));
}

/** The studio as it is now, locked: two changes at once must both be kept. */
export async function lockStudio(tx: Database, { id }: Pick<Studio, 'id'>): Promise<Studio> {
  const [locked] = await tx.select().from(studios).where(eq(studios.id, id)).for('update');
  if (!locked) throw new StaffError(`There is no studio ${id}.`);
  return locked;
}

async function requireSensible(
  tx: Database,
  { currency, timeZone, creditor, transferAccount }: Partial<StudioInput>,
): Promise<void> {
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency)) {
    throw new StaffError(`currency is "${currency}"; allowed are the codes of ISO 4217, such as EUR.`);
  }
  if (timeZone !== undefined && !(await isTimeZone(tx, timeZone))) {
    throw new StaffError(`timeZone is "${timeZone}"; allowed are IANA time zones, such as Europe/Berlin.`);
  }
  if (transferAccount) requireTransferAccount(transferAccount);
  const creditorIdentifier = creditor?.creditorIdentifier;
  if (creditorIdentifier !== undefined && !isCreditorIdentifier(creditorIdentifier)) {
    throw new StaffError(
      'creditor.creditorIdentifier has wrong check digits; allowed is what the bank has given, without spaces.',
    );
  }
}
