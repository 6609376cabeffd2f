import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { insertAmendment } from '../../modules/self-service/amendments.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import { studioFiles } from './studio-files.js';

/** Requests changes of contact data for members of the demo, unless they have already requested something. */
export async function seedContactDataChanges(context: Pick<Context, 'db' | 'keys' | 'clock'>): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const { contactDataChanges = [] } of studioFiles(context.clock.now())) {
      for (const { customerId, changes } of contactDataChanges) {
        if ((await tx.$count(amendments, eq(amendments.customerId, customerId))) > 0) continue;
        const row = { customerId, kind: 'CONTACT_DATA', status: 'PENDING' } as const;
        await insertAmendment(context, tx, row, changes);
      }
    }
  });
}
