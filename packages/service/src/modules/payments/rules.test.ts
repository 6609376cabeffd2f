import { isOfFlow, methodNames } from '@upc/contract/catalogue';
import type { Creditor } from '@upc/contract/gateway';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromMinorUnits, toMinorUnits } from '../../core/money.js';
import { deriveKeys } from '../../core/secrets/secret-keys.js';
import { newToken } from '../../core/secrets/tokens.js';
import type { Scope } from '../integrations/integrations.tables.js';
import { maskIban } from './bank-details/iban.js';
import { sepa } from './bank-details/sepa.js';
import { offeredMethods } from './methods.js';

describe('money', () => {
  const AMOUNTS = [
    [19.99, 'EUR', 1999],
    [0, 'EUR', 0],
    [0.07, 'EUR', 7],
    [40.0, 'CHF', 4000],
    [1.005, 'EUR', null],
    [0.001, 'EUR', null],
    [500, 'JPY', 500],
    [500.5, 'JPY', null],
    [1.234, 'KWD', 1234],
  ] as const;

  test('is counted in minor units, or refused', () => {
    const found = AMOUNTS.map(([amount, currency]) => [amount, currency, toMinorUnits(amount, currency)]);
    expect(found).toEqual(AMOUNTS);
  });

  test('minor units survive the way to the wire and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (minor) => {
        expect(toMinorUnits(fromMinorUnits(minor, 'EUR'), 'EUR')).toBe(minor);
      }),
    );
  });
});

/** A creditor with all data that any scheme requires. */
const creditor: Creditor = {
  name: 'Gym',
  address: { line1: 'Weg 1', postalCode: '13353', city: 'Berlin', country: 'DE' },
  email: 'gym@example.com',
  phone: '+49 30 5550100',
  creditorIdentifier: 'DE98ZZZ09999999999',
  lsvIdentifier: 'SBF1W',
  rsPid: '41101000001234567',
  serviceUserNumber: '123456',
};

describe('the methods of a session', () => {
  const offered = (scope: Scope, amount: number, currency: string) =>
    offeredMethods({
      scope,
      amount,
      currency,
      enabled: methodNames,
      permitted: null,
      creditor,
      today: '2026-11-20',
    }).sort();

  test.each([
    ['MEMBER_ACCOUNT', 0, 'EUR', ['BANK_TRANSFER', 'CASH', 'CREDIT_CARD', 'PAYPAL', 'SEPA']],
    ['MEMBER_ACCOUNT', 0, 'CHF', ['BANK_TRANSFER', 'CASH', 'CH_DD', 'CREDIT_CARD', 'LSV', 'PAYPAL']],
    ['MEMBER_ACCOUNT', 0, 'GBP', ['BACS', 'BANK_TRANSFER', 'CASH', 'CREDIT_CARD', 'PAYPAL']],
    ['MEMBER_ACCOUNT', 0, 'USD', ['ACH', 'BANK_TRANSFER', 'CASH', 'CREDIT_CARD', 'PAYPAL']],
    ['MEMBER_ACCOUNT', 0, 'AUD', ['BANK_TRANSFER', 'BECS', 'CASH', 'CREDIT_CARD', 'PAYPAL']],
    ['ECOM', 0, 'EUR', ['CREDIT_CARD', 'PAYPAL', 'SEPA']],
    ['ECOM', 100, 'EUR', ['BANCONTACT', 'CREDIT_CARD', 'IDEAL', 'PAYPAL', 'SEPA']],
    ['ECOM', 0, 'CHF', ['CREDIT_CARD', 'PAYPAL']],
    ['ECOM', 100, 'CHF', ['CREDIT_CARD', 'PAYPAL', 'TWINT']],
  ] as const)('%s, %d %s', (scope, amount, currency, expected) => {
    expect(offered(scope, amount, currency)).toEqual(expected);
  });

  test('the filter of the session and the switches of the studio both narrow them', () => {
    const offer = {
      scope: 'MEMBER_ACCOUNT',
      amount: 0,
      currency: 'EUR',
      creditor,
      today: '2026-11-20',
    } as const;
    const enabled = ['SEPA', 'CASH'] as const;
    expect(offeredMethods({ ...offer, enabled, permitted: ['CASH', 'TWINT'] })).toEqual(['CASH']);
  });
});

