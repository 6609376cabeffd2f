import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addTerm, dayBefore, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { requestHash } from '../../core/idempotency/idempotency.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { createExport, writeExport } from '../../modules/tax-exports/tax-exports.js';
import { taxExports } from '../../modules/tax-exports/tax-exports.tables.js';
import { studioFiles } from './studio-files.js';

/** Gives the demo's first studio an export of the last thirty days. Does nothing if exports exist. */
export async function seedTaxExport(context: Context): Promise<void> {
  const { db } = context;
  if ((await db.$count(taxExports)) > 0) return;
  const [first] = studioFiles(context.clock.now());
  const [studio] = first ? await db.select().from(studios).where(eq(studios.id, first.studio.id)) : [];
  if (!studio) return;
  const toDate = dayBefore(todayAt(context, studio));
  const fromDate = addTerm(toDate, { value: 29, unit: 'DAY' }, -1);
  const asked = { fromDate, toDate, format: 'SINGLE', fileFormat: 'CSV' } as const;
  // If several services start at the same time, the first one creates the export.
  const id = await createExport(context, studio, asked, {
    scope: `studio ${studio.id} demo`,
    key: 'tax-export-of-the-demo',
    hash: requestHash(context, () => 'tax export'),
    traceId: randomUUID(),
  });
  const [made] = await db.select({ uuid: taxExports.uuid }).from(taxExports).where(eq(taxExports.id, id));
  if (made) await writeExport(context, made.uuid);
}
