import { expect, it } from 'vitest';
import { studios } from '../backend/studios.js';
import { testData } from './test-data.js';

/** Methods of the demo studios. A purchase has a few more, which are paid immediately. */
const offered: Readonly<
  Record<string, Readonly<Record<'collect' | 'collectPaid' | 'pay' | 'payNothing', string>>>
> = {
  EUR: {
    collect: 'CREDIT_CARD SEPA PAYPAL BANK_TRANSFER CASH',
    collectPaid: 'CREDIT_CARD SEPA PAYPAL',
    pay: 'CREDIT_CARD SEPA PAYPAL IDEAL BANCONTACT',
    payNothing: 'CREDIT_CARD SEPA PAYPAL',
  },
  CHF: {
    collect: 'CREDIT_CARD PAYPAL CH_DD LSV BANK_TRANSFER CASH',
    collectPaid: 'CREDIT_CARD PAYPAL CH_DD LSV',
    pay: 'CREDIT_CARD PAYPAL TWINT',
    payNothing: 'CREDIT_CARD PAYPAL',
  },
  GBP: {
    collect: 'CREDIT_CARD BACS PAYPAL BANK_TRANSFER CASH',
    collectPaid: 'CREDIT_CARD BACS PAYPAL',
    pay: 'CREDIT_CARD BACS PAYPAL',
    payNothing: 'CREDIT_CARD BACS PAYPAL',
  },
  USD: {
    collect: 'CREDIT_CARD ACH PAYPAL BANK_TRANSFER CASH',
    collectPaid: 'CREDIT_CARD ACH PAYPAL',
    pay: 'CREDIT_CARD ACH PAYPAL',
    payNothing: 'CREDIT_CARD ACH PAYPAL',
  },
  AUD: {
    collect: 'CREDIT_CARD BECS PAYPAL BANK_TRANSFER CASH',
    collectPaid: 'CREDIT_CARD BECS PAYPAL',
    pay: 'CREDIT_CARD BECS PAYPAL',
    payNothing: 'CREDIT_CARD BECS PAYPAL',
  },
};

it.each(studios)(
  '$name has values for each method that it offers, by scope, and for no other',
  ({ countryCode, currency }) => {
    const methods = (scope: 'MEMBER_ACCOUNT' | 'ECOM', amount: number): string =>
      testData(countryCode, { scope, amount })
        .map(({ method }) => method)
        .join(' ');
    expect({
      collect: methods('MEMBER_ACCOUNT', 0),
      collectPaid: methods('MEMBER_ACCOUNT', 29.9),
      pay: methods('ECOM', 29.9),
      payNothing: methods('ECOM', 0),
    }).toEqual(offered[currency]);
  },
);
