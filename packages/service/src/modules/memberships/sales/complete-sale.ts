import { asc, eq } from 'drizzle-orm';
import { calendarDateIn, dayBefore } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { insertCustomer, lockPerson, setPaymentMethod } from '../../customers/customers.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { closeLinksOfInstrument } from '../../payments/links/close-links.js';
import { type Booking, bookPayment } from '../../payments/account/bookings.js';
import { settleByCredit, settleDueClaims } from '../../payments/account/credit.js';
import { payments } from '../../payments/payments.tables.js';
import { settleUsage } from '../../payments/state.js';
import { lockUsage } from '../../payments/usages/finish-usage.js';
import { usages } from '../../payments/usages/usages.tables.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { endContract } from '../contracts/advance.js';
import type { Contract } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';
import { loadContract } from '../contracts/lock-contract.js';
import { initialKey } from '../contracts/planned-claims.js';
import { settleVoucherCredit } from '../vouchers/voucher-credit.js';
import { convertLead } from './convert-lead.js';
import type { Sale } from './find-sales.js';
import type { ContractPlan, SalePlan } from './sales.js';
import { sales } from './sales.tables.js';
import { SEALED_PLAN } from './sealed-plan.js';

/**
 * Writes everything that a sale creates, in the given transaction: customer, contract, claims, bookings, used tokens,
 * and the events that report it.
 *
 * @param taken the provider's reference of the money that each usage has paid, by usage id. Usages that pay nothing
 * have none.
 * @returns the customer's id.
 */
export async function completeSale(
  unit: UnitOfWork,
  sale: Sale,
  taken: ReadonlyMap<string, string | null>,
): Promise<number> {
  const { context, tx } = unit;
  if (sale.planEncrypted === null) throw new Error('A reserved sale has no plan.');
  await lockPerson(tx, sale.paymentCustomerId);
  const plan = SEALED_PLAN.open(context.keys, sale.id, sale.planEncrypted);
  const customerId = sale.customerId ?? (await makeCustomer(context, tx, sale, plan));
  const made = plan.contract && (await insertContract(context, tx, { ...sale, customerId }, plan.contract));
  const mandatoryClaims = made?.mandatoryClaims ?? [];
  const finishedAt = context.clock.now();
  await tx
    .update(sales)
    .set({ status: 'DONE', customerId, planEncrypted: null, finishedAt })
    .where(eq(sales.id, sale.id));
  // A booking would use the credit for other claims that are due, so this comes first.
  await settleByCredit(context, tx, customerId, {
    claimIds: mandatoryClaims,
    amount: sale.creditReserved,
  });
  const studio = await studioOf(tx, sale.studioId);
  const { currency } = studio;
  const today = calendarDateIn(finishedAt, studio.timeZone);
  const booking = { customerId, currency, today, bookedAt: finishedAt };
  await useTokens(unit, sale, { ...booking, claimIds: mandatoryClaims }, taken);
  if (made) await settleVoucherCredit(context, tx, { contract: made.contract, studio, today });
  await settleDueClaims(context, tx, customerId, today);
  return customerId;
}

async function makeCustomer(context: Context, tx: Database, sale: Sale, plan: SalePlan): Promise<number> {
  const { customer, contract } = plan;
  if (!customer) throw new Error('A sale neither has nor creates a customer.');
  const leadId = contract && (await convertLead(context, tx, sale, customer));
  return leadId ?? insertCustomer(context, tx, sale, customer);
}

interface MadeContract {
  readonly contract: Contract;
  /** The claims that are due on signing. */
  readonly mandatoryClaims: readonly number[];
}

async function insertContract(
  context: Context,
  tx: Database,
  { id: saleId, studioId, customerId }: Sale & { readonly customerId: number },
  { schedule, ...contract }: ContractPlan,
): Promise<MadeContract> {
  const { switchedFromContractId } = contract.details;
  const replaced =
    switchedFromContractId === undefined ? null : await loadContract(tx, switchedFromContractId);
  const [made] = await tx
    .insert(contracts)
    .values({
      ...contract,
      details: {
        ...contract.details,
        ...(replaced?.cancelation ? { replacedCancelation: replaced.cancelation } : {}),
      },
      customerId,
      saleId,
      // On the start date, the jobs work out when something will change next.
      nextChange: contract.startDate,
      createdAt: context.clock.now(),
    })
    .returning();
  if (!made) throw new Error('The contract was not inserted.');
  if (replaced) await endContract(context, tx, replaced.id, dayBefore(contract.startDate), null);
  const owed = schedule.filter(({ amount }) => amount > 0);
  const claims = owed.map(({ dueDate, description, amount }, index) => {
    return { customerId, contractId: made.id, contractKey: initialKey(index), dueDate, description, amount };
  });
  const ids = claims.length
    ? await tx.insert(debtClaims).values(claims).returning({ id: debtClaims.id })
    : [];
  await emit(context, tx, studioId, {
    type: 'CONTRACT_CREATED',
    entityId: customerId,
    content: { contractId: made.id },
  });
  const mandatoryClaims = ids.filter((_id, index) => owed[index]?.mandatoryOnSigning).map(({ id }) => id);
  return { contract: made, mandatoryClaims };
}

async function useTokens(
  unit: UnitOfWork,
  sale: Sale,
  booking: Omit<Booking, 'by' | 'amount'>,
  taken: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { context, tx } = unit;
  const { customerId } = booking;
  const rows = await tx
    .select({ id: usages.id, sessionId: payments.sessionId })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .where(eq(usages.saleId, sale.id))
    // The initial payment sorts first, so that it pays what is due on signing before credit does.
    .orderBy(asc(usages.kind));
  for (const { id, sessionId } of rows) {
    const locked = await lockUsage(tx, sessionId, id);
    const { usage, payment } = locked;
    const isInitial = usage.kind === 'INITIAL_PAYMENT';
    await tx.update(usages).set({ customerId }).where(eq(usages.id, id));
    await settleUsage(unit, locked, { kind: 'TAKEN', reference: taken.get(id) ?? null });
    if (!isInitial) {
      await setPaymentMethod(tx, customerId, payment);
      await closeLinksOfInstrument(tx, customerId);
      const isNew = sale.customerId === null;
      if (!isNew) await emit(context, tx, sale.studioId, { type: 'CUSTOMER_UPDATED', entityId: customerId });
    }
    if (usage.amount === 0) continue;
    const { paymentMethod } = payment;
    const by = {
      kind: 'USAGE',
      id,
      createdAt: usage.createdAt,
      studioId: sale.studioId,
      paymentMethod,
    } as const;
    const claimIds = isInitial ? booking.claimIds : [];
    await bookPayment(context, tx, { ...booking, by, amount: usage.amount, claimIds });
  }
}

async function studioOf(tx: Database, studioId: number): Promise<Studio> {
  const [studio] = await tx.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) throw new Error('The studio of the sale no longer exists.');
  return studio;
}
