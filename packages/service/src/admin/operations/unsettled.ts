import type { Context } from '../../core/context.js';
import { isHeldAfterRestore } from '../../modules/payments/held-after-restore.js';
import type { Finding } from './finding.js';
import { countOfOtherKeys } from './reencrypt.js';

/** Finds tasks that an operator has begun and not ended: a restore, a rotation of the secret. */
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
  ];
}
