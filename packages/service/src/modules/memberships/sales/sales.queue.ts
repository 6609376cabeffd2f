import { and, asc, eq, exists, gt, lte } from 'drizzle-orm';
import type { Queue } from '../../../core/jobs/batch.js';
import { isNotWaiting } from '../../../core/jobs/retries.js';
import { unlessHeld } from '../../payments/held-after-restore.js';
import { isAt } from '../../payments/payments.queues.js';
import { payments } from '../../payments/payments.tables.js';
import { PROVIDER_NAMES, type ProviderName } from '../../payments/providers/provider.js';
import { usages } from '../../payments/usages/usages.tables.js';
import { finishSale } from './finish-sale.js';
import { sales } from './sales.tables.js';

/** Queues sales whose payment was under way when the request or the process ended. */
export const SALES_QUEUE: Queue<ProviderName> = unlessHeld({
  name: 'SALES',
  providers: [...PROVIDER_NAMES, null],
  find: ({ db, clock }, { provider, before, ignoresWaits, limit }) =>
    db
      .select({ id: sales.id })
      .from(sales)
      .where(
        and(
          eq(sales.status, 'RESERVED'),
          lte(sales.createdAt, before),
          exists(
            db
              .select({ id: usages.id })
              .from(usages)
              .innerJoin(payments, eq(payments.id, usages.paymentId))
              .where(and(eq(usages.saleId, sales.id), gt(usages.amount, 0), isAt(provider))),
          ),
          ignoresWaits ? undefined : isNotWaiting(db, 'SALES', sales.id, clock.now()),
        ),
      )
      .orderBy(asc(sales.createdAt))
      .limit(limit),
  work: async (context, id, traceId) => (await finishSale(context, id, traceId)).kind !== 'UNKNOWN',
});
