import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.js';
import type { Drawable } from '../../documents/drawn-documents.js';
import { contracts, membershipOffers, sales } from '../../store/membership-tables.js';
import { customers, studios } from '../../store/schema.js';
import { offeredContract, signedContract, type ContractDocument } from './contract-document.js';
import type { NamedContract } from './contract-link.js';

/** The document of a contract; null when there is no such offer or contract. */
export async function loadContract(
  context: Pick<Context, 'db' | 'clock'>,
  named: NamedContract,
): Promise<Drawable<ContractDocument> | null> {
  const document = await (named.kind === 'offered' ? offered(context, named) : signed(context, named));
  if (document === null) return null;
  // The moment of asking makes no other document.
  const { madeAt: _, ...content } = document;
  return { document, version: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}

async function offered({ db, clock }: Pick<Context, 'db' | 'clock'>, { id, language }: NamedContract) {
  const [found] = await db
    .select({ offer: membershipOffers.definition, studio: studios })
    .from(membershipOffers)
    .innerJoin(studios, eq(studios.id, membershipOffers.studioId))
    .where(eq(membershipOffers.id, id));
  return found ? offeredContract(found.studio, found.offer, language, clock.now()) : null;
}

async function signed({ db }: Pick<Context, 'db'>, { id, language }: NamedContract) {
  const [found] = await db
    .select({ contract: contracts, customer: customers, studio: studios })
    .from(contracts)
    .innerJoin(customers, eq(customers.id, contracts.customerId))
    // The studio that it was signed with: a member can move to another.
    .innerJoin(sales, eq(sales.id, contracts.saleId))
    .innerJoin(studios, eq(studios.id, sales.studioId))
    .where(eq(contracts.id, id));
  return found ? signedContract(found.studio, found, language) : null;
}
