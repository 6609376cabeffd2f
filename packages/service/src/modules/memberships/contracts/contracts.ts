import { customers } from '../../customers/customers.tables.js';
import { and, asc, eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { OfferTerm, PricedModule } from '../offers/offer.js';
import { contracts } from './contracts.tables.js';

export type Contract = typeof contracts.$inferSelect;

/** The contracts of a customer, by their start. */
export function contractsOf(db: Database, customerId: number): Promise<Contract[]> {
  return db
    .select()
    .from(contracts)
    .where(eq(contracts.customerId, customerId))
    .orderBy(asc(contracts.startDate), asc(contracts.id));
}

/** Looks for any contract of a person; payments call it through the Context. */
export async function hasContract(tx: Database, paymentCustomerId: string): Promise<boolean> {
  const [contract] = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    .where(eq(customers.paymentCustomerId, paymentCustomerId))
    .limit(1);
  return contract !== undefined;
}

/** @throws ApiError 404 when the customer has no such contract. */
export async function findContract(
  db: Database,
  customerId: number,
  contractId: number,
  reference: string,
): Promise<Contract> {
  const [found] = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, contractId), eq(contracts.customerId, customerId)));
  if (!found) throw new ApiError('errormessage.membership.contract.not.found', reference, { contractId });
  return found;
}

/** The term of an offer that a contract was signed with. */
export function signedTerm({ details, offerTermId }: Contract): OfferTerm {
  const term = details.offer.terms.find(({ id }) => id === offerTermId);
  if (!term) throw new Error('A contract has a term that is not in its offer.');
  return term;
}

/** The modules that a contract was signed with: an id means one thing among the offer's, another among the term's. */
export function signedModules(contract: Contract): PricedModule[] {
  const { offer, selectableModuleIds, optionalModuleIds } = contract.details;
  return [
    ...offer.selectableModules.filter(({ id }) => selectableModuleIds.includes(id)),
    ...signedTerm(contract).optionalModules.filter(({ id }) => optionalModuleIds.includes(id)),
  ];
}

export function isActive(
  { startDate, endDate }: Pick<Contract, 'startDate' | 'endDate'>,
  today: CalendarDate,
): boolean {
  return startDate <= today && today <= endDate;
}
