import type { Method } from '@upc/contract/simulator-api';

const NAMES: Partial<Readonly<Record<Method, string>>> = {
  PAYPAL: 'PayPal',
  TWINT: 'TWINT',
  IDEAL: 'iDEAL',
  BANCONTACT: 'Bancontact',
  BECS: 'BECS Direct Debit',
};

/** Who the page says it is of. */
export const bankName = (method: Method): string => {
  const name = NAMES[method];
  return name === undefined ? 'Simulated Bank' : `Simulated Bank · ${name}`;
};
