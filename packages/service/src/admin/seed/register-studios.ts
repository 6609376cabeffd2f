import type { Context } from '../../core/context.js';
import type { SimulatorProvider } from '../../modules/payments/providers/simulator/simulator-provider.js';
import { everyStudio } from '../../modules/studios/studios.js';

/**
 * Tells the simulated provider who the studios are and which origins may show its pages; one that cannot be read is
 * reported, and the others are told of.
 *
 * @throws ProviderUnavailableError when it does not answer.
 */
export async function registerStudios(
  { db, report }: Pick<Context, 'db' | 'report'>,
  providerOf: (studio: { publicKey: string }) => SimulatorProvider,
  additionalOrigins: readonly string[],
): Promise<void> {
  for (const studio of await everyStudio(db, report)) {
    await providerOf(studio).registerAccount({
      merchantName: studio.creditor.name,
      origins: [...studio.registeredOrigins, ...additionalOrigins],
    });
  }
}
