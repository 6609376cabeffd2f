import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { StaffError } from '../../../core/errors/staff-error.js';
import { customerOfStudio } from '../../customers/customers.js';
import { readIdentity } from '../../customers/identity.js';
import { accountTransactions, debtClaims } from '../../payments/account/account.tables.js';
import { payClaims } from '../../payments/account/claims.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { Day, Exactly, Id, Text } from '../offers/offer-schema.js';
import type { Offer, OfferTerm } from '../offers/offer.js';
import { membershipOffers } from '../offers/offers.tables.js';
import { quote } from '../pricing/quote.js';
import { sales } from '../sales/sales.tables.js';
import { contractLife } from './contract-life.js';
import type { Contract } from './contracts.js';
import { contracts } from './contracts.tables.js';
import type { PlannedClaim } from './planned-claims.js';
import { signedTermsOf } from './signed-terms.js';

const ContractInput = Exactly({
  // Higher ids are reserved for contracts that this service creates.
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: 600_000 })),
  customerId: Id,
  offerTermId: Id,
  startDate: Day,
  /** Number of due fees that are unpaid; they are the latest ones. */
  unpaid: Type.Optional(Type.Integer({ minimum: 0 })),
  cancelation: Type.Optional(
    Exactly({
      receivedOn: Day,
      /** The last day; defaults to the last day of the initial runtime. */
      date: Type.Optional(Day),
      origin: Type.Enum(['STUDIO', 'CUSTOMER']),
      reason: Type.Optional(Text),
    }),
  ),
});
type ContractInput = Static<typeof ContractInput>;
type SignedContract = ContractInput & { readonly offer: Offer; readonly term: OfferTerm };

export const ContractImport = Type.Object({
  contracts: Type.Array(ContractInput, {
    minItems: 1,
    maxItems: 1000,
    description: 'As JSON. See docs/install.md.',
  }),
});

/**
 * Imports contracts that a studio's customers have signed elsewhere, on the terms of the studio's offers. Every fee
 * since the start of a contract is written. Fees that are due are marked as paid, except those given as unpaid.
 * Partners are notified.
 *
 * @returns the contract ids, in the order given.
 * @throws StaffError if an id is taken or the studio has no such term; ApiError if the studio has no such customer.
 */
export async function importContracts(
  context: Pick<Context, 'clock' | 'keys'>,
  tx: Database,
  studio: Studio,
  given: readonly ContractInput[],
): Promise<number[]> {
  const { id: studioId } = studio;
  const offers = await tx.select().from(membershipOffers).where(eq(membershipOffers.studioId, studioId));
  const terms = offers.flatMap(({ definition: offer }) => offer.terms.map((term) => ({ offer, term })));
  const ids: number[] = [];
  for (const each of given) {
    const signed = terms.find(({ term }) => term.id === each.offerTermId);
    if (!signed)
      throw new StaffError(`No offer of studio ${studioId} has a term with id ${each.offerTermId}.`);
    ids.push(await importContract(context, tx, studio, { ...each, ...signed }));
  }
  return ids;
}

async function importContract(
  context: Pick<Context, 'clock' | 'keys'>,
  tx: Database,
  studio: Studio,
  { id, customerId, offer, term, startDate, unpaid = 0, cancelation }: SignedContract,
): Promise<number> {
  if (id !== undefined && (await tx.$count(contracts, eq(contracts.id, id))) > 0) {
    throw new StaffError(`Contract ${id} already exists.`);
  }
  const customer = await customerOfStudio(tx, studio.id, customerId);
  const now = context.clock.now();
  const today = todayAt(context, studio);
  const price = quote({
    offer,
    term,
    signingDate: startDate < today ? startDate : today,
    startDate,
    useFrom: startDate,
    dateOfBirth: readIdentity(context.keys, customer)?.dateOfBirth ?? null,
    voucher: null,
    modules: [],
  });
  const saleId = randomUUID();
  await tx.insert(sales).values({
    id: saleId,
    studioId: studio.id,
    kind: 'SIGNUP',
    status: 'DONE',
    paymentCustomerId: customer.paymentCustomerId,
    customerId,
    requestHash: 'import',
    createdAt: now,
    finishedAt: now,
    traceId: saleId,
  });
  const finalEndDate = cancelation ? (cancelation.date ?? price.endDate) : null;
  const [contract] = await tx
    .insert(contracts)
    .values({
      id,
      customerId,
      saleId,
      offerId: offer.id,
      offerTermId: term.id,
      startDate,
      endDate: price.endDate,
      finalEndDate,
      cancelation: cancelation && { status: 'CANCELED', date: price.endDate, ...cancelation },
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
    })
    .returning();
  if (!contract) throw new Error('The contract was not inserted.');
  const { endDate, nextChange, claims } = contractLife(signedTermsOf(contract), [], today);
  await tx.update(contracts).set({ endDate, nextChange }).where(eq(contracts.id, contract.id));
  const due = claims.filter(({ dueDate }) => dueDate <= today).length;
  if (unpaid > due) {
    throw new StaffError(
      `Customer ${customerId}'s contract from ${startDate} is given with ${unpaid} unpaid fees, but only ${due} have fallen due.`,
    );
  }
  await writeClaims(tx, contract, claims, { paid: due - unpaid, currency: studio.currency, bookedAt: now });
  const content = { contractId: contract.id };
  await emit(context, tx, studio.id, { type: 'CONTRACT_CREATED', entityId: customerId, content });
  return contract.id;
}

/** Writes the fees of a contract as claims and pays the first ones together. */
async function writeClaims(
  tx: Database,
  { id: contractId, customerId }: Contract,
  planned: readonly PlannedClaim[],
  { paid, ...payment }: { readonly paid: number; readonly currency: string; readonly bookedAt: Date },
): Promise<void> {
  if (planned.length === 0) return;
  const written = await tx
    .insert(debtClaims)
    .values(
      planned.map(({ key: contractKey, dueDate, description, amount }) => {
        return { customerId, contractId, contractKey, dueDate, description, amount };
      }),
    )
    .returning({ claimId: debtClaims.id, amount: debtClaims.amount });
  const parts = written.slice(0, paid);
  if (parts.length === 0) return;
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  const [made] = await tx
    .insert(accountTransactions)
    .values({ ...payment, customerId, amount })
    .returning({ transactionId: accountTransactions.id });
  if (!made) throw new Error('The payment was not inserted.');
  await payClaims(
    tx,
    parts.map((part) => ({ ...made, ...part })),
  );
}
