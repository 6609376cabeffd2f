import { describe, expect, test } from 'vitest';
import { refusal } from '../../../../test/support/refusal.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { errorMessage } from '../../../core/errors/error-message.js';
import { sepa } from './sepa.js';
import { chDd, lsv } from './swiss-debits.js';

const address = { line1: 'Bahnhofstrasse 1', city: 'Zürich', postalCode: '8001', country: 'CH' };
const holder = { accountHolder: 'Reto Baumann', address };
const METHODS = { CH_DD: chDd, LSV: lsv } as const;

describe('Swiss debits', () => {
  test.each([
    ['CH_DD', 'CH83 0900 0000 1000 1234 5', 'CH8309000000100012345'],
    ['CH_DD', 'ch19-0900-0000-1000-2222-7', 'CH1909000000100022227'],
    ['LSV', 'CH93 0076 2011 6238 5295 7', 'CH9300762011623852957'],
    ['LSV', 'LI26 0881 0000 0123 4567 8', 'LI2608810000012345678'],
  ] as const)('%s takes %s', (method, typed, iban) => {
    expect(METHODS[method].check({ ...holder, iban: typed })).toEqual({ ...holder, iban });
  });

  test.each([
    ['CH_DD', undefined, 'details.required'],
    ['CH_DD', 'CH83 0900 0000 1000 1234 6', 'iban.invalid'],
    ['CH_DD', 'DE89370400440532013000', 'iban.swiss.required'],
    ['CH_DD', 'CH93 0076 2011 6238 5295 7', 'iban.use.lsv'],
    ['CH_DD', 'LI26 0881 0000 0123 4567 8', 'iban.use.lsv'],
    ['CH_DD', 'CH34 3000 0001 1000 1234 5', 'iban.qr'],
    ['LSV', 'CH83 0900 0000 1000 1234 5', 'iban.use.ch.dd'],
    ['LSV', 'CH34 3000 0001 1000 1234 5', 'iban.qr'],
    ['LSV', 'AT611904300234573201', 'iban.swiss.required'],
  ] as const)('%s refuses %s: %s', (method, iban, code) => {
    const details = { ...holder, ...(iban === undefined ? {} : { iban }) };
    expect(refusal(() => METHODS[method].check(details))).toEqual([
      `errormessage.payment.${code}`,
      'details.iban',
    ]);
  });

  test.each(['CH_DD', 'LSV'] as const)('%s needs holder and address', (method) => {
    const iban = method === 'CH_DD' ? 'CH8309000000100012345' : 'CH9300762011623852957';
    for (const [details, reference] of [
      [{ iban, address }, 'details.accountHolder'],
      [{ iban, accountHolder: 'A' }, 'details.address'],
      [{ iban, accountHolder: 'A', address: { ...address, postalCode: ' ' } }, 'details.address.postalCode'],
    ] as const) {
      expect(refusal(() => METHODS[method].check(details))).toEqual([
        'errormessage.payment.details.required',
        reference,
      ]);
    }
  });

  test('SEPA refuses a QR-IBAN too', () => {
    const check = () => sepa.check({ ...holder, iban: 'CH3430000001100012345' });
    expect(refusal(check)).toEqual(['errormessage.payment.iban.qr', 'details.iban']);
  });

  test('the message names the right scheme in the language of the caller', () => {
    const error = new ApiError('errormessage.payment.iban.use.ch.dd', 'details.iban');
    expect(errorMessage(error, 'en')).toContain('(CH-DD)');
    expect(errorMessage(error, 'de-CH')).toContain('PostFinance-Lastschrift (CH-DD)');
    const other = new ApiError('errormessage.payment.iban.use.lsv', 'details.iban');
    expect(errorMessage(other, 'en')).toContain('LSV+');
  });

  test('what is kept in the clear is masked', () => {
    const details = chDd.check({ ...holder, iban: 'CH8309000000100012345' });
    expect(chDd.mask(details, { reference: 'R', signature: '<svg/>' })).toEqual({
      chDD: {
        bankAccountDetails: {
          accountHolder: 'Reto Baumann',
          bankName: 'PostFinance',
          bic: 'POFICHBEXXX',
          iban: 'CH83 •••• 2345',
          signature: '<svg/>',
        },
      },
    });
    const other = lsv.check({ ...holder, iban: 'CH9300762011623852957' });
    expect(lsv.mask(other, { reference: 'R', signature: null })).toEqual({
      lsvDD: { bankAccountDetails: { accountHolder: 'Reto Baumann', iban: 'CH93 •••• 2957' } },
    });
  });
});
