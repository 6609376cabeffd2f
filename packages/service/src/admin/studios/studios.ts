import type { Schemas } from '@upc/contract/gateway';
import { isIban, isQrIban } from '@upc/contract/iban';
import { and, eq, max, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { newToken } from '../../core/secrets/tokens.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { isCreditorIdentifier } from '../../modules/payments/mandates/creditor.js';
import { bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { isTimeZone, lockStudio } from '../../modules/studios/studios.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { requireNothingAtStripe, storedStripeAccount } from './stripe-account.js';
import type { StudioInput } from './studio-definition.js';

const FIRST_ID = 1001;

/**
 * Creates a studio.
 *
 * @param wantedId its id; without it, the next free one
 * @param accounts names of the Stripe accounts whose keys are set
 * @throws StaffError naming what is wrong.
 */
export async function addStudio(
  tx: Database,
  input: StudioInput,
  { wantedId, accounts }: { readonly wantedId: number | undefined; readonly accounts: readonly string[] },
): Promise<number> {
  await requireSensible(tx, input);
  const stripeAccount = storedStripeAccount(input.stripeAccount, accounts) ?? null;
  // Without this lock, two concurrent calls could choose the same id.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('studios', 0))`);
  const [last] = await tx.select({ id: max(studios.id) }).from(studios);
  const id = wantedId ?? Math.max(FIRST_ID, (last?.id ?? 0) + 1);
  if ((await tx.$count(studios, eq(studios.id, id))) > 0) {
    throw new StaffError(`Studio ${id} already exists. Change it with: studio set.`);
  }
  const { region = 'eu-central-1', ...rest } = input;
  await tx.insert(studios).values({
    ...rest,
    id,
    stripeAccount,
    region,
    publicKey: `pk_${newToken()}`,
  });
  return id;
}

/**
 * Changes the given parts of a studio. Contracts, claims and payments keep the currency that they were made in.
 *
 * @param accounts names of the Stripe accounts whose keys are set
 * @throws StaffError naming what is wrong, also for another currency if there are customers or sessions.
 */
export async function changeStudio(
  tx: Database,
  studio: Studio,
  changes: Partial<StudioInput>,
  accounts: readonly string[],
): Promise<void> {
  if (Object.keys(changes).length === 0) throw new StaffError('No change is given.');
  const locked = await lockStudio(tx, studio);
  const { creditor, stripeAccount: account, ...others } = changes;
  const stripeAccount = storedStripeAccount(account, accounts);
  const changed = { ...others, creditor: { ...locked.creditor, ...creditor } };
  // Only the given values are checked: a faulty stored value must not prevent other changes.
  await requireSensible(tx, changes);
  if (stripeAccount !== undefined && stripeAccount !== locked.stripeAccount) {
    await requireNothingAtStripe(tx, locked);
  }
  const { creditorIdentifier } = locked.creditor;
  if (creditor?.creditorIdentifier !== undefined && creditor.creditorIdentifier !== creditorIdentifier) {
    const isActive = and(eq(bankMandates.studioId, studio.id), eq(bankMandates.status, 'ACTIVE'));
    const active = await tx.$count(bankMandates, isActive);
    if (active > 0) {
      throw new StaffError(
        `creditor.creditorIdentifier: studio ${studio.id} has ${active} mandates under ${creditorIdentifier}, which its bank collects; another identifier needs another studio.`,
      );
    }
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

async function requireSensible(
  tx: Database,
  { currency, timeZone, creditor, transferAccount, bank }: Partial<StudioInput>,
): Promise<void> {
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency)) {
    throw new StaffError(`currency is "${currency}"; allowed are ISO 4217 codes, such as EUR.`);
  }
  if (timeZone !== undefined && !(await isTimeZone(tx, timeZone))) {
    throw new StaffError(`timeZone is "${timeZone}"; allowed are IANA time zones, such as Europe/Berlin.`);
  }
  if (transferAccount) requireTransferAccount(transferAccount);
  if (bank && (!isIban(bank.iban) || isQrIban(bank.iban))) {
    throw new StaffError('bank.iban has a wrong length or wrong check digits.');
  }
  const creditorIdentifier = creditor?.creditorIdentifier;
  if (creditorIdentifier !== undefined && !isCreditorIdentifier(creditorIdentifier)) {
    throw new StaffError(
      'creditor.creditorIdentifier has wrong check digits; enter the identifier as the bank has given it, without spaces.',
    );
  }
}

/**
 * Checks the account to which payers are asked to transfer money. A wrong digit would send their money to another
 * account.
 *
 * @throws StaffError when it cannot be an account; the message never repeats the given values.
 */
function requireTransferAccount(account: Schemas['TransferAccount']): void {
  const { iban, accountNumber, bankLocationId } = account;
  if (iban !== undefined && !isIban(iban)) {
    throw new StaffError('transferAccount.iban has a wrong length or wrong check digits.');
  }
  if (iban !== undefined && isQrIban(iban)) {
    throw new StaffError(
      'transferAccount.iban is a QR-IBAN, which takes payments only with a QR reference; enter the IBAN of the account.',
    );
  }
  const isNational = accountNumber !== undefined && bankLocationId !== undefined;
  if ((iban !== undefined) === isNational || (iban !== undefined && accountNumber !== undefined)) {
    throw new StaffError('transferAccount needs iban, or accountNumber and bankLocationId; not both.');
  }
}
