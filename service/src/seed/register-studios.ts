import type { SimulatorProvider } from '../providers/simulator/simulator-provider.js';
import type { Database } from '../store/database.js';
import { studios } from '../store/schema.js';

/**
 * Tells the simulated provider who the studios are and which origins may show its pages.
 *
 * @throws ProviderUnavailableError when it does not answer.
 */
export async function registerStudios(
  db: Database,
  providerOf: (studio: { publicKey: string }) => SimulatorProvider,
  additionalOrigins: readonly string[],
): Promise<void> {
  for (const studio of await db.select().from(studios)) {
    await providerOf(studio).registerAccount({
      merchantName: studio.creditor.name,
      origins: [...studio.registeredOrigins, ...additionalOrigins],
    });
  }
}
