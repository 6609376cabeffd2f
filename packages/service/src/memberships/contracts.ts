import { and, asc, eq } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.js';
import type { Database } from '../store/database.js';
import { contracts } from '../store/membership-tables.js';
import type { CalendarDate } from '../domain/calendar.js';
import type { OfferTerm, PricedModule } from '../domain/offer.js';

export type Contract = typeof contracts.$inferSelect;

/** The contracts of a customer, by their start. */
export function contractsOf(db: Database, customerId: number): Promise<Contract[]> {
  return db
    .select()
    .from(contracts)
    .where(eq(contracts.customerId, customerId))
    .orderBy(asc(contracts.startDate), asc(contracts.id));
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
