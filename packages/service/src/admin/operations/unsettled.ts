import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { integrations } from '../../modules/integrations/integrations.tables.js';
import { isHeldAfterRestore } from '../../modules/payments/held-after-restore.js';
import { webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import type { Finding } from './finding.js';
import { countOfOtherKeys } from './reencrypt.js';

/** Tasks that an operator has begun and not ended: a restore, a new secret, receivers from before events were signed. */
export async function findUnsettled(context: Pick<Context, 'db' | 'keys'>): Promise<Finding[]> {
  const texts = await countOfOtherKeys(context);
  return [
    ...((await isHeldAfterRestore(context.db))
      ? [
          {
            what: 'payments are held since the database was restored',
            advice: "Compare with the provider's export, put right what differs, then: upc-service resume.",
          },
        ]
      : []),
    ...(texts > 0
      ? [{ what: `${texts} texts need an earlier secret`, advice: 'Run: upc-service secret rotate.' }]
      : []),
    ...(await findUnsigned(context)),
  ];
}

async function findUnsigned({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const rows = await db
    .select({ id: integrations.id, studioId: integrations.studioId })
    .from(webhookSubscriptions)
    .innerJoin(integrations, eq(integrations.id, webhookSubscriptions.integrationId))
    .where(and(isNull(webhookSubscriptions.signingKeyEncrypted), eq(integrations.status, 'ACTIVE')))
    .orderBy(integrations.id);
  return rows.map(({ id, studioId }) => ({
    what: `events of integration ${id} (studio ${studioId}) are not signed`,
    advice: 'Make it a signing key, and give it to the partner: upc-service webhook rotate.',
  }));
}
