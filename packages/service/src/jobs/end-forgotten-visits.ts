import { endForgotten } from '../check-ins/forgotten-visits.js';
import type { Context } from '../context.js';
import { everyStudio } from '../studios/every-studio.js';

/** @param onFault called with each studio whose visits could not be ended; those of the others are. */
export async function endForgottenVisits(context: Context, onFault: (fault: unknown) => void): Promise<void> {
  for (const studio of await everyStudio(context.db, onFault)) {
    await context.db.transaction((tx) => endForgotten(context, tx, studio)).catch(onFault);
  }
}
