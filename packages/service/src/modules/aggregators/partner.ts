import { eq } from 'drizzle-orm';
import { Value } from 'typebox/value';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { rowOf } from '../../core/database/row-of.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import type { Studio } from '../studios/studios.tables.js';
import { requireReceiver } from '../webhooks/subscriptions.js';
import { aggregators } from './aggregators.tables.js';
import { AggregatorPerson } from './members.js';

/** Time limit for the complete response of an aggregator (details, Aggregators). */
const PARTNER_TIMEOUT_MS = 750;
/** Maximum number of response bytes that are read; a person takes a few hundred. */
const LONGEST_ANSWER = 16 * 1024;

/**
 * Connects a studio to its aggregator, or changes the connection.
 *
 * @throws ApiError 400 if the address is neither https, nor http on this machine.
 */
export async function connectAggregator(
  { keys }: Pick<Context, 'keys'>,
  tx: Database,
  studio: Studio,
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
): Promise<void> {
  try {
    requireReceiver(url);
  } catch {
    throw new ApiError('errormessage.aggregator.address.invalid', 'url');
  }
  const connection = { url, apiKeyEncrypted: keys.encrypt(apiKey, rowOf(aggregators, String(studio.id))) };
  await tx
    .insert(aggregators)
    .values({ studioId: studio.id, ...connection })
    .onConflictDoUpdate({ target: aggregators.studioId, set: connection });
}

/**
 * Requests a person's data from the aggregator (`POST /member-validation`).
 *
 * @throws ApiError 404 if the aggregator does not know the person; 503 if there is no valid response in time; 400 if
 * the studio has no aggregator.
 */
export async function askForPerson(
  context: Context,
  tx: Database,
  studio: Studio,
  aggregatorId: string,
): Promise<AggregatorPerson> {
  const { status, body } = await ask(context, tx, studio, {
    operation: 'member-validation',
    body: { aggregatorId },
  });
  if (status === 404) throw new ApiError('errormessage.aggregator.member.not.found', 'aggregatorId');
  const person = withoutNulls(body);
  if (status !== 200 || !Value.Check(AggregatorPerson, person) || person.aggregatorId !== aggregatorId) {
    throw unavailable('problem.aggregator.answer', { status });
  }
  return Value.Clean(AggregatorPerson, person) as AggregatorPerson;
}

/**
 * Requires that the aggregator admits a member (`POST /checkin-validation`).
 *
 * @throws ApiError 403 if it refuses; 503 if there is no valid response in time; 400 if the studio has no aggregator.
 */
export async function requireAdmission(
  context: Context,
  tx: Database,
  studio: Studio,
  member: { readonly aggregatorId: string; readonly customerId: number },
): Promise<void> {
  const { aggregatorId, customerId } = member;
  const { status } = await ask(context, tx, studio, {
    operation: 'checkin-validation',
    body: { aggregatorId, customerId },
  });
  if (status === 403) throw new ApiError('errormessage.aggregator.refused', 'customerId');
  if (status !== 200) throw unavailable('problem.aggregator.answer', { status });
}

async function ask(
  { keys }: Context,
  tx: Database,
  studio: Studio,
  { operation, body }: { readonly operation: string; readonly body: object },
): Promise<{ readonly status: number; readonly body: unknown }> {
  const [partner] = await tx.select().from(aggregators).where(eq(aggregators.studioId, studio.id));
  if (!partner) throw new ApiError('errormessage.aggregator.not.connected');
  const apiKey = keys.decrypt(partner.apiKeyEncrypted, rowOf(aggregators, String(studio.id)));
  const signal = AbortSignal.timeout(PARTNER_TIMEOUT_MS);
  try {
    const response = await fetch(`${partner.url.replace(/\/$/, '')}/${operation}`, {
      method: 'POST',
      // Following a redirect would send the key to an address that the studio has not connected.
      redirect: 'manual',
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-api-key': apiKey },
      body: JSON.stringify(body),
      signal,
    });
    return { status: response.status, body: await readJson(response) };
  } catch {
    throw signal.aborted
      ? unavailable('problem.aggregator.slow', { limit: PARTNER_TIMEOUT_MS })
      : unavailable('problem.aggregator.unreachable');
  }
}

/**
 * Reads the JSON of a response; undefined if it is invalid or too long. @throws if the connection breaks or times out.
 */
async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += (part as Uint8Array).byteLength;
    if (length > LONGEST_ANSWER) return undefined;
    parts.push(part as Uint8Array);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function unavailable(
  key: 'problem.aggregator.answer' | 'problem.aggregator.slow' | 'problem.aggregator.unreachable',
  params: Record<string, number> = {},
): ApiError {
  return new ApiError('errormessage.aggregator.unavailable', undefined, { problem: textPart(key, params) });
}
