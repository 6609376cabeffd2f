import type { Context } from '../../core/context.js';
import { isHeldAfterRestore } from '../../modules/payments/held-after-restore.js';
import type { Finding } from './finding.js';
import { countOfOtherKeys } from './reencrypt.js';

/** Finds tasks that an operator has begun and not finished: a restore, a rotation of the secret. */
export async function findUnsettled(context: Pick<Context, 'db' | 'keys'>): Promise<Finding[]> {
  const texts = await countOfOtherKeys(context);
  return [
    ...((await isHeldAfterRestore(context.db))
      ? [
          {
            what: 'payments have been on hold since the database was restored',
            advice:
              "Compare with the provider's export, correct the differences, then run: upc-service resume.",
          },
        ]
      : []),
    ...(texts > 0
      ? [{ what: `${texts} texts need an earlier secret`, advice: 'Run: upc-service secret rotate.' }]
      : []),
  ];
}
