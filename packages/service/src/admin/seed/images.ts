import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { setImage } from '../../modules/customers/images/images.js';
import { customerImages } from '../../modules/customers/images/images.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { studioFiles } from './studio-files.js';

/** Stores the images of some members of the demo. Existing images stay as they are. */
export async function seedImages(context: Pick<Context, 'db' | 'keys' | 'clock'>): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const { studio: seeded, images = [] } of studioFiles(context.clock.now())) {
      const [studio] =
        images.length > 0 ? await tx.select().from(studios).where(eq(studios.id, seeded.id)) : [];
      if (!studio) continue;
      for (const { customerId, base64 } of images) {
        if ((await tx.$count(customerImages, eq(customerImages.customerId, customerId))) > 0) continue;
        await setImage(context, tx, { studio, customerId }, Buffer.from(base64, 'base64'));
      }
    }
  });
}
