import type { Schemas } from '@upc/contract/gateway';
import { and, eq, gt, inArray, notExists, type SQL } from 'drizzle-orm';
import { addTerm, calendarDateIn } from '../../../../core/calendar.js';
import type { Context } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { BANK_METHODS } from '../../../studios/studios.stored.js';
import { studios } from '../../../studios/studios.tables.js';
import { directDebits } from '../../bank-details/direct-debits.js';
import { paymentInstruments } from '../../instruments/instruments.tables.js';
import {
  type ChargeInstrument,
  type ConfirmIntent,
  type CreateIntent,
  type IntentStatus,
  type Movement,
  type PaymentProvider,
  type ProviderIntent,
  ProviderRequestError,
} from '../provider.js';
import type { ServedStudio } from '../providers.js';
import { dueDayOf } from './bank-days.js';
import { formatOf } from './bank-format.js';
import { SEALED_BANK_PAYER } from './bank.stored.js';
import { bankDebits, bankMandates, type DebitStatus } from './bank.tables.js';
import { requestAddress } from './becs/request-address.js';
import { changeDebit, type Debit } from './debits.js';
import { endMandates } from './end-mandates.js';
import { giveMandate } from './give-mandate.js';
import { declineCodeOf } from './reasons.js';

type Parts = Pick<Context, 'db' | 'keys' | 'clock' | 'publicUrl'>;
type Mandate = typeof bankMandates.$inferSelect;

/** ISO reason for a debit without a valid mandate. */
const NO_MANDATE = 'MD01';

const INTENT_STATUS: Readonly<Record<DebitStatus, IntentStatus>> = {
  WAITING: 'PROCESSING',
  SENT: 'PROCESSING',
  COLLECTED: 'SUCCEEDED',
  RETURNED: 'SUCCEEDED',
  REFUSED: 'DECLINED',
  CANCELLED: 'CANCELLED',
};

/** Provides the bank of each studio. */
export function bankOfStudio(parts: Parts): (studio: ServedStudio) => BankProvider {
  return (studio) => new BankProvider(parts, studio);
}

/**
 * The studio's own bank, which collects debits from files (docs/bank-files.md). Nothing leaves the service here: a debit
 * waits until staff export it, and its state is what the bank's files have reported. It never holds money before. A
 * BECS mandate is given on a page of the service (`becs/request.routes.ts`).
 *
 * Its references are those of the caller: a mandate has the id of its payment, a debit the key of its movement.
 */
export class BankProvider implements PaymentProvider {
  readonly name = 'BANK';

  constructor(
    private readonly parts: Parts,
    private readonly studio: Pick<ServedStudio, 'id'>,
  ) {}

  /** The origin of the service itself, which hosts the page of BECS. */
  get redirectOrigins(): readonly string[] {
    return [new URL(this.parts.publicUrl()).origin];
  }

  requiredFields(): readonly 'email'[] {
    return [];
  }

  publicConfiguration(): Schemas['ProviderConfiguration'] {
    return { name: this.name, redirectOrigins: [...this.redirectOrigins] };
  }

  async createIntent({ mode, paymentMethod, currency }: CreateIntent, key: string): Promise<ProviderIntent> {
    if (mode !== 'SETUP') throw new ProviderRequestError('A bank debits under a mandate only.', 'no_mandate');
    const method = BANK_METHODS.find((name) => name === paymentMethod);
    if (!method) throw new Error(`No bank collects ${paymentMethod} from files.`);
    const now = this.parts.clock.now();
    await this.parts.db
      .insert(bankMandates)
      .values({
        id: key,
        studioId: this.studio.id,
        paymentMethod: method,
        status: 'NEW',
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing();
    return this.#setupIntent(await this.#mandate(this.parts.db, key), currency);
  }

  async confirmIntent(id: string, { details, mandate }: ConfirmIntent): Promise<ProviderIntent> {
    if (!mandate) throw new ProviderRequestError('A debit needs a mandate.', 'no_mandate');
    const { db } = this.parts;
    const { timeZone, currency } = await this.#studio(db);
    const { reference, paymentType, acceptedAt } = mandate;
    const signedOn = calendarDateIn(acceptedAt, timeZone);
    await giveMandate(this.parts, db, id, { details, reference, paymentType, signedOn });
    return this.#setupIntent(await this.#mandate(db, id), currency);
  }

  async retrieveIntent(reference: string): Promise<ProviderIntent> {
    const { db } = this.parts;
    const debit = await this.#debit(db, reference);
    if (debit) return debitIntent(debit);
    const { currency } = await this.#studio(db);
    return this.#setupIntent(await this.#mandate(db, reference), currency);
  }

  captureIntent(): Promise<ProviderIntent> {
    throw new ProviderRequestError('A bank holds no money.', 'nothing_held');
  }

  /** Cancels a debit that waits for a file, or a mandate that no instrument was made from. */
  async cancelIntent(reference: string): Promise<ProviderIntent> {
    const { db } = this.parts;
    await changeDebit(this.parts, db, reference, 'CANCELLED');
    const instrument = db
      .select()
      .from(paymentInstruments)
      .where(
        and(eq(paymentInstruments.provider, this.name), eq(paymentInstruments.providerReference, reference)),
      );
    await this.#end(and(eq(bankMandates.id, reference), notExists(instrument)));
    return this.retrieveIntent(reference);
  }

  /** A debit that was collected can only be paid back by a transfer, which the studio makes itself. */
  refundIntent(): Promise<ProviderIntent> {
    throw new ProviderRequestError('A bank file cannot refund; transfer the amount.', 'refund_by_transfer');
  }

  /**
   * Adds a debit for the next file. One under a mandate that can no longer be used is kept as refused, so that every
   * repetition has the same result.
   */
  async chargeInstrument(request: ChargeInstrument, { key }: Movement): Promise<ProviderIntent> {
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const mandate = await this.#mandate(tx, request.instrumentReference, true);
      const earlier = await this.#debit(tx, key);
      if (earlier) return debitIntent(earlier);
      const studio = await this.#studio(tx);
      const now = clock.now();
      const { paymentMethod } = mandate;
      const reason = await refusalOf(tx, mandate, now, studio.timeZone);
      const [debit] = await tx
        .insert(bankDebits)
        .values({
          id: key,
          studioId: this.studio.id,
          mandateId: mandate.id,
          paymentMethod,
          amount: request.amount,
          currency: request.currency,
          statementText: request.statementText,
          status: reason === null ? 'WAITING' : 'REFUSED',
          reason,
          dueOn: dueDayOf(formatOf(paymentMethod).calendar, studio, now),
          createdAt: now,
          updatedAt: now,
        })
        .returning();
      if (!debit) throw new Error('The debit was not inserted.');
      return debitIntent(debit);
    });
  }

