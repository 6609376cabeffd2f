import type { Context } from '../../core/context.js';
import type { SimulatorProvider } from '../../modules/payments/providers/simulator/simulator-provider.js';
import { originsByStudio } from '../../modules/studios/origins.js';
import { everyStudio } from '../../modules/studios/studios.js';

/**
 * Registers the studios, and the origins that may show the provider's pages, with the simulated provider. A studio that
 * cannot be read is reported; the others are still registered.
 *
 * @throws ProviderUnavailableError when the provider does not respond.
 */
export async function registerStudios(
  { db, report, publicUrl }: Pick<Context, 'db' | 'report' | 'publicUrl'>,
  providerOf: (studio: { publicKey: string }) => SimulatorProvider,
  additionalOrigins: readonly string[],
): Promise<void> {
  const origins = await originsByStudio(db);
  for (const studio of await everyStudio(db, report)) {
    await providerOf(studio).registerAccount({
      merchantName: studio.creditor.name,
      origins: [new URL(publicUrl()).origin, ...(origins.get(studio.id) ?? []), ...additionalOrigins],
    });
  }
}
