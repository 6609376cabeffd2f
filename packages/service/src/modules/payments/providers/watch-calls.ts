import { SpanKind } from '@opentelemetry/api';
import type { CallOutcome, Metrics } from '../../../core/metrics.js';
import { inSpan } from '../../../core/trace.js';
import { type PaymentProvider, ProviderRequestError } from './provider.js';
import type { ProvidersByName } from './providers.js';

/** Makes providers create a span for every call, and measure it if there are metrics. */
export function watchCalls(
  { STRIPE, SIMULATOR, BANK }: ProvidersByName,
  metrics: Metrics | undefined,
): ProvidersByName {
  const watchedBy =
    (of: ProvidersByName[keyof ProvidersByName]): typeof of =>
    (studio) => {
      const provider = of(studio);
      return provider && watched(provider, metrics);
    };
  return { STRIPE: watchedBy(STRIPE), SIMULATOR: watchedBy(SIMULATOR), BANK: watchedBy(BANK) };
}

function watched(provider: PaymentProvider, metrics: Metrics | undefined): PaymentProvider {
  const { name, redirectOrigins } = provider;
  const call = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    inSpan(
      `${name} ${operation}`,
      { 'upc.provider': name, 'upc.operation': operation },
      async (span) => {
        const begun = performance.now();
        let outcome: CallOutcome = 'unknown';
        try {
          const answer = await work();
          outcome = 'answered';
          return answer;
        } catch (error) {
          if (error instanceof ProviderRequestError) outcome = 'refused';
          throw error;
        } finally {
          span.setAttribute('upc.outcome', outcome);
          const seconds = (performance.now() - begun) / 1000;
          metrics?.providerCalled({ provider: name, operation, outcome, seconds });
        }
      },
      SpanKind.CLIENT,
    );
  return {
    name,
    redirectOrigins,
    requiredFields: (method) => provider.requiredFields(method),
    publicConfiguration: (studioPublicKey) => provider.publicConfiguration(studioPublicKey),
    createIntent: (...given) => call('createIntent', () => provider.createIntent(...given)),
    confirmIntent: (...given) => call('confirmIntent', () => provider.confirmIntent(...given)),
    retrieveIntent: (...given) => call('retrieveIntent', () => provider.retrieveIntent(...given)),
    captureIntent: (...given) => call('captureIntent', () => provider.captureIntent(...given)),
    cancelIntent: (...given) => call('cancelIntent', () => provider.cancelIntent(...given)),
    refundIntent: (...given) => call('refundIntent', () => provider.refundIntent(...given)),
    chargeInstrument: (...given) => call('chargeInstrument', () => provider.chargeInstrument(...given)),
    detachInstrument: (...given) => call('detachInstrument', () => provider.detachInstrument(...given)),
  };
}
