import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../../core/database/database.js';
import { StaffError } from '../../../core/errors/staff-error.js';
import type { Studio } from '../../studios/studios.tables.js';
import { OfferSchema } from './offer-schema.js';
import type { Offer, PaymentFrequency } from './offer.js';
import { membershipOffers } from './offers.tables.js';

export const OfferImport = Type.Object({
  offers: Type.Array(OfferSchema, {
    minItems: 1,
    maxItems: 1000,
    description: 'As JSON. docs/install.md has an example.',
  }),
});

/** The ids of the offers that an import has added and changed. */
interface Imported {
  readonly added: readonly number[];
  readonly changed: readonly number[];
}

/**
 * Imports offers as given: new offers are added, and offers with the same id are replaced. Signed contracts keep their
 * terms, because the terms are copied into the contract. No offer is removed; to withdraw an offer, end its offering
 * period.
 *
 * @throws StaffError for errors that a schema cannot express: ids that are taken, and ages or periods that end before
 * they begin.
 */
export async function importOffers(
  tx: Database,
  studio: Studio,
  offers: readonly Offer[],
): Promise<Imported> {
  for (const offer of offers) requireSensible(offer);
  requireUnique('offers', idsOf(offers));
  // Without this lock, two concurrent imports could take the same offer or term ids.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('offers', 0))`);
  const ids = idsOf(offers);
  const [foreign] = await tx
    .select({ id: membershipOffers.id })
    .from(membershipOffers)
    .where(and(inArray(membershipOffers.id, ids), ne(membershipOffers.studioId, studio.id)));
  if (foreign) throw foreignOffer(foreign.id);
  await requireFreeTerms(tx, offers);
  const known = await tx
    .select({ id: membershipOffers.id })
    .from(membershipOffers)
    .where(and(inArray(membershipOffers.id, ids), eq(membershipOffers.studioId, studio.id)))
    .for('update');
  const changed = idsOf(known);
  for (const definition of offers) {
    const written = await tx
      .insert(membershipOffers)
      .values({ id: definition.id, studioId: studio.id, definition })
      .onConflictDoUpdate({
        target: membershipOffers.id,
        set: { definition },
        setWhere: eq(membershipOffers.studioId, studio.id),
      })
      .returning({ id: membershipOffers.id });
    if (written.length === 0) throw foreignOffer(definition.id);
  }
  return { added: ids.filter((id) => !changed.includes(id)), changed };
}

/** Checks that no two terms have the same id, because partners name a term without its offer. */
async function requireFreeTerms(tx: Database, offers: readonly Offer[]): Promise<void> {
  const terms = offers.flatMap((offer) => idsOf(offer.terms));
  requireUnique('terms', terms);
  const others = await tx
    .select({ id: membershipOffers.id, definition: membershipOffers.definition })
    .from(membershipOffers)
    .where(notInArray(membershipOffers.id, idsOf(offers)));
  for (const { id, definition } of others) {
    const taken = definition.terms.find((term) => terms.includes(term.id));
    if (taken) throw new StaffError(`The id ${taken.id} belongs to a term of offer ${id}.`);
  }
}

function foreignOffer(id: number): StaffError {
  return new StaffError(`The id ${id} belongs to an offer of another studio.`);
}

function requireSensible(offer: Offer): void {
  const { startDate, endDate } = offer.limitedOfferingPeriod;
  if (endDate < startDate) {
    throw new StaffError(
      `Offer ${offer.id}: its offering period ends on ${endDate}, before it begins on ${startDate}.`,
    );
  }
  const modules = [...offer.includedModules, ...offer.selectableModules];
  requireUnique(`modules of offer ${offer.id}`, idsOf(modules));
  requireUnique(`text blocks of offer ${offer.id}`, idsOf(offer.contractTextBlocks));
  const priced = [
    ...offer.selectableModules,
    ...offer.terms.flatMap((term) => [
      term,
      ...term.optionalModules,
      ...term.flatFees.map(({ frequency }) => ({ paymentFrequency: frequency })),
    ]),
  ];
  for (const { paymentFrequency } of priced) requireAges(`Offer ${offer.id}`, paymentFrequency);
  for (const term of offer.terms) {
    requireUnique(
      `flat fees of term ${term.id}`,
      term.flatFees.map(({ identifier }) => identifier),
    );
  }
}

/** @param owner the offer or module, for the message. @throws StaffError if an age range ends before it begins. */
export function requireAges(owner: string, { ageAdjustments = [] }: PaymentFrequency): void {
  const wrong = ageAdjustments.find(({ startAge, endAge }) => endAge < startAge);
  if (!wrong) return;
  const { startAge, endAge } = wrong;
  throw new StaffError(`${owner}: the age adjustment from ${startAge} ends at ${endAge}, before it begins.`);
}

export function requireUnique(what: string, values: readonly (number | string)[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new StaffError(`Two ${what} have the id ${twice}.`);
}

export function idsOf(all: readonly { readonly id: number }[]): number[] {
  return all.map(({ id }) => id);
}
