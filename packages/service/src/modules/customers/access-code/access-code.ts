import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart } from '../../../core/i18n/translate.js';
import { secondsLeft, signedQuery } from '../../../core/secrets/signed-query.js';
import { informationOf } from '../../studio-information/studio-information.js';
import type { Studio } from '../../studios/studios.tables.js';
import { type CustomerOfStudio, findCustomer } from '../customers.js';
import { customers } from '../customers.tables.js';

/** Lifetime of a code in seconds: long enough to walk to the entrance, too short to be worth passing on. */
const LIFETIME = 5 * 60;

/** A code that a member shows at the entrance. */
interface AccessCode {
  readonly content: string;
  readonly expiresAt: Date;
}

/**
 * Makes the code with which a member enters the studio. It contains the member's `uuid`, its expiry, and a signature
 * that only this service can make. To verify it, the studio's entrance hands it to the staff action
 * `check-in.start-by-access-code`.
 *
 * @throws ApiError 403 if members do not enter this studio with a code; otherwise like `findCustomer`.
 */
export async function accessCodeOf(
  { db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>,
  { studio, customerId }: CustomerOfStudio,
): Promise<AccessCode> {
  const { uuid } = await findCustomer(db, studio.id, customerId, 'customerId');
  await requireCodes(db, studio);
  const query = new URLSearchParams(signedQuery(keys, named(uuid), clock.now(), LIFETIME));
  const [expires, signature] = [Number(query.get('expires')), query.get('signature')];
  return { content: `${uuid}.${expires}.${signature}`, expiresAt: new Date(expires * 1000) };
}

/**
 * Returns the member who shows an access code at a studio.
 *
 * @throws ApiError 404 if the code is false or has expired, or its holder is no member of the studio; 403 if members do
 * not enter this studio with a code.
 */
export async function holderOfCode(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  studio: Studio,
  code: string,
): Promise<number> {
  await requireCodes(tx, studio);
  const [uuid = '', expires, signature = ''] = code.trim().split('.');
  const given = { expires: Number(expires), signature };
  const unknown = () => new ApiError('errormessage.checkin.code.unknown', 'accessCode');
  if (secondsLeft(keys, named(uuid), given, clock.now()) === 0) throw unknown();
  const [holder] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.uuid, uuid), eq(customers.studioId, studio.id), isNull(customers.erasedAt)));
  if (!holder) throw unknown();
  return holder.id;
}

async function requireCodes(db: Database, studio: Studio): Promise<void> {
  if ((await informationOf(db, studio)).accessCodes) return;
  const problem = textPart('problem.accessCodes.off');
  throw new ApiError('errormessage.permission.denied', undefined, { problem });
}

function named(uuid: string): string {
  return `access code of ${uuid}`;
}
