import type { Collection, CollectionBatch, CollectionDebit, SequenceType } from '../collection.js';

type DebitValues = Partial<Omit<CollectionDebit, 'mandate' | 'payer'>> & {
  readonly mandate?: Partial<CollectionDebit['mandate']>;
  readonly payer?: Partial<CollectionDebit['payer']>;
};

/** Makes a debit of 29.90 euros with what a test needs. */
export function debit({ mandate, payer, ...values }: DebitValues = {}): CollectionDebit {
  return {
    endToEndId: 'DEBIT-1',
    amount: 2990,
    text: 'Membership December 2026',
    ...values,
    mandate: { reference: 'MANDATE-1', signedOn: '2026-01-15', hasNewAccount: false, ...mandate },
    payer: { name: 'Mara Muster', iban: 'DE02120300000000202051', ...payer },
  };
}

/** Makes a batch with one debit. */
export function batch(values: Partial<CollectionBatch> = {}): CollectionBatch {
  return { id: 'BATCH-1', executionOn: '2026-12-03', sequenceType: 'RCUR', debits: [debit()], ...values };
}

/** Makes a collection with one batch of one debit. */
export function collection(values: Partial<Collection> = {}): Collection {
  return {
    messageId: 'FILE-1',
    createdAt: new Date('2026-11-30T08:30:15.250Z'),
    creditor: CREDITOR,
    currency: 'EUR',
    batches: [batch()],
    ...values,
  };
}

export const CREDITOR: Collection['creditor'] = {
  name: 'Studio Nord GmbH',
  address: { line1: 'Hafenstraße 1', city: 'Hamburg', postalCode: '20095', country: 'DE' },
  identifier: 'DE98ZZZ09999999999',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
};

const SEQUENCE_TYPES: readonly SequenceType[] = ['FRST', 'RCUR', 'OOFF', 'FNAL'];

/** Collections whose files the step "bank files" of the longer tests validates with the official schema. */
export const COLLECTIONS = {
  plain: collection(),
  everyElement: collection({
    batches: [
      batch({
        debits: [
          debit({
            mandate: { hasNewAccount: true },
            payer: {
              name: 'Zoë Ångström & Söhne',
              iban: 'GB33BUKB20201555555555',
              address: {
                line1: '12 Queen’s Road',
                line2: 'Flat 3',
                city: 'London',
                postalCode: 'SW1A 1AA',
                state: 'Greater London',
                country: 'GB',
              },
            },
          }),
        ],
      }),
    ],
  }),
  withoutBicAndText: collection({
    creditor: { ...CREDITOR, bic: null },
    batches: [batch({ debits: [debit({ text: '' })] })],
  }),
  everySequenceType: collection({
    batches: SEQUENCE_TYPES.map((sequenceType) =>
      batch({
        id: sequenceType,
        sequenceType,
        debits: [debit({ endToEndId: `DEBIT-${sequenceType}`, mandate: { reference: sequenceType } })],
      }),
    ),
  }),
  otherScripts: collection({
    batches: [
      batch({
        debits: [
          debit({
            text: 'Членство "2026"',
            payer: { name: 'Γιώργος Παπαδόπουλος', iban: 'GR1601101250000000012300695' },
          }),
        ],
      }),
    ],
  }),
  manyDebits: collection({
    batches: [
      batch({
        debits: Array.from({ length: 2000 }, (_, at) => debit({ endToEndId: `DEBIT-${at}`, amount: at + 1 })),
      }),
    ],
  }),
} satisfies Record<string, Collection>;
