import { expect } from 'vitest';
import { EUR_KEY, type TestService } from './service.js';
import { requestToken } from './clients.js';

/** Data of a person who signs up. */
export const NINA = {
  firstName: 'Nina',
  lastName: 'Brandt',
  dateOfBirth: '1990-05-17',
  email: 'nina.brandt@example.com',
  street: 'Müllerstraße',
  houseNumber: '3-4',
  city: 'Berlin',
  zipCode: '13353',
  countryCode: 'DE',
  language: { languageCode: 'de', countryCode: 'DE' },
};

export const SIGNATURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><script>alert(1)</script>' +
    '<path d="M10 50 C 40 10, 65 10, 95 50" stroke-width="2" onload="alert(2)"/></svg>',
).toString('base64');

/** Terms of the demo studio in Berlin, by their distinguishing feature. */
export const TERMS = {
  standard: 4101,
  twoYears: 4102,
  monthDay: 4103,
  inFull: 4104,
  rising: 4105,
  free: 4106,
};

interface Made {
  readonly token: string;
  readonly paymentServiceCustomerId: string;
}

/** Opens a session, pays in it by SEPA as the widget does, and returns the paymentRequestToken. */
export async function tokenFor(
  service: TestService,
  fields: Record<string, unknown>,
  { key = EUR_KEY, iban = 'DE89370400440532013000' } = {},
): Promise<{ token: string; person: string }> {
  const made = await service.api(key).post<Made>('/v1/payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    referenceText: 'Signup',
    ...fields,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const payment = await service.gateway(made.body.token).paySepa(iban);
  return { token: requestToken(payment), person: made.body.paymentServiceCustomerId };
}

/** Returns both tokens of a new customer: one for the instrument, and one for the payment due on signing. */
export async function bothTokens(
  service: TestService,
  amount: number,
  iban?: string,
): Promise<{ instrument: string; initial: string; person: string }> {
  const first = await tokenFor(service, {});
  const fields = { scope: 'ECOM', amount, paymentServiceCustomerId: first.person };
  const second = await tokenFor(service, fields, iban === undefined ? {} : { iban });
  return { instrument: first.token, initial: second.token, person: first.person };
}

/** Adds a membership from which a member may switch to another, and returns its contract. */
export async function addSwitchable(service: TestService, customerId: number): Promise<number> {
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount: 19.9 });
  const startDate = new Date(service.clock.now().getTime() + 24 * 3600_000).toISOString().slice(0, 10);
  const added = await service.api().post(`/v1/memberships/customers/${customerId}/add-membership`, {
    contractOfferTermId: TERMS.rising,
    startDate,
    initialPaymentRequestToken: token,
  });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  const url = `/v1/memberships/${customerId}/self-service/contract-data`;
  const { body } = await service.api().request<{ id: number }[]>({ url });
  return Math.max(...body.map(({ id }) => id));
}
