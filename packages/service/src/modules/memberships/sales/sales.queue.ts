import { and, asc, eq, exists, gt, lte } from 'drizzle-orm';
import { isNotWaiting, type RetriedWork } from '../../../core/jobs/retries.js';
import { isNotHeld } from '../../payments/held-after-restore.js';
import { isAt } from '../../payments/payments.queues.js';
import { payments } from '../../payments/payments.tables.js';
import { PROVIDER_NAMES, type ProviderName } from '../../payments/providers/provider.js';
import { usages } from '../../payments/usages/usages.tables.js';
import { finishSale } from './finish-sale.js';
import { sales } from './sales.tables.js';

/** Sales whose payment was under way when the request or the process ended. */
export const SALES_QUEUE: RetriedWork<ProviderName> = {
  name: 'SALES',
  table: sales,
  providers: [...PROVIDER_NAMES, null],
  find: (db, { provider, now, before, limit }) =>
    db
      .select({ id: sales.id })
      .from(sales)
      .where(
        and(
          isNotHeld(db),
          eq(sales.status, 'RESERVED'),
          lte(sales.createdAt, before),
          exists(
            db
              .select({ id: usages.id })
              .from(usages)
              .innerJoin(payments, eq(payments.id, usages.paymentId))
              .where(and(eq(usages.saleId, sales.id), gt(usages.amount, 0), isAt(provider))),
          ),
          isNotWaiting(db, 'SALES', sales.id, now),
        ),
      )
      .orderBy(asc(sales.createdAt))
      .limit(limit),
  work: async (context, id, traceId) => (await finishSale(context, id, traceId)).kind !== 'UNKNOWN',
};
