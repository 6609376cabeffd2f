import { customers } from '../../customers/customers.tables.js';
import { and, asc, eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { OfferTerm, PricedModule } from '../offers/offer.js';
import { contracts } from './contracts.tables.js';

export type Contract = typeof contracts.$inferSelect;

/** Returns the contracts of a customer, ordered by start date. */
export function contractsOf(db: Database, customerId: number): Promise<Contract[]> {
  return db
    .select()
    .from(contracts)
    .where(eq(contracts.customerId, customerId))
    .orderBy(asc(contracts.startDate), asc(contracts.id));
}

/** Returns whether a person has any contract. Payments call it through the Context. */
export async function hasContract(tx: Database, paymentCustomerId: string): Promise<boolean> {
  const [contract] = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    .where(eq(customers.paymentCustomerId, paymentCustomerId))
    .limit(1);
  return contract !== undefined;
}

/**
 * Finds a contract of a customer.
 *
 * @throws ApiError 404 if the customer has no such contract.
 */
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

/** Returns the term of the offer that a contract was signed with. */
export function signedTerm({ details, offerTermId }: Contract): OfferTerm {
  const term = details.offer.terms.find(({ id }) => id === offerTermId);
  if (!term) throw new Error('A contract has a term that is not in its offer.');
  return term;
}

/**
 * Returns the modules that a contract was signed with. The offer and the term number their modules independently, so
 * the same id can mean different modules.
 */
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
