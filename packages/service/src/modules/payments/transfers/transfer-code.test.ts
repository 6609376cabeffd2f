import { expect, test } from 'vitest';
import { modulesOf, readModules } from '../../../../test/support/qr-code.js';
import { describeCode, type Transfer, transferCode } from './transfer-code.js';

const EURO: Transfer = {
  account: { accountHolder: 'Northside Gym Berlin GmbH', iban: 'DE02120300000000202051' },
  address: { line1: 'Seestraße 27', postalCode: '13353', city: 'Berlin', country: 'DE' },
  amount: 6890,
  currency: 'EUR',
  reference: 'Membership 4711, Maren Petersen',
};
const SWISS: Transfer = {
  account: { accountHolder: 'Seeblick Fitness AG', iban: 'CH9300762011623852957' },
  address: { line1: 'Seestrasse 40', postalCode: '8002', city: 'Zürich', country: 'CH' },
  amount: 6890,
  currency: 'CHF',
  reference: 'Mitgliedschaft 4711, Maren Petersen',
};
const SWISS_IBAN = SWISS.account.iban ?? '';
const QR_IBAN = 'CH4431999123000889012';

/** Returns what a banking app reads, line by line; null if there is no code. */
function linesOf(transfer: Transfer): string[] | null {
  const code = transferCode(transfer);
  return code && readModules(code.modules).split('\n');
}

const euro = (changes: Partial<Transfer>, account: Partial<Transfer['account']> = {}): Transfer => ({
  ...EURO,
  ...changes,
  account: { ...EURO.account, ...account },
});
const swiss = (
  changes: Partial<Transfer>,
  account: Partial<Transfer['account']> = {},
  address: Partial<Transfer['address']> = {},
): Transfer => ({
  ...SWISS,
  ...changes,
  account: { ...SWISS.account, ...account },
  address: { ...SWISS.address, ...address },
});

test('a code for euros has the lines of EPC069-12', () => {
  expect(linesOf(EURO)).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Northside Gym Berlin GmbH',
    'DE02120300000000202051',
    'EUR68.90',
    '',
    '',
    'Membership 4711, Maren Petersen',
  ]);
});

test('a code for Swiss francs has the lines of the QR-bill, with a structured address', () => {
  const nobody = Array.from({ length: 7 }, () => '');
  expect(linesOf(SWISS)).toEqual([
    ...['SPC', '0200', '1', 'CH9300762011623852957'],
    ...['S', 'Seeblick Fitness AG', 'Seestrasse', '40', '8002', 'Zürich', 'CH'],
    ...nobody,
    ...['68.90', 'CHF'],
    ...nobody,
    ...['NON', '', 'Mitgliedschaft 4711, Maren Petersen', 'EPD'],
  ]);
});

const EPC = { bic: 4, name: 5, iban: 6, amount: 7, text: 10 };
const BILL = { iban: 3, name: 5, street: 6, house: 7, city: 9, amount: 18, text: 29 };

