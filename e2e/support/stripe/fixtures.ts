import {
  startStripeRecorder,
  type StripeRecorder,
} from '../../../packages/service/test/support/stripe/stripe-recorder.js';
import { test as base } from '../fixtures.js';
import { startStack, type Stack } from '../stack.js';
import { StripeCardForm } from './stripe-card-form.js';
import { StripeNetwork } from './stripe-network.js';

interface TestFixtures {
  /** Responses that a page receives from stripe.com, in every tab of the test. */
  readonly network: StripeNetwork;
  readonly form: StripeCardForm;
}

interface WorkerFixtures {
  readonly recorder: StripeRecorder;
  /** A stack in which all studios take cards through Stripe: the service calls the recorder of Stripe's API. */
  readonly stack: Stack;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  recorder: [
    async ({}, use) => {
      const recorder = await startStripeRecorder();
      await use(recorder);
      await recorder.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ recorder }, use) => {
      const stack = await startStack({
        policy: 'stripe',
        env: {
          STRIPE_API_URL: recorder.url,
          STRIPE_SECRET_KEY: recorder.secretKey,
          STRIPE_PUBLISHABLE_KEY: recorder.publishableKey,
          STRIPE_WEBHOOK_SECRET: recorder.webhookSecret,
        },
      });
      await use(stack);
      await stack.end();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  network: [
    async ({ context, recorder }, use) => {
      const network = new StripeNetwork(recorder.url);
      await network.install(context);
      await use(network);
      recorder.mend();
    },
    { auto: true },
  ],
  form: async ({ page, widget }, use) => use(new StripeCardForm(page, widget)),
});

export { expect } from '@playwright/test';
