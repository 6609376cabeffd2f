import { catalogue } from '@upc/contract/catalogue';
import type { Schemas } from '@upc/contract/gateway';
import { findIbanFault, type IbanFault, type IbanScheme, isIban, isQrIban } from '@upc/contract/iban';
import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { newToken } from '../../core/secrets/tokens.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { isRoutingNumber } from '../../modules/payments/bank-details/ach.js';
import { creditorIdentifier, isCreditorIdentifier } from '../../modules/payments/mandates/creditor.js';
import { methodsOf } from '../../modules/payments/providers/bank/bank-files.js';
import { capitalText } from '../../modules/payments/providers/bank/capital-text.js';
import { bankFiles, bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
import { hasCheckDigit } from '../../modules/payments/providers/bank/iso-20022/swiss-references.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { isTimeZone, lockStudio } from '../../modules/studios/studios.js';
import { BANK_METHODS, type BankMethod, type StudioBank } from '../../modules/studios/studios.stored.js';
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
  requireCurrency(input, input.currency);
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
  if (changes.bank !== undefined || changes.currency !== undefined) {
    const { bank, currency } = { ...locked, ...changed };
    requireCurrency({ bank }, currency);
  }
  if (stripeAccount !== undefined && stripeAccount !== locked.stripeAccount) {
    await requireNothingAtStripe(tx, locked);
  }
  requireContact({ ...locked, ...changed });
  await requireSameIdentifiers(tx, locked, { ...locked, ...changed });
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
  if (bank) requireBank(bank);
  const sepaIdentifier = creditor?.creditorIdentifier;
  if (sepaIdentifier !== undefined && !isCreditorIdentifier(sepaIdentifier)) {
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

/** @throws StaffError when the bank would collect a method in another currency than the studio's. */
function requireCurrency({ bank = null }: { readonly bank?: StudioBank | null }, currency: string): void {
  for (const method of methodsOf({ bank })) {
    const needed = catalogue[method].currency;
    if (currency === needed) continue;
    throw new StaffError(
      `bank.${method} needs a studio whose currency is ${needed}; this one has ${currency}.`,
    );
  }
}

/**
 * Checks the accounts at the studio's own banks.
 *
 * @throws StaffError naming the account that the bank would refuse; the message never repeats the given values.
 */
function requireBank({ ACH, BECS, ...ibans }: StudioBank): void {
  for (const scheme of ['SEPA', 'CH_DD', 'LSV'] as const) {
    const fault = ibans[scheme] && findIbanFault(ibans[scheme].iban, scheme);
    if (fault) throw new StaffError(`bank.${scheme}.iban ${ibanProblem(fault, scheme)}`);
  }
  if (ibans.LSV?.participant !== undefined && !hasCheckDigit(ibans.LSV.participant)) {
    throw new StaffError('bank.LSV.participant has a wrong check digit.');
  }
  if (ACH && !isRoutingNumber(ACH.routingNumber)) {
    throw new StaffError('bank.ACH.routingNumber has a wrong check digit.');
  }
  for (const [name, text] of [
    ['ACH.bankName', ACH?.bankName],
    ['BECS.userName', BECS?.userName],
  ] as const) {
    if (text === undefined || /[0-9A-Z]/.test(capitalText(text, text.length))) continue;
    throw new StaffError(`bank.${name} is "${text}", of which a file can contain no letter or digit.`);
  }
}

/** @throws StaffError when the Direct Debit Request would not say how to reach the studio. */
function requireContact({ creditor, bank }: Pick<Studio, 'creditor' | 'bank'>): void {
  if (!bank?.BECS || creditor.email !== undefined || creditor.phone !== undefined) return;
  throw new StaffError(
    'creditor needs email or phone if the bank collects BECS: the Direct Debit Request must say how to stop a debit.',
  );
}

function ibanProblem({ fault }: IbanFault, scheme: IbanScheme): string {
  switch (fault) {
    case 'swiss':
      return 'is not that of an account in Switzerland or Liechtenstein.';
    case 'country':
      return 'is that of an account outside SEPA.';
    case 'useLsv':
    case 'usePostFinance':
      return `is ${scheme === 'LSV' ? 'at' : 'not at'} PostFinance; CH_DD needs an account there, LSV one at another bank.`;
    case 'qr':
      return 'is a QR-IBAN; enter the IBAN of the account.';
    default:
      return 'has a wrong length or wrong check digits.';
  }
}

/** Fields that identify the creditor of each method's mandates to payers and banks. */
const IDENTIFIERS: Readonly<Record<BankMethod, string>> = {
  SEPA: 'creditor.creditorIdentifier',
  CH_DD: 'creditor.rsPid',
  LSV: 'creditor.lsvIdentifier',
  ACH: 'bank.ACH.companyId',
  BECS: 'bank.BECS.userId',
};

function identifierOf({ creditor, bank }: Pick<Studio, 'creditor' | 'bank'>, method: BankMethod) {
  if (method === 'ACH') return bank?.ACH?.companyId;
  if (method === 'BECS') return bank?.BECS?.userId;
  return creditorIdentifier(creditor, method).creditorIdentifier;
}

/**
 * Returns the account of the last file that was written for a method. With ACH and BECS, it names the creditor of mandates
 * when the studio has no bank for a while.
 */
async function lastAccount(
  tx: Database,
  { id }: Pick<Studio, 'id'>,
  method: BankMethod,
): Promise<string | undefined> {
  const [file] = await tx
    .select({ account: bankFiles.account })
    .from(bankFiles)
    .where(
      and(eq(bankFiles.studioId, id), eq(bankFiles.direction, 'OUT'), eq(bankFiles.paymentMethod, method)),
    )
    .orderBy(desc(bankFiles.createdAt))
    .limit(1);
  return file?.account ?? undefined;
}

/** @throws StaffError when the creditor of mandates that the bank collects would become another. */
async function requireSameIdentifiers(
  tx: Database,
  studio: Studio,
  changed: Pick<Studio, 'creditor' | 'bank'>,
): Promise<void> {
  for (const method of BANK_METHODS) {
    const now = identifierOf(studio, method) ?? (await lastAccount(tx, studio, method));
    const then = identifierOf(changed, method);
    if (now === undefined || then === undefined || now === then) continue;
    const active = await tx.$count(
      bankMandates,
      and(
        eq(bankMandates.studioId, studio.id),
        eq(bankMandates.paymentMethod, method),
        eq(bankMandates.status, 'ACTIVE'),
      ),
    );
    if (active === 0) continue;
    throw new StaffError(
      `${IDENTIFIERS[method]}: studio ${studio.id} has ${active} mandates of ${method} under ${now}, which its bank collects; another identifier needs another studio.`,
    );
  }
}
