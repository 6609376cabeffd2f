import { eq } from 'drizzle-orm';
import { addTerm, type CalendarDate, calendarDateIn, dayAfter } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import type { Cancelation } from '../../modules/memberships/contracts/contract-details.js';
import { contractLife } from '../../modules/memberships/contracts/contract-life.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { signedTermsOf } from '../../modules/memberships/contracts/signed-terms.js';
import type { Offer } from '../../modules/memberships/offers/offer.js';
import { quote } from '../../modules/memberships/pricing/quote.js';
import { sales } from '../../modules/memberships/sales/sales.tables.js';
import {
  accountTransactions,
  claimPayments,
  debtClaims,
} from '../../modules/payments/account/account.tables.js';
import { NORTHSIDE_BERLIN } from './offers/northside-berlin.js';

/** A member of the demo studio in Berlin with a contract. Everything is counted from the day of the seed. */
interface SeededContract {
  readonly customerId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly offerTermId: number;
  /** Months from today to the start; negative ones lie in the past. */
  readonly startsIn: number;
  /** Number of fees that have fallen due and are still open. */
  readonly overdue: number;
  /** Cancelled to the end of the initial runtime. */
  readonly cancelation?: Pick<Cancelation, 'origin' | 'reason'>;
}

const STUDIO = 1001;
const TIME_ZONE = 'Europe/Berlin';

const SEEDED: readonly SeededContract[] = [
  // Upcoming: the first fee is not due yet.
  { customerId: 2004, firstName: 'Noor', lastName: 'Haddad', offerTermId: 4103, startsIn: 1, overdue: 0 },
  // Running, with a fee that is overdue.
  { customerId: 2005, firstName: 'Lukas', lastName: 'Weber', offerTermId: 4105, startsIn: -3, overdue: 1 },
  // Running, and cancelled to the end of its term.
  {
    customerId: 2006,
    firstName: 'Ines',
    lastName: 'Duarte',
    offerTermId: 4101,
    startsIn: -6,
    overdue: 0,
    cancelation: { origin: 'CUSTOMER', reason: 'Moving to another city' },
  },
  // Ended by itself two months ago.
  { customerId: 2007, firstName: 'Tom', lastName: 'Fischer', offerTermId: 4104, startsIn: -14, overdue: 0 },
  // In its fourth extension.
  { customerId: 2008, firstName: 'Aylin', lastName: 'Kaya', offerTermId: 4105, startsIn: -15, overdue: 0 },
];

/** Members with contracts in every state, with what they have paid and what is still due; what is there already stays. */
export async function seedContracts(tx: Database, now: Date): Promise<void> {
  const today = calendarDateIn(now, TIME_ZONE);
  for (const seeded of SEEDED) await seedContract(tx, seeded, now, today);
}

/** Ids of seeded things are made of the customer's. */
const uuidOf = (customerId: number, kind: string) => `5b0f6a52-0d1c-4a6e-${kind}-0a${customerId}000001`;

async function seedContract(
  tx: Database,
  seeded: SeededContract,
  now: Date,
  today: CalendarDate,
): Promise<void> {
  const { customerId: id, firstName, lastName } = seeded;
  const [known] = await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id));
  if (known) return;
  const paymentCustomerId = uuidOf(id, '9f6b');
  await tx.insert(paymentCustomers).values({ id: paymentCustomerId, studioId: STUDIO, createdAt: now });
  await tx.insert(customers).values({ id, studioId: STUDIO, paymentCustomerId, firstName, lastName });
  const contract = contractOf(seeded, now, today);
  await tx.insert(sales).values({
    id: contract.saleId,
    studioId: STUDIO,
    kind: 'SIGNUP',
    status: 'DONE',
    paymentCustomerId,
    customerId: id,
    requestHash: `seed ${id}`,
    createdAt: now,
    finishedAt: now,
    traceId: contract.saleId,
  });
  const life = contractLife(signedTermsOf(contract), [], today);
  await tx.insert(contracts).values({ ...contract, endDate: life.endDate, nextChange: life.nextChange });
  if (life.claims.length === 0) return;
  const due = life.claims.filter(({ dueDate }) => dueDate <= today);
  const paid = due.slice(0, due.length - seeded.overdue);
  const claims = await tx
    .insert(debtClaims)
    .values(
      life.claims.map((claim) => ({
        customerId: id,
        contractId: contract.id,
        contractKey: claim.key,
        dueDate: claim.dueDate,
        description: claim.description,
        amount: claim.amount,
        isSettled: paid.includes(claim),
      })),
    )
    .returning({ id: debtClaims.id, amount: debtClaims.amount });
  if (paid.length === 0) return;
  const settled = claims.slice(0, paid.length);
  const amount = settled.reduce((sum, claim) => sum + claim.amount, 0);
  const [payment] = await tx
    .insert(accountTransactions)
    .values({ customerId: id, amount, currency: 'EUR', bookedAt: now })
    .returning({ id: accountTransactions.id });
  if (!payment) throw new Error('The payment of a seeded member was not inserted.');
  await tx
    .insert(claimPayments)
    .values(settled.map((claim) => ({ transactionId: payment.id, claimId: claim.id, amount: claim.amount })));
}

function contractOf(
  { customerId, offerTermId, startsIn, cancelation }: SeededContract,
  now: Date,
  today: CalendarDate,
): typeof contracts.$inferSelect {
  const { offer, term } = find(offerTermId);
  const startDate = addTerm(today, { value: startsIn, unit: 'MONTH' });
  const price = quote({
    offer,
    term,
    signingDate: startDate < today ? startDate : today,
    startDate,
    useFrom: startDate,
    dateOfBirth: null,
    voucher: null,
    modules: [],
  });
  const receivedOn = dayAfter(addTerm(today, { value: 1, unit: 'WEEK' }, -1));
  return {
    // Below the ids that are given to contracts which are signed here.
    id: 599_000 + customerId - 2000,
    customerId,
    saleId: uuidOf(customerId, '8a17'),
    offerId: offer.id,
    offerTermId,
    startDate,
    endDate: price.endDate,
    finalEndDate: cancelation ? price.endDate : null,
    cancelation: cancelation ? { ...cancelation, receivedOn, date: price.endDate } : null,
    nextChange: null,
    creditTransactionId: null,
    createdAt: now,
    details: {
      offer,
      useFrom: startDate,
      signedEndDate: price.endDate,
      schedule: price.schedule.map(({ mandatoryOnSigning: _, ...fee }) => fee),
      ongoingFees: price.ongoingFees,
      basePrice: price.basePrice,
      ageAdjustedPrice: price.ageAdjustedPrice,
      selectableModuleIds: [],
      optionalModuleIds: [],
      textBlockSignatures: [],
    },
  };
}

function find(offerTermId: number): { offer: Offer; term: Offer['terms'][number] } {
  for (const offer of NORTHSIDE_BERLIN) {
    const term = offer.terms.find(({ id }) => id === offerTermId);
    if (term) return { offer, term };
  }
  throw new Error(`The demo has no term ${offerTermId}.`);
}
