import { eq } from 'drizzle-orm';
import type { Context } from '../context.js';
import type { Database } from '../store/database.js';
import { studios } from '../store/schema.js';
import { StaffError } from '../errors/staff-error.js';
import { findStaffAction } from './actions.js';
import { recordAudit } from './audit.js';
import { requireInput } from './require-input.js';
import type { StaffResult } from './staff-action.js';

export interface StaffRequest {
  readonly name: string;
  readonly studioId: number;
  /** The page or command, and the account of the machine: `studio page`, `command: anna`. */
  readonly actor: string;
  readonly input: unknown;
  readonly traceId: string;
}

/**
 * Does what staff of a studio ask for: the input is checked, the rule runs, and the audit record is written with it, all
 * or nothing.
 *
 * @throws Error when no action has that name, StaffError when no studio has that id; ApiError or StaffError when the
 *   input is wrong or the rule refuses.
 */
export async function performStaffAction(
  context: Context,
  { name, studioId, actor, input, traceId }: StaffRequest,
): Promise<StaffResult> {
  const action = findStaffAction(name);
  requireInput(action.input, input);
  const perform = async (tx: Database): Promise<StaffResult> => {
    const [studio] = await tx.select().from(studios).where(eq(studios.id, studioId));
    if (!studio) throw new StaffError(`There is no studio ${studioId}.`);
    const result = await action.run({ context, tx, studio, input, traceId });
    const { entity, changed } = result;
    await recordAudit(context, tx, { entity, changed, studioId, action: name, actor, traceId });
    return result;
  };
  return action.withoutTransaction ? perform(context.db) : context.db.transaction(perform);
}
