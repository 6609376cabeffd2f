import { endForgotten } from '../check-ins/forgotten-visits.js';
import type { Context } from '../context.js';
import { studios } from '../store/schema.js';

/** @param onFault told about each studio whose visits could not be ended; the others go on. */
export async function endForgottenVisits(context: Context, onFault: (fault: unknown) => void): Promise<void> {
  for (const studio of await context.db.select().from(studios)) {
    await context.db.transaction((tx) => endForgotten(context, tx, studio)).catch(onFault);
  }
}
