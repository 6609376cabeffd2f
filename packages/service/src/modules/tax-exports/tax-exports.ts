import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { addTerm, type CalendarDate, dayBefore, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { rowOf } from '../../core/database/row-of.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../../core/secrets/signed-query.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { taxEntries } from './tax-entries.js';
import {
  type ExportFormat,
  type ExportLocale,
  type FileFormat,
  taxExportParts,
  taxExports,
} from './tax-exports.tables.js';
import { taxFile } from './tax-file.js';

export type TaxExport = typeof taxExports.$inferSelect;

/** Maximum number of days of an export. */
const MOST_DAYS = 90;

export interface ExportRequest {
  readonly fromDate: CalendarDate;
  readonly toDate: CalendarDate;
  readonly format: ExportFormat;
  readonly fileFormat: FileFormat;
  /** Defaults to German for a studio with that language, otherwise to English. */
  readonly locale?: ExportLocale;
}

/**
 * Orders an export of a studio's bookings. The queue writes the file and notifies partners.
 *
 * @returns its id.
 * @throws ApiError 400 if the period is not over, is reversed, or is too long; 409 when the Idempotency-Key was used
 * with another request.
 */
export async function createExport(
  context: Context,
  studio: Studio,
  { fromDate, toDate, format, fileFormat, locale }: ExportRequest,
  request: KeyedRequest,
): Promise<number> {
  requirePeriod(fromDate, toDate, dayBefore(todayAt(context, studio)));
  const uuid = randomUUID();
  return context.db.transaction(async (tx) => {
    const kept = await keepResult(context, tx, request, uuid);
    if (kept === uuid) {
      await tx.insert(taxExports).values({
        uuid,
        studioId: studio.id,
        fromDate,
        toDate,
        format,
        fileFormat,
        locale: locale ?? (studio.language.startsWith('de') ? 'GERMAN' : 'ENGLISH'),
        state: 'PENDING',
        createdAt: context.clock.now(),
      });
    }
    const [made] = await tx.select({ id: taxExports.id }).from(taxExports).where(eq(taxExports.uuid, kept));
    if (!made) throw new Error('The tax export was not stored.');
    return made.id;
  });
}

function requirePeriod(from: CalendarDate, to: CalendarDate, latest: CalendarDate): void {
  const isTooLong = addTerm(from, { value: MOST_DAYS, unit: 'DAY' }) <= to;
  if (from <= to && to <= latest && !isTooLong) return;
  throw new ApiError('errormessage.tax.export.period.invalid', from > latest ? 'fromDate' : 'toDate', {
    from,
    to,
    latest,
    days: MOST_DAYS,
  });
}

/**
 * Finds an export of a studio whose file is ready.
 *
 * @throws ApiError 403 if the export belongs to another studio; 404 if it does not exist; 409 if it is not ready.
 */
export async function findReadyExport(db: Database, studio: Studio, exportId: number): Promise<TaxExport> {
  const [found] = await db.select().from(taxExports).where(eq(taxExports.id, exportId));
  if (!found) throw new ApiError('errormessage.tax.export.not.found', 'exportId', { exportId });
  if (found.studioId !== studio.id) {
    throw new ApiError('errormessage.permission.denied', 'exportId', {
      problem: textPart('problem.studio.other'),
    });
  }
  if (found.state !== 'READY') {
    throw new ApiError('errormessage.tax.export.not.ready', 'exportId', { exportId });
  }
  return found;
}

/** Maximum size of a stored part. */
const PART_BYTES = 1024 * 1024;

/**
 * Writes the file of an export, unless it is ready or another process is writing it, and notifies partners.
 *
 * @returns whether the export is finished.
 */
export async function writeExport(context: Context, uuid: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ taxExport: taxExports, studio: studios })
      .from(taxExports)
      .innerJoin(studios, eq(studios.id, taxExports.studioId))
      .where(eq(taxExports.uuid, uuid))
      .for('update', { of: taxExports, skipLocked: true });
    if (!row) return false;
    const { taxExport, studio } = row;
    if (taxExport.state === 'READY') return true;
    const { id } = taxExport;
    let position = 0;
    for await (const part of inParts(taxFile(taxExport, taxEntries(tx, studio, taxExport)))) {
      await storePart(context, tx, id, position, part);
      position += 1;
    }
    await tx.update(taxExports).set({ state: 'READY' }).where(eq(taxExports.id, id));
    await emit(context, tx, studio.id, { type: 'TAX_ADVISOR_EXPORT_CREATED', entityId: id });
    return true;
  });
}

/** Joins chunks to parts of about the same size; the last one may be smaller. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(gathered);
}

async function storePart(
  { keys }: Pick<Context, 'keys'>,
  tx: Database,
  exportId: number,
  position: number,
  part: Buffer,
): Promise<void> {
  const id = randomUUID();
  const contentEncrypted = keys.encrypt(part.toString('base64'), rowOf(taxExportParts, id));
  await tx.insert(taxExportParts).values({ id, exportId, position, contentEncrypted });
}

/** Reads the file of an export, part by part. */
export async function* exportBytes(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  exportId: number,
): AsyncGenerator<Buffer> {
  for (let after = -1; ;) {
    const [part] = await db
      .select()
      .from(taxExportParts)
      .where(and(eq(taxExportParts.exportId, exportId), gt(taxExportParts.position, after)))
      .orderBy(asc(taxExportParts.position))
      .limit(1);
    if (!part) return;
    yield Buffer.from(keys.decrypt(part.contentEncrypted, rowOf(taxExportParts, part.id)), 'base64');
    after = part.position;
  }
}

/** Lifetime of the link to a file (fields-2, 2: Links). */
const LINK_SECONDS = 15 * 60;

/** Creates a link that opens the file of one export only, valid for 15 minutes. */
export function exportLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  id: number,
): string {
  const query = signedQuery(keys, named(id), clock.now(), LINK_SECONDS);
  return new URL(`/tax-exports/${id}?${query}`, publicUrl()).href;
}

/** Returns whether `exportLink` created a link and it has not expired. */
export function isOpenExportLink(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  id: number,
  given: SignedQuery,
): boolean {
  return secondsLeft(keys, named(id), given, clock.now()) > 0;
}

function named(id: number): string {
  return `tax export ${id}`;
}
