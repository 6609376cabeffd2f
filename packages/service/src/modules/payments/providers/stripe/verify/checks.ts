import { cardChecks } from './card-checks.js';
import { type Check, terms } from './check.js';
import { methodChecks } from './method-checks.js';
import { walletChecks } from './wallet-checks.js';

/** Returns checks for all Stripe behaviour that the service relies on and that can be checked with only an API key. */
export function allChecks(): readonly Check[] {
  return [
    {
      name: 'the version of the API',
      expected: '2026-10-28.endive',
      see: async ({ stripe }) => {
        const { lastResponse } = await stripe.customers.create({ description: 'verify:stripe' });
        return lastResponse.apiVersion ?? 'none';
      },
    },
    {
      name: 'payment_method_types is gone',
      expected: 'refused: 400',
      see: async ({ stripe }) =>
        stripe
          .rawRequest('POST', '/v1/payment_intents', {
            amount: 2500,
            currency: 'eur',
            payment_method_types: ['card'],
          })
          .then(() => 'taken')
          .catch((error: unknown) => `refused: ${(error as { statusCode?: number }).statusCode}`),
    },
    {
      name: 'one key of idempotency makes one intent',
      expected: 'the same',
      see: async (bench) => {
        const key = bench.key();
        const first = await bench.provider.createIntent(terms(bench), key);
        const second = await bench.provider.createIntent(terms(bench), key);
        return first.reference === second.reference ? 'the same' : 'two';
      },
    },
    {
      name: 'a key that was used with other parameters',
      expected: 'ProviderUnavailableError',
      see: async (bench) => {
        const key = bench.key();
        await bench.provider.createIntent(terms(bench), key);
        return bench.provider
          .createIntent(terms(bench, { amount: 2600 }), key)
          .then(() => 'taken')
          .catch((error: unknown) => (error instanceof Error ? error.name : 'none'));
      },
    },
    ...cardChecks(),
    ...methodChecks(),
    ...walletChecks(),
  ];
}