describe('a debit is offered only where', () => {
  const member = { scope: 'MEMBER_ACCOUNT', amount: 0, enabled: methodNames, permitted: null } as const;

  test.each([
    ['SEPA', 'EUR', ['creditorIdentifier']],
    ['CH_DD', 'CHF', ['rsPid']],
    ['LSV', 'CHF', ['lsvIdentifier']],
    ['BACS', 'GBP', ['serviceUserNumber', 'email', 'phone']],
    ['ACH', 'USD', ['email']],
  ] as const)('the creditor has what mandates of %s must name', (method, currency, needed) => {
    const offered = (changes: Partial<Creditor>) =>
      offeredMethods({ ...member, currency, creditor: { ...creditor, ...changes }, today: '2026-11-20' });
    expect(offered({})).toContain(method);
    for (const name of needed) expect(offered({ [name]: '' })).not.toContain(method);
    const { name, address } = creditor;
    const least = { name, address, ...Object.fromEntries(needed.map((each) => [each, creditor[each]])) };
    const enough = offeredMethods({ ...member, currency, creditor: least, today: '2026-11-20' });
    expect(enough).toContain(method);
  });

  test.each([
    ['2028-09-30', ['CH_DD', 'LSV']],
    ['2028-10-01', ['CH_DD']],
  ])('its scheme still runs: on %s %j', (today, expected) => {
    const methods = offeredMethods({ ...member, currency: 'CHF', creditor, today });
    expect(methods.filter((method) => isOfFlow(method, 'debit'))).toEqual(expected);
  });
});

describe('SEPA details', () => {
  const address = { line1: 'Bahnhofstrasse 1', city: 'Zürich', postalCode: '8001', country: 'CH' };
  const code = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      const { code: found, reference } = error as { code: string; reference: string };
      return [found, reference];
    }
    return null;
  };

  test.each([
    'DE89 3704 0044 0532 0130 00',
    'de89-3704-0044-0532-0130-00',
    'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
    'FR14 2004 1010 0505 0001 3M02 606',
    'NL91ABNA0417164300',
    'LI2608810000012345678',
  ])('%s needs no address', (iban) => {
    expect(sepa.check({ accountHolder: ' Mara Lindner ', iban })).toEqual({
      accountHolder: 'Mara Lindner',
      iban: iban.replace(/[\s\u00a0-]/g, '').toUpperCase(),
    });
  });

  const OUTSIDE = [
    'CH9300762011623852957',
    'GB29NWBK60161331926819',
    'AL47212110090000000235698741',
    'MD24AG000225100013104168',
    'ME25505000012345678951',
    'MK07250120000058984',
    'RS35260005601001611379',
    'SM86U0322509800000000270100',
  ];

  test('need an address outside of the EEA', () => {
    for (const iban of OUTSIDE) {
      const details = { accountHolder: 'A B', iban };
      expect([iban, code(() => sepa.check(details))]).toEqual([
        iban,
        ['errormessage.payment.details.required', 'details.address'],
      ]);
      expect(sepa.check({ ...details, address })).toEqual({ ...details, address });
    }
  });

  test.each([
    ['', 'errormessage.payment.details.required'],
    ['DE88370400440532013000', 'errormessage.payment.iban.invalid'],
    ['DE8937040044053201300', 'errormessage.payment.iban.invalid'],
    ['DE89370400440532013000<svg>', 'errormessage.payment.iban.invalid'],
    // The IBAN check digits are valid, but the national ones are not.
    ['ES7921000813610123456788', 'errormessage.payment.iban.invalid'],
    ['BR1800360305000010009795493C1', 'errormessage.payment.iban.country.unsupported'],
  ])('%j is refused', (iban, expected) => {
    expect(code(() => sepa.check({ accountHolder: 'A B', iban }))).toEqual([expected, 'details.iban']);
  });

  test.each([
    'DE٨٩370400440532013000',
    'ＤＥ89３7０400440532013000',
    'de89\u00a03704-0044\u200b0532013000',
    'IBAN: DE89 3704 0044 0532 0130 00',
  ])('%j is sent in ASCII', (iban) => {
    const sent = sepa.check({ accountHolder: 'A B', iban });
    expect(sent).toEqual({ accountHolder: 'A B', iban: 'DE89370400440532013000' });
  });

  test.each([
    [undefined, 'errormessage.payment.details.required'],
    ['   ', 'errormessage.payment.details.required'],
    ['A\r\nB', 'errormessage.payment.details.invalid'],
    ['A\u0000B', 'errormessage.payment.details.invalid'],
    ['A\u202eB', 'errormessage.payment.details.invalid'],
  ])('the holder %j is refused', (accountHolder, expected) => {
    const details = {
      iban: 'DE89370400440532013000',
      ...(accountHolder === undefined ? {} : { accountHolder }),
    };
    expect(code(() => sepa.check(details))).toEqual([expected, 'details.accountHolder']);
  });

  test('an IBAN is masked to country, check digits and the last four', () => {
    expect(maskIban('DE89370400440532013000')).toBe('DE89 •••• 3000');
  });
});

