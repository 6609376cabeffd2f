import { describe, expect, test } from 'vitest';
import { refusal } from '../../../../test/support/refusal.js';
import { ach } from './ach.js';
import { bacs } from './bacs.js';
import type { PaymentDetails } from './details.js';

const address = { line1: '7 Quay Street', city: 'Bristol', postalCode: 'BS1 4DJ', country: 'GB' };
const british: PaymentDetails = {
  accountHolder: 'Gwen Harris',
  bankLocationId: '108800',
  accountNumber: '00012345',
  email: 'gwen@example.com',
  address,
};
const american: PaymentDetails = {
  accountHolder: 'Dale Whitman',
  bankLocationId: '110000000',
  accountNumber: '000123456789',
  accountType: 'CHECKING',
  holderType: 'PERSONAL',
};

type Case = readonly [what: string, change: object, code: string, field: string];

describe('BACS', () => {
  test.each([
    [{ bankLocationId: '10-88-00' }, {}],
    [{ bankLocationId: '１０ 88 ٠٠' }, {}],
    // Banks often leave out leading zeros.
    [{ accountNumber: '012345' }, { accountNumber: '00012345' }],
    [{ bankLocationId: '08-99-99', accountNumber: '66374958' }, { bankLocationId: '089999', accountNumber: '66374958' }],
    // Details of another method are dropped.
    [{ iban: 'DE89370400440532013000', accountType: 'SAVINGS' }, {}],
  ] as const)('takes %j', (change, expected) => {
    expect(bacs.check({ ...british, ...change })).toEqual({ ...british, ...expected });
  }); // prettier-ignore

  test.each<Case>([
    ['no holder', { accountHolder: ' ' }, 'details.required', 'accountHolder'],
    ['no sort code', { bankLocationId: '' }, 'details.required', 'bankLocationId'],
    ['a short sort code', { bankLocationId: '10-88-0' }, 'digits.invalid', 'bankLocationId'],
    ['letters', { bankLocationId: '10880O' }, 'digits.invalid', 'bankLocationId'],
    ['no account', { accountNumber: '-' }, 'digits.invalid', 'accountNumber'],
    ['a short account', { accountNumber: '12345' }, 'digits.invalid', 'accountNumber'],
    ['a long account', { accountNumber: '123456789' }, 'digits.invalid', 'accountNumber'],
    ['a wrong modulus', { bankLocationId: '089999', accountNumber: '66374959' }, 'sort.code.mismatch', 'accountNumber'],
    ['no e-mail', { email: '' }, 'details.required', 'email'],
    ['half an e-mail', { email: 'gwen@example' }, 'email.invalid', 'email'],
    ['two e-mails', { email: 'a@example.com,b@example.com' }, 'email.invalid', 'email'],
    ['a header in the e-mail', { email: 'a@example.com\r\nBcc: b@example.com' }, 'details.invalid', 'email'],
    ['no address', { address: undefined }, 'details.required', 'address'],
    ['no city', { address: { ...address, city: ' ' } }, 'details.required', 'address.city'],
  ])('refuses %s', (_, change, code, field) => {
    expect(refusal(() => bacs.check({ ...british, ...change }))).toEqual([
      `errormessage.payment.${code}`,
      `details.${field}`,
    ]);
  }); // prettier-ignore

  test('what is kept in the clear is masked', () => {
    expect(bacs.mask(british, { reference: 'UPC-1', signature: null })).toEqual({
      bacs: {
        accountHolder: 'Gwen Harris',
        bankAccountNumber: '•••• 2345',
        bankLocationId: '10-88-00',
        mandateId: 'UPC-1',
        shopperEmail: 'gwen@example.com',
      },
    });
  });
});

describe('ACH', () => {
  test.each([
    [{ bankLocationId: '1100 0000 0' }, {}],
    [{ bankLocationId: '021000021', accountNumber: '1234' }, { bankLocationId: '021000021', accountNumber: '1234' }],
    [{ accountNumber: '12345678901234567' }, { accountNumber: '12345678901234567' }],
    [{ accountType: 'SAVINGS', holderType: 'BUSINESS' }, { accountType: 'SAVINGS', holderType: 'BUSINESS' }],
    [{ address, email: 'dale@example.com' }, {}],
  ] as const)('takes %j', (change, expected) => {
    expect(ach.check({ ...american, ...change })).toEqual({ ...american, ...expected });
  }); // prettier-ignore

  test.each<Case>([
    ['no holder', { accountHolder: undefined }, 'details.required', 'accountHolder'],
    ['a short routing number', { bankLocationId: '11000000' }, 'digits.invalid', 'bankLocationId'],
    ['nothing but zeros', { bankLocationId: '000000000' }, 'routing.number.invalid', 'bankLocationId'],
    ['a wrong sum', { bankLocationId: '110000001' }, 'routing.number.invalid', 'bankLocationId'],
    ['two digits changed over', { bankLocationId: '201000021' }, 'routing.number.invalid', 'bankLocationId'],
    ['a short account', { accountNumber: '123' }, 'digits.invalid', 'accountNumber'],
    ['a long account', { accountNumber: '123456789012345678' }, 'digits.invalid', 'accountNumber'],
    ['a letter', { accountNumber: '12345a' }, 'digits.invalid', 'accountNumber'],
    ['no type of account', { accountType: undefined }, 'details.required', 'accountType'],
    ['no type of holder', { holderType: undefined }, 'details.required', 'holderType'],
  ])('refuses %s', (_, change, code, field) => {
    expect(refusal(() => ach.check({ ...american, ...change }))).toEqual([
      `errormessage.payment.${code}`,
      `details.${field}`,
    ]);
  });

  test.each([
    ['000123456789', '•••• 6789'],
    ['1234', '•••• 34'],
    ['12345', '•••• 45'],
  ])('of %s is shown %s', (accountNumber, shown) => {
    expect(ach.mask({ ...american, accountNumber }, { reference: 'R', signature: null }).ach).toEqual({
      accountHolder: 'Dale Whitman',
      bankAccountNumber: shown,
      bankLocationId: '110000000',
      mandateId: 'R',
    });
  });
});
