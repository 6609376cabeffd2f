import { eq, sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../../core/database/database.js';
import { StaffError } from '../../../core/errors/staff-error.js';
import type { Studio } from '../../studios/studios.tables.js';
import { idsOf, requireAges, requireUnique } from '../offers/import-offers.js';
import { AdditionalModuleSchema } from '../offers/offer-schema.js';
import type { AdditionalModule } from './additional-module.js';
import { additionalModules } from './additional-modules.tables.js';

export const AdditionalModuleImport = Type.Object({
  additionalModules: Type.Array(AdditionalModuleSchema, {
    minItems: 1,
    maxItems: 1000,
    description: 'As JSON. docs/install.md has an example.',
  }),
});

/**
 * Imports additional modules as given: new modules are added, and modules with the same id are replaced. Booked modules
 * keep their terms. No module is removed; to withdraw a module, set `isActive` to false.
 *
 * @returns the ids of the modules.
 * @throws StaffError for errors that a schema cannot express: ids that are taken or missing, and ages that end before
 * they begin.
 */
export async function importAdditionalModules(
  tx: Database,
  studio: Studio,
  modules: readonly AdditionalModule[],
): Promise<number[]> {
  const ids = idsOf(modules);
  requireUnique('additional modules', ids);
  for (const { id, paymentFrequencies } of modules) {
    const named = paymentFrequencies.flatMap((frequency) => frequency.id ?? []);
    if (named.length < paymentFrequencies.length) {
      throw new StaffError(`Additional module ${id}: each payment frequency needs an id.`);
    }
    requireUnique(`payment frequencies of additional module ${id}`, named);
    for (const frequency of paymentFrequencies) requireAges(`Additional module ${id}`, frequency);
  }
  // In the order of their ids, so that concurrent imports do not wait for each other in turn.
  const ordered = modules.toSorted((a, b) => a.id - b.id);
  const written = await tx
    .insert(additionalModules)
    .values(ordered.map((definition) => ({ id: definition.id, studioId: studio.id, definition })))
    .onConflictDoUpdate({
      target: additionalModules.id,
      set: { definition: sql`excluded.definition` },
      setWhere: eq(additionalModules.studioId, studio.id),
    })
    .returning({ id: additionalModules.id });
  const foreign = ids.find((id) => !written.some((module) => module.id === id));
  if (foreign !== undefined) {
    throw new StaffError(`The id ${foreign} belongs to an additional module of another studio.`);
  }
  return ids;
}