  /** Ends a mandate. Debits that wait for the next file are still collected. */
  async detachInstrument(id: string): Promise<void> {
    await this.#end(eq(bankMandates.id, id));
  }

  #setupIntent(mandate: Mandate, currency: string): ProviderIntent {
    const { id, status, signedOn } = mandate;
    const base = {
      reference: id,
      mode: 'SETUP' as const,
      amountAuthorized: 0,
      amountCaptured: 0,
      amountRefunded: 0,
      currency,
    };
    if (signedOn !== null) {
      return {
        ...base,
        status: 'SUCCEEDED',
        instrument: { reference: id, details: this.#detailsOf(mandate) },
      };
    }
    if (mandate.paymentMethod !== 'BECS') {
      return { ...base, status: status === 'NEW' ? 'REQUIRES_CONFIRMATION' : 'CANCELLED' };
    }
    return status === 'NEW'
      ? { ...base, status: 'ACTION_REQUIRED', redirectUrl: requestAddress(this.parts, id) }
      : {
          ...base,
          status: 'DECLINED',
          failure: { code: 'CANCELLED_BY_PAYER', message: 'cancelled on the page' },
        };
  }

  /** Returns the masked account that was given on the page; the service has masked other details itself. */
  #detailsOf({ id, paymentMethod, reference, payerEncrypted }: Mandate): Schemas['PaymentInstrumentDetails'] {
    if (paymentMethod !== 'BECS' || payerEncrypted === null || reference === null) return {};
    const payer = SEALED_BANK_PAYER.open(this.parts.keys, id, payerEncrypted);
    return directDebits[paymentMethod].mask(payer, { reference, signature: null });
  }

  #end(which: SQL | undefined): Promise<number> {
    const { db, clock } = this.parts;
    return db.transaction((tx) => endMandates(tx, which, clock.now()));
  }

  async #mandate(db: Database, id: string, isLocked = false): Promise<Mandate> {
    const query = db
      .select()
      .from(bankMandates)
      .where(and(eq(bankMandates.id, id), eq(bankMandates.studioId, this.studio.id)));
    const [mandate] = await (isLocked ? query.for('update') : query);
    if (!mandate) throw new ProviderRequestError('There is no such mandate.', 'unknown_reference');
    return mandate;
  }

  async #debit(db: Database, id: string): Promise<Debit | null> {
    const [debit] = await db
      .select()
      .from(bankDebits)
      .where(and(eq(bankDebits.id, id), eq(bankDebits.studioId, this.studio.id)));
    return debit ?? null;
  }

  async #studio(db: Database) {
    const [studio] = await db.select().from(studios).where(eq(studios.id, this.studio.id));
    if (!studio) throw new Error(`There is no studio ${this.studio.id}.`);
    return studio;
  }
}

/** Returns the reason for which a mandate can have no further debit, or null. */
async function refusalOf(
  tx: Database,
  { id, status, endReason, paymentMethod, paymentType, signedOn }: Mandate,
  now: Date,
  timeZone: string,
): Promise<string | null> {
  if (status !== 'ACTIVE' || signedOn === null) return endReason ?? NO_MANDATE;
  const used = await tx
    .select({ createdAt: bankDebits.createdAt })
    .from(bankDebits)
    .where(
      and(
        eq(bankDebits.mandateId, id),
        gt(bankDebits.amount, 0),
        inArray(bankDebits.status, ['WAITING', 'SENT', 'COLLECTED', 'RETURNED']),
      ),
    );
  if (paymentType === 'ONE_OFF' && used.length > 0) return NO_MANDATE;
  const { mandateMonths } = formatOf(paymentMethod);
  if (mandateMonths === null) return null;
  const usedSince = addTerm(calendarDateIn(now, timeZone), { value: mandateMonths, unit: 'MONTH' }, -1);
  const last =
    [signedOn, ...used.map(({ createdAt }) => calendarDateIn(createdAt, timeZone))].toSorted().at(-1) ?? '';
  return last < usedSince ? NO_MANDATE : null;
}

function debitIntent({ id, status, amount, currency, reason }: Debit): ProviderIntent {
  const code = declineCodeOf(reason);
  return {
    reference: id,
    mode: 'PAYMENT',
    status: INTENT_STATUS[status],
    amountAuthorized: 0,
    amountCaptured: status === 'COLLECTED' || status === 'RETURNED' ? amount : 0,
    amountRefunded: 0,
    currency,
    ...(status === 'REFUSED' && { failure: { code, message: reason ?? 'refused' } }),
    ...(status === 'RETURNED' && { returned: { code } }),
  };
}
