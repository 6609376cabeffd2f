import { expect, it } from 'vitest';
import { gatewaySession } from '../../testing/fixtures.js';
import { expressOptions, reasonForNoButton, walletOf } from './express-options.js';

const session = gatewaySession();
const page = 'https://studio.example/join';

it('offers only wallets that pay with a card, and asks for nothing that a payment does not need', () => {
  const options = expressOptions({ ...session, scope: 'ECOM' }, page);
  const { applePay, googlePay, ...others } = options.paymentMethods ?? {};
  expect([applePay, googlePay]).toEqual(['auto', 'auto']);
  expect(Object.entries(others).filter(([, value]) => value !== 'never')).toEqual([]);
  expect(options).toMatchObject({
    billingAddressRequired: false,
    emailRequired: false,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    business: { name: session.creditor.name },
  });
});

it.each([
  ['ECOM', { amount: 25, currency: 'EUR' }, undefined],
  ['ECOM', { amount: 0, currency: 'EUR' }, undefined],
  ['MEMBER_ACCOUNT', { amount: 0, currency: 'EUR' }, 0],
  ['MEMBER_ACCOUNT', { amount: 19.99, currency: 'CHF' }, 1999],
  ['MEMBER_ACCOUNT', { amount: 1500, currency: 'JPY' }, 1500],
] as const)('%s of %j: a token of the merchant is asked for with %s', (scope, amount, regular) => {
  const { applePay } = expressOptions({ ...session, scope, amount, referenceText: 'Membership' }, page);
  expect(applePay?.recurringPaymentRequest ?? undefined).toEqual(
    regular === undefined
      ? undefined
      : {
          paymentDescription: 'Membership',
          managementURL: page,
          regularBilling: { label: 'Membership', amount: regular },
        },
  );
});

it.each([
  ['apple_pay', 'APPLE_PAY'],
  ['google_pay', 'GOOGLE_PAY'],
  ['link', undefined],
  ['amazon_pay', undefined],
])('%s is %s', (type, wallet) => {
  expect(walletOf(type)).toBe(wallet);
});

it.each([
  [undefined, true],
  [{ applePay: false, googlePay: false }, true],
  [{ applePay: true, googlePay: false }, false],
  [{ applePay: false, googlePay: true }, false],
])('%j: gives a reason for no button: %s', (available, isMissing) => {
  const reason = reasonForNoButton(available);
  expect(reason !== undefined).toBe(isMissing);
  if (reason) expect(reason).toMatch(/register-domains.*allow="payment".*Permissions-Policy/);
});
