import { expect, it } from 'vitest';
import { billingDetails } from './billing-details.js';
import { intentOptions } from './intent-options.js';

it.each([
  [{ amount: 25, currency: 'EUR' }, true, { mode: 'payment', amount: 2500, setupFutureUsage: 'off_session' }],
  [{ amount: 19.99, currency: 'CHF' }, false, { mode: 'payment', amount: 1999, setupFutureUsage: null }],
  [{ amount: 1500, currency: 'JPY' }, false, { mode: 'payment', amount: 1500, currency: 'jpy' }],
  [{ amount: 0, currency: 'EUR' }, true, { mode: 'setup', currency: 'eur', setupFutureUsage: 'off_session' }],
])('%j, saved: %s', (money, saves, expected) => {
  const options = intentOptions(money, saves);
  expect(options).toMatchObject({ ...expected, allowedPaymentMethodTypes: ['card'] });
  expect(options).not.toHaveProperty('paymentMethodTypes');
  if (options.mode === 'payment') expect(options.captureMethod).toBe('manual');
  else expect(options).not.toHaveProperty('amount');
});

it('knows of the person what the host has said, and leaves out the rest', () => {
  const customer = {
    name: { value: 'Mara' },
    email: { value: '' },
    address: { postalCode: { value: '10115' } },
  };
  expect(billingDetails(customer, 'DE')).toEqual({
    name: 'Mara',
    address: { postal_code: '10115', country: 'DE' },
  });
  expect(billingDetails(customer, 'DE', 'Mara Lindner').name).toBe('Mara Lindner');
  expect(billingDetails({ address: { country: { value: 'AT' } } }, 'DE')).toEqual({
    address: { country: 'AT' },
  });
});
