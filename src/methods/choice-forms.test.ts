import { describe, expect, it } from 'vitest';
import type { OfferedPaymentMethod } from '@upc/contract/gateway';
import { formContext } from '../testing/form-context.js';
import { bankTransferForm } from './choice-forms.js';

type Account = OfferedPaymentMethod['transferAccount'];

function infoFor(transferAccount: Account, currency = 'EUR') {
  const offer = transferAccount && { transferAccount };
  const session = { amount: { amount: 29.9, currency }, referenceText: 'Membership 4711' };
  return bankTransferForm.info?.(formContext('BANK_TRANSFER', { ...(offer && { offer }), session }));
}

describe('a bank transfer', () => {
  it('says who will name the account where the studio has named none', () => {
    expect(infoFor(undefined)).toEqual({
      key: 'bankTransfer.info.pay',
      facts: [{ labelKey: 'bankTransfer.reference', value: 'Membership 4711', copied: 'Membership 4711' }],
      noteKey: 'bankTransfer.account',
    });
  });

  const accountNumber = '00012345';
  const accounts: [what: string, currency: string, account: Account, shown: Record<string, string>][] = [
    [
      'an IBAN in groups of four',
      'EUR',
      {
        accountHolder: 'Studio Nord GmbH',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        bankName: 'Nordbank',
      },
      {
        'sepa.iban.label': 'DE89 3704 0044 0532 0130 00',
        'bankTransfer.bic': 'COBADEFFXXX',
        'bankTransfer.bank': 'Nordbank',
      },
    ],
    [
      'a sort code in groups of two',
      'GBP',
      { accountHolder: 'Harbour Ltd', bankLocationId: '108800', accountNumber },
      { 'bacs.sortCode.label': '10-88-00', 'bacs.accountNumber.label': accountNumber },
    ],
    [
      'a routing number',
      'USD',
      { accountHolder: 'Bay Gym Inc', bankLocationId: '110000000', accountNumber },
      { 'ach.routingNumber.label': '110000000', 'bacs.accountNumber.label': accountNumber },
    ],
    [
      'a BSB in groups of three',
      'AUD',
      { accountHolder: 'Bondi Gym', bankLocationId: '062000', accountNumber },
      { 'bankTransfer.bsb': '062-000', 'bacs.accountNumber.label': accountNumber },
    ],
    [
      'a bank code as it is',
      'CZK',
      { accountHolder: 'Praha Fit', bankLocationId: '0800', accountNumber },
      { 'bankTransfer.bankCode': '0800', 'bacs.accountNumber.label': accountNumber },
    ],
  ];
  it.each(accounts)('shows %s, and nothing of an account that is not told', (_, currency, account, shown) => {
    const info = infoFor(account, currency);
    expect(info).not.toHaveProperty('noteKey');
    expect(Object.fromEntries(info?.facts.map(({ labelKey, value }) => [labelKey, value]) ?? [])).toEqual({
      'accountHolder.label': account?.accountHolder,
      ...shown,
      'bankTransfer.reference': 'Membership 4711',
    });
  });

  const account = { accountHolder: 'Studio Nord GmbH', iban: 'DE89370400440532013000' };
  const qrCode = { standard: 'EPC', modules: '5a8' } as const;
  it.each([
    [29.9, qrCode, { content: qrCode, labelKey: 'bankTransfer.qr.pay', accountHolder: 'Studio Nord GmbH' }],
    [0, qrCode, { content: qrCode, labelKey: 'bankTransfer.qr.save', accountHolder: 'Studio Nord GmbH' }],
    [29.9, undefined, undefined],
    // A gateway that does not follow the contract.
    [29.9, { standard: 'EPC', modules: 'data:' }, undefined],
    [29.9, { standard: 'EPC' }, undefined],
    [29.9, 'code', undefined],
  ])('with the amount %s and the code %j has the code %j', (amount, given, code) => {
    const offer = { transferAccount: account, ...(given && { qrCode: given as typeof qrCode }) };
    const session = { amount: { amount, currency: 'EUR' } };
    expect(bankTransferForm.info?.(formContext('BANK_TRANSFER', { offer, session })).code).toEqual(code);
  });

  it('copies numbers as they were told, without the groups in which they are read', () => {
    const iban = 'DE89370400440532013000';
    const facts = infoFor({ accountHolder: 'Studio Nord GmbH', iban })?.facts ?? [];
    expect(facts.map(({ copied }) => copied)).toEqual(['Studio Nord GmbH', iban, 'Membership 4711']);
  });
});
