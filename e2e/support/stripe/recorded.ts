import type { StripeRecorder } from '../../../packages/service/test/support/stripe/stripe-recorder.js';

type Intent = ReturnType<StripeRecorder['intents']>[number];
type Recorded = StripeRecorder['requests'][number];

/** Returns the intent that was created last. */
export function lastIntent(recorder: StripeRecorder): Intent {
  const intent = recorder.intents().at(-1);
  if (!intent) throw new Error("The recorder of Stripe's API was asked for no intent.");
  return intent;
}

/** Returns the calls that confirmed an intent, from the browser or the service. */
export function confirmationsOf(recorder: StripeRecorder, { id }: Pick<Intent, 'id'>): readonly Recorded[] {
  return recorder.requests.filter(({ path }) => path.endsWith(`/${id}/confirm`));
}
