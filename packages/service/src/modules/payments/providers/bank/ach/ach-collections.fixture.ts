import type { Collection, CollectionBatch, CollectionDebit } from '../collection.js';

type DebitValues = Partial<Omit<CollectionDebit, 'mandate' | 'payer'>> & {
  readonly mandate?: Partial<CollectionDebit['mandate']>;
  readonly payer?: Partial<CollectionDebit['payer']>;
};

/** Makes a debit of 29.90 dollars with what a test needs. */
export function debit({ mandate, payer, ...values }: DebitValues = {}): CollectionDebit {
  return {
    endToEndId: 'ABCDEFGHIJKLM01',
    amount: 2990,
    text: 'Membership December 2026',
    ...values,
    mandate: {
      reference: 'MANDATE-1',
      signedOn: '2026-01-15',
      isRecurrent: true,
      hasNewAccount: false,
      ...mandate,
    },
    payer: {
      accountHolder: 'Mara Muster',
      bankLocationId: '123456780',
      accountNumber: '000123456789',
      accountType: 'CHECKING',
      holderType: 'PERSONAL',
      ...payer,
    },
  };
}

/** Makes a batch with one debit. */
export function batch(values: Partial<CollectionBatch> = {}): CollectionBatch {
  return {
    id: `${MESSAGE_ID}-1`,
    executionOn: '2026-12-03',
    type: 'WEB',
    debits: [debit()],
    ...values,
  };
}

/** Makes a collection with one batch of one debit. */
export function collection(values: Partial<Collection<'ACH'>> = {}): Collection<'ACH'> {
  return {
    messageId: MESSAGE_ID,
    // In New York it is still the evening before.
    createdAt: new Date('2026-12-01T03:05:00Z'),
    timeZone: 'America/New_York',
    earlierToday: 0,
    creditor: {
      name: 'Studio Zürich & Söhne LLC',
      address: { line1: '1 Main Street', city: 'Springfield', postalCode: '01101', country: 'US' },
    },
    bank: BANK,
    currency: 'USD',
    batches: [batch()],
    ...values,
  };
}

export const MESSAGE_ID = 'UPC-20261130-0123456789ab';

export const BANK: Collection<'ACH'>['bank'] = {
  cutOff: '15:00',
  routingNumber: '076401251',
  bankName: 'First Example Bank',
  originId: '1234567890',
  companyId: '9876543210',
};

/** Two batches: a recurring debit, a pre-note and a single debit on one day, and the debit of a business on the next. */
export const EVERY_KIND = collection({
  earlierToday: 2,
  batches: [
    batch({
      debits: [
        debit(),
        debit({
          endToEndId: 'ABCDEFGHIJKLM02',
          amount: 0,
          payer: { accountHolder: 'Łukasz Żółć', bankLocationId: '987654320', accountType: 'SAVINGS' },
        }),
        debit({
          endToEndId: 'ABCDEFGHIJKLM03',
          amount: 1,
          mandate: { isRecurrent: false },
          payer: { accountNumber: '12345678901234567', accountType: 'SAVINGS' },
        }),
      ],
    }),
    batch({
      id: `${MESSAGE_ID}-2`,
      executionOn: '2026-12-04',
      type: 'CCD',
      debits: [
        debit({
          endToEndId: 'ABCDEFGHIJKLM04',
          amount: 9_999_999_999,
          payer: {
            accountHolder: 'A very long company name Inc.',
            accountNumber: '1234',
            holderType: 'BUSINESS',
          },
        }),
      ],
    }),
  ],
});