describe('tokens and keys', () => {
  const keys = deriveKeys('s'.repeat(40));

  test('a session token is 54 letters and digits, never the same', () => {
    const tokens = Array.from({ length: 200 }, newToken);
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{54}$/);
  });

  test('a paymentRequestToken depends on its payment and on the secret, and on nothing else', () => {
    const token = keys.requestToken('a');
    expect(token).toMatch(/^[A-Za-z0-9]{54}$/);
    expect(keys.requestToken('a')).toBe(token);
    expect(keys.requestToken('b')).not.toBe(token);
    expect(deriveKeys('t'.repeat(40)).requestToken('a')).not.toBe(token);
  });

  test('what is encrypted is read with the same secret, in the same row, and not when it was changed', () => {
    const encrypted = keys.encrypt('DE89370400440532013000', 'mandates 1');
    expect(encrypted).not.toContain('DE89');
    expect(keys.decrypt(encrypted, 'mandates 1')).toBe('DE89370400440532013000');
    expect(keys.encrypt('x', 'mandates 1')).not.toBe(keys.encrypt('x', 'mandates 1'));
    expect(() => keys.decrypt(encrypted, 'mandates 2')).toThrow();
    expect(() => deriveKeys('t'.repeat(40)).decrypt(encrypted, 'mandates 1')).toThrow(keys.ids[0]);
    const [id = '', body = ''] = encrypted.split('.');
    const changed = Buffer.from(body, 'base64');
    changed[30] = (changed[30] ?? 0) ^ 1;
    expect(() => keys.decrypt(`${id}.${changed.toString('base64')}`, 'mandates 1')).toThrow();
  });

  test('a text without a key id is refused, and is not part of the error', () => {
    const [, body = ''] = keys.encrypt('x', 'mandates 1').split('.');
    expect(() => keys.decrypt(body, 'mandates 1')).toThrow(
      new Error('A stored text does not name the secret it was encrypted with.'),
    );
  });

  test('after a rotation everything new is of the new secret, and everything earlier is still read', () => {
    const rotated = deriveKeys('t'.repeat(40), ['s'.repeat(40)]);
    const [former] = keys.ids;
    expect(rotated.ids).toEqual([...deriveKeys('t'.repeat(40)).ids, former]);
    const encrypted = keys.encrypt('x', 'mandates 1');
    expect(rotated.decrypt(encrypted, 'mandates 1')).toBe('x');
    expect(rotated.encrypt('x', 'mandates 1').split('.')[0]).toBe(rotated.ids[0]);
    expect(rotated.requestToken('a', former)).toBe(keys.requestToken('a'));
    expect(rotated.requestToken('a')).not.toBe(keys.requestToken('a'));
    expect(rotated.sessionToken('a', former)).toBe(keys.sessionToken('a'));
    expect(rotated.isSigned('link', keys.sign('link'))).toBe(true);
    expect(rotated.isFingerprintOf('body', keys.fingerprint('body'))).toBe(true);
    expect(keys.isSigned('link', rotated.sign('link'))).toBe(false);
  });
});
