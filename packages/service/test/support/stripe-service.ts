import { expect } from 'vitest';
import type { AppOptions } from '../../src/app.js';
import type { StripeSettings } from '../../src/modules/payments/providers/stripe/settings.js';
import {
  type RetryPolicy,
  stripeOfStudio,
} from '../../src/modules/payments/providers/stripe/stripe-of-studio.js';
import type { GatewayClient, Payment } from './clients.js';
import { TestClock } from './clock.js';
import { startTestService, type TestService } from './service.js';
import { startStripeRecorder, type StripeRecorder } from './stripe/stripe-recorder.js';

export const RETURN_URL = 'http://localhost:5173/join';
export const CARD_REQUEST = {
  paymentMethod: 'CREDIT_CARD',
  details: { cardHolder: 'Mara Lindner' },
  returnUrl: RETURN_URL,
} as const;

/** The service with studios that take payments through Stripe, for which the recorder stands in. */
export interface StripeService {
  readonly service: TestService;
  readonly recorder: StripeRecorder;
  readonly settings: StripeSettings;
  /** Opens a session of a member: ECOM for 25.00 unless specified otherwise. */
  open(fields?: object, key?: string): Promise<GatewayClient>;
  /** Acts as Stripe.js: sends a person's details only to Stripe, with the client secret. */
  typeCard(payment: Payment, number: string, more?: Readonly<Record<string, string>>): Promise<number>;
  /** Makes a card payment and returns the service's result. */
  payByCard(gateway: GatewayClient, number?: string, more?: object): Promise<Payment>;
  close(): Promise<void>;
}

export async function startStripeService(
  options: Partial<AppOptions> = {},
  retryPolicy: RetryPolicy = { timeout: 10_000, maxNetworkRetries: 0 },
): Promise<StripeService> {
  const clock = new TestClock();
  const recorder = await startStripeRecorder(() => clock.now());
  const { secretKey, publishableKey, webhookSecret, url } = recorder;
  const settings = {
    common: { secretKey, publishableKey, webhookSecret },
    named: new Map(),
    apiUrl: url,
  };
  const service = await startTestService({ clock, stripe: settings, ...options }, (db) =>
    stripeOfStudio(settings, { db, clock, retryPolicy }),
  );
  const bench: StripeService = {
    service,
    recorder,
    settings,
    open: async (fields = {}, key) => {
      const token = await service
        .api(key)
        .session({ customerId: 2001, scope: 'ECOM', amount: 25, ...fields });
      return service.gateway(token);
    },
    typeCard: async ({ nextAction }, number, more = {}) => {
      if (nextAction?.type !== 'PROVIDER_CONFIRM')
        throw new Error(`Nothing to confirm: ${nextAction?.type}.`);
      const { clientSecret = '', publicKey = '' } = nextAction;
      const [id = ''] = clientSecret.split('_secret_');
      const kind = id.startsWith('seti') ? 'setup_intents' : 'payment_intents';
      const answer = await fetch(`${url}/v1/${kind}/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key: publicKey,
          client_secret: clientSecret,
          return_url: RETURN_URL,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '34',
          'payment_method_data[card][cvc]': '123',
          'payment_method_data[billing_details][name]': 'Mara Lindner',
          ...more,
        }),
      });
      return answer.status;
    },
    payByCard: async (gateway, number = '4242424242424242', more = {}) => {
      const made = await gateway.create({ ...CARD_REQUEST, ...more });
      expect([made.status, made.body.status]).toEqual([201, 'CREATED']);
      await bench.typeCard(made.body, number);
      return (await gateway.authenticate(made.body.id)).body;
    },
    close: async () => {
      await service.close();
      await recorder.close();
    },
  };
  return bench;
}