test.each<[what: string, transfer: Transfer, line: number, content: string | undefined]>([
  ['cents', euro({ amount: 5 }), EPC.amount, 'EUR0.05'],
  ['whole euros', euro({ amount: 120_000 }), EPC.amount, 'EUR1200.00'],
  ['the highest amount', euro({ amount: 99_999_999_999 }), EPC.amount, 'EUR999999999.99'],
  ['no amount, which the payer enters', euro({ amount: 0 }), EPC.amount, ''],
  ['a BIC', euro({}, { bic: 'BYLADEM1001' }), EPC.bic, 'BYLADEM1001'],
  ['a Swiss account with its BIC', euro({}, { iban: SWISS_IBAN, bic: 'BKBBCHBB' }), EPC.iban, SWISS_IBAN],
  ['umlauts', euro({ reference: 'Ümit Øståł, Straße' }), EPC.text, 'Ümit Øståł, Straße'],
  ['140 characters', euro({ reference: 'x'.repeat(140) }), EPC.text, 'x'.repeat(140)],
  [
    'the whole name, and of the text what fits in 331 bytes',
    euro({ reference: 'ж'.repeat(140) }, { accountHolder: 'Ü'.repeat(70) }),
    EPC.text,
    'ж'.repeat(70),
  ],
  ['no half character', euro({ reference: '😀'.repeat(140) }), EPC.text, '😀'.repeat(64)],
  ['centimes', swiss({ amount: 5 }), BILL.amount, '0.05'],
  ['the highest amount', swiss({ amount: 99_999_999_999 }), BILL.amount, '999999999.99'],
  ['no amount, which the payer enters', swiss({ amount: 0 }), BILL.amount, ''],
  ['140 characters', swiss({ reference: 'ö'.repeat(140) }), BILL.text, 'ö'.repeat(140)],
  ['only permitted characters', swiss({ reference: 'Nguyễn, 😀Łódź, Ș €' }), BILL.text, 'Nguyen, Łódź, Ș €'],
  ['no text that has no permitted character', swiss({ reference: 'Вера' }), BILL.text, ''],
  [
    'an account in Liechtenstein',
    swiss({}, { iban: 'LI21088100002324013AA' }),
    BILL.iban,
    'LI21088100002324013AA',
  ],
  ['a house number with a letter', swiss({}, {}, { line1: 'Rue du Lac 12 b' }), BILL.house, '12 b'],
  ['a street without a number', swiss({}, {}, { line1: 'Postfach' }), BILL.street, 'Postfach'],
  ['a number in front', swiss({}, {}, { line1: '12, rue du Lac' }), BILL.street, '12, rue du Lac'],
])('a code contains %s', (_, transfer, line, content) => {
  expect(linesOf(transfer)?.[line]).toBe(content);
});

test('a shortened code still names the payee, and has at most version 13', () => {
  const accountHolder = 'Ü'.repeat(70);
  const transfer = euro({ reference: 'ж'.repeat(140) }, { accountHolder });
  expect(linesOf(transfer)?.[EPC.name]).toBe(accountHolder);
  expect(transferCode(transfer)?.modules).toHaveLength(69);
});

test.each<[what: string, transfer: Transfer]>([
  ['another currency', euro({ currency: 'GBP' })],
  ['euros and no IBAN', { ...EURO, account: { accountHolder: 'Northside' } }],
  ['euros and an account outside SEPA', euro({}, { iban: 'TR330006100519786457841326', bic: 'TCZBTR2A' })],
  ['euros and an account outside the EEA without its BIC', euro({}, { iban: SWISS_IBAN })],
  [
    'euros and a name of more than 331 bytes',
    euro({}, { accountHolder: '😀'.repeat(70), bic: 'BYLADEM1001' }),
  ],
  ['more than either standard allows', euro({ amount: 100_000_000_000 })],
  ['more than either standard allows', swiss({ amount: 100_000_000_000 })],
  ['Swiss francs and no IBAN', { ...SWISS, account: { accountHolder: 'Seeblick' } }],
  ['Swiss francs and a German account', swiss({}, { iban: 'DE02120300000000202051' })],
  ['Swiss francs and a QR-IBAN, which needs a QR reference', swiss({}, { iban: QR_IBAN })],
  ['Swiss francs and a name with other letters', swiss({}, { accountHolder: 'Фитнес AG' })],
  ['Swiss francs and a name that is too long', swiss({}, { accountHolder: 'x'.repeat(71) })],
  ['Swiss francs and a town that is too long', swiss({}, {}, { city: 'x'.repeat(36) })],
])('there is no code for %s', (_, transfer) => {
  expect(linesOf(transfer)).toBeNull();
});

test.each([EURO, SWISS])('the gateway describes the same modules, $currency', (transfer) => {
  const code = transferCode(transfer);
  expect(code).not.toBeNull();
  expect(code && modulesOf(describeCode(code).modules)).toEqual(code?.modules);
  expect(code && describeCode(code).modules.length).toBeLessThan(900);
});
