import type { Payment, Session } from '@upc/contract/gateway';
import { vi } from 'vitest';

/** Calls an operation of the gateway for one session. */
type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/**
 * Pays by SEPA as the widget does, and waits until the bank has decided.
 *
 * @returns the token of the payment.
 */
export async function payBySepa(call: Call): Promise<string> {
  const { paymentMethods } = await call<Session>('GET', '/api/v1/session');
  const sepa = paymentMethods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
  const { reference, version, language } = sepa?.mandate ?? {};
  const { id } = await call<Payment>('POST', '/api/v1/payments', {
    paymentMethod: 'SEPA',
    details: { accountHolder: 'Test Person', iban: 'DE89370400440532013000' },
    mandate: { reference, version, language, accepted: true },
  });
  const path = `/api/v1/payments/${id}`;
  await call('PUT', `${path}/authentication`, {});
  return vi.waitFor(
    async () => {
      const { status, paymentRequestToken } = await call<Payment>('GET', path);
      if (paymentRequestToken === undefined) throw new Error(`The payment is ${status}.`);
      return paymentRequestToken;
    },
    { timeout: 60_000, interval: 100 },
  );
}
