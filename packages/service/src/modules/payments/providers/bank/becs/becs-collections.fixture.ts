import type { Collection, CollectionBatch, CollectionDebit } from '../collection.js';

type DebitValues = Partial<Omit<CollectionDebit, 'payer'>> & {
  readonly payer?: Partial<CollectionDebit['payer']>;
};

/** Makes a debit of 29.90 dollars with what a test needs. */
export function debit({ payer, ...values }: DebitValues = {}): CollectionDebit {
  return {
    endToEndId: 'ABCDEFGHIJKLM01',
    amount: 2990,
    text: 'Membership December 2026',
    mandate: { reference: 'MANDATE-1', signedOn: '2026-01-15', isRecurrent: true, hasNewAccount: false },
    ...values,
    payer: {
      accountHolder: 'Mara Muster',
      bankLocationId: '082001',
      accountNumber: '0123456',
      ...payer,
    },
  };
}

/** Makes a batch with one debit. */
export function batch(values: Partial<CollectionBatch> = {}): CollectionBatch {
  return { id: `${MESSAGE_ID}-1`, executionOn: '2026-12-03', type: null, debits: [debit()], ...values };
}

/** Makes a collection with one batch of one debit. */
export function collection(values: Partial<Collection<'BECS'>> = {}): Collection<'BECS'> {
  return {
    messageId: MESSAGE_ID,
    createdAt: new Date('2026-11-30T03:05:00Z'),
    timeZone: 'Australia/Sydney',
    earlierToday: 0,
    creditor: {
      name: 'Studio Zürich & Söhne Pty Ltd',
      address: { line1: '1 George Street', city: 'Sydney', postalCode: '2000', country: 'AU' },
    },
    bank: BANK,
    currency: 'AUD',
    batches: [batch()],
    ...values,
  };
}

export const MESSAGE_ID = 'UPC-20261130-0123456789ab';

export const BANK: Collection<'BECS'>['bank'] = {
  cutOff: '15:00',
  bsb: '032000',
  accountNumber: '123456',
  userId: '098765',
  userName: 'Studio Zürich & Söhne Pty Ltd',
  bankAbbreviation: 'WBC',
};

/** Three debits: one of a short account number, and the largest of a long name. */
export const EVERY_KIND = collection({
  batches: [
    batch({
      debits: [
        debit(),
        debit({
          endToEndId: 'ABCDEFGHIJKLM02',
          amount: 1,
          payer: { accountHolder: 'Łukasz Żółć', bankLocationId: '732999', accountNumber: '7' },
        }),
        debit({
          endToEndId: 'ABCDEFGHIJKLM03',
          amount: 9_999_997_008,
          payer: {
            accountHolder: 'A company with a name of more than 32 characters',
            accountNumber: '987654321',
          },
        }),
      ],
    }),
  ],
});
