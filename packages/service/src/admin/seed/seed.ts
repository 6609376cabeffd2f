import { and, eq, getTableColumns, getTableName, gte, isNull, sql } from 'drizzle-orm';
import { instantBefore } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { importAppointments } from '../../modules/appointments/import-appointments.js';
import { checkIns } from '../../modules/check-ins/check-ins.tables.js';
import { importClasses } from '../../modules/classes/import-classes.js';
import { importCustomers } from '../../modules/customers/import-customers.js';
import { importAdditionalModules } from '../../modules/memberships/additional-modules/import-additional-modules.js';
import { importContracts } from '../../modules/memberships/contracts/import-contracts.js';
import { importOffers } from '../../modules/memberships/offers/import-offers.js';
import { importVouchers } from '../../modules/memberships/vouchers/import-vouchers.js';
import { addTag, publishInformation, setTags } from '../../modules/studio-information/studio-information.js';
import { studioOrigins } from '../../modules/studios/origins.tables.js';
import { settingsOf } from '../../modules/studios/settings/studio-settings.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { ALL_TABLES } from '../operations/all-tables.js';
import { addStudio } from '../studios/studios.js';
import { seedBookings } from './bookings.js';
import { seedIntegrations } from './integrations.js';
import { type StudioFile, studioFiles } from './studio-files.js';

type Needs = Pick<Context, 'keys' | 'clock'>;

/**
 * Imports the demo studios that a database lacks. Existing studios stay as they are, except for data that goes out of
 * date: the timetable and a day of visits.
 */
export async function seed({ db, ...context }: Needs & Pick<Context, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    // Services that start at the same time wait here, so that the others find what the first has created.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`);
    const now = context.clock.now();
    const made: number[] = [];
    for (const file of studioFiles(now)) {
      const [known] = await tx.select().from(studios).where(eq(studios.id, file.studio.id));
      const studio = known ?? (await importStudio(context, tx, file));
      if (!known) made.push(studio.id);
      const { classes, appointments, bookings, visits } = file;
      if (classes) await importClasses(context, tx, studio, { ...file, classes });
      if (appointments) await importAppointments(tx, studio, { appointments });
      if (bookings && !known) await seedBookings(context, tx, studio, bookings);
      if (visits) await seedVisits(tx, studio, visits, now);
    }
    await seedIntegrations(context, tx, made);
  });
}

async function importStudio(context: Needs, tx: Database, file: StudioFile): Promise<Studio> {
  const { id, publicKey, registeredOrigins, settings: decided, ...input } = file.studio;
  await addStudio(tx, input, { wantedId: id, accounts: [] });
  const [studio] = await tx
    .update(studios)
    .set({ publicKey, settings: { decided } })
    .where(eq(studios.id, id))
    .returning();
  if (!studio) throw new Error(`The demo's studio ${id} was not added.`);
  const patterns = registeredOrigins.map((pattern) => ({ studioId: id, pattern }));
  await tx.insert(studioOrigins).values(patterns);
  await publishInformation(context, tx, studio, file.information);
  for (const tag of file.tags) await addTag(tx, tag);
  await setTags(tx, studio, file.tags);
  await importOffers(tx, studio, file.offers);
  if (file.additionalModules) await importAdditionalModules(tx, studio, file.additionalModules);
  if (file.vouchers) await importVouchers(tx, studio, file.vouchers);
  await importCustomers(context, tx, studio, file.customers);
  if (file.contracts) await importContracts(context, tx, studio, file.contracts);
  for (const [name, rows] of Object.entries(file.rows)) await insertRows(tx, name, rows);
  return studio;
}

async function insertRows(
  tx: Database,
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const table = ALL_TABLES.find((each) => getTableName(each) === name);
  if (!table) throw new Error(`The demo has rows of "${name}", which is no table.`);
  const columns = Object.keys(getTableColumns(table));
  const unknown = rows.flatMap(Object.keys).find((column) => !columns.includes(column));
  if (unknown !== undefined) {
    throw new Error(`The demo has "${unknown}" in ${name}; its columns are ${columns.join(', ')}.`);
  }
  await tx.insert(table).values([...rows]);
}

/** Adds a day of visits that ends now, unless the studio has had a visit within the last day. */
async function seedVisits(
  tx: Database,
  studio: Studio,
  visits: NonNullable<StudioFile['visits']>,
  now: Date,
): Promise<void> {
  const studioId = studio.id;
  const aDayAgo = instantBefore(now, { days: 1 });
  const isTheirs = eq(checkIns.studioId, studioId);
  if ((await tx.$count(checkIns, and(isTheirs, gte(checkIns.checkedInAt, aDayAgo)))) > 0) return;
  await tx
    .update(checkIns)
    .set({ checkedOutAt: aDayAgo })
    .where(and(isTheirs, isNull(checkIns.checkedOutAt)));
  const goneAfter = settingsOf(studio).checkIns.longestVisitHours * 3600_000;
  await tx.insert(checkIns).values(
    visits.map((visit) => {
      return { ...visit, studioId, goneAt: new Date(visit.checkedInAt.getTime() + goneAfter) };
    }),
  );
}
