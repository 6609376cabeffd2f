import type { PaymentAttempts } from '../session/payment-attempts.js';

/**
 * Fetches what comes after the button: the attempts, and the elements that show how one ended. One chunk of the ES
 * build, fetched while the person fills in the form, so that nothing is sent before its outcome can be shown.
 *
 * @throws when it cannot be fetched.
 */
export async function prepareSubmission(): Promise<PaymentAttempts> {
  const { pageWakeup, PaymentAttempts, randomId, registerOutcomes } = await import('./submission.js');
  registerOutcomes();
  return new PaymentAttempts({ wakeup: pageWakeup(window), newKey: randomId });
}
