import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { emptyForm, type FormState } from '../forms/form.js';
import type { MandateOffer, OfferedPaymentMethod, Session } from '@upc/contract/gateway';
import { achForm } from '../methods/ach-form.js';
import { bacsForm } from '../methods/bacs-form.js';
import { bankTransferForm, cashForm } from '../methods/choice-forms.js';
import { chDDForm, lsvForm } from '../methods/swiss-debit-forms.js';
import type { MethodForm, PaymentMethodDefinition } from '../forms/payment-method.js';
import type { Filling, FlowState } from '../flow/flow-state.js';
import { busy } from './busy.js';
import { qrCodes } from './qr-codes.js';
import { gatewaySession, methodNamed, payment } from './fixtures.js';

const ach = methodNamed('ACH');
const bacs = methodNamed('BACS');
const bankTransfer = methodNamed('BANK_TRANSFER');
const cash = methodNamed('CASH');
const chDD = methodNamed('CH_DD');
const lsv = methodNamed('LSV');

const bacsText = [
  'Please pay Studio Nord GmbH Direct Debits from the account detailed in this Instruction subject to the safeguards assured by the Direct Debit Guarantee.',
];
const guarantee = {
  heading: 'The Direct Debit Guarantee',
  items: [
    'This Guarantee is offered by all banks and building societies that accept instructions to pay Direct Debits.',
    'If there are any changes to the amount, date or frequency of your Direct Debit Studio Nord GmbH will notify you 10 working days in advance of your account being debited or as otherwise agreed.',
  ],
};

const mandate = (scheme: MandateOffer['scheme'], heading: string, text: string[]): MandateOffer => ({
  scheme,
  reference: 'UPC-2026-7F3K9M2Q4R8T',
  version: '2026-01',
  heading,
  language: 'en',
  text,
  paymentType: 'RECURRENT',
  creditorLines: ['Hafenstraße 1', '20457 Hamburg', 'Germany'],
});

const address = {
  'address.line1': '12 Quay Street',
  'address.postalCode': 'BS1 4DB',
  'address.city': 'Bristol',
  'address.country': 'GB',
};
const swissAddress = {
  'address.line1': 'Seestrasse 4',
  'address.postalCode': '8001',
  'address.city': 'Zürich',
  'address.country': 'CH',
};
const bacsTexts = {
  accountHolder: 'Imogen Clarke',
  bankLocationId: '10-88-00',
  accountNumber: '00012345',
  email: 'imogen.clarke@example.org',
  ...address,
};

type FormStates = Partial<Pick<Filling, 'step' | 'rejections'>> & {
  readonly offer?: Partial<OfferedPaymentMethod>;
  readonly session?: Partial<Session>;
};

function filling(
  method: PaymentMethodDefinition,
  form: MethodForm,
  state: Partial<FormState>,
  { offer = {}, session = {}, ...changes }: FormStates = {},
): Filling {
  const { paymentMethod } = method;
  return {
    phase: 'filling',
    session: gatewaySession({ paymentMethods: [{ paymentMethod, canBeSaved: true, ...offer }], ...session }),
    forms: { [paymentMethod]: { ...emptyForm, ...state } },
    expiresSoon: false,
    choice: { kind: 'method', method, form },
    step: 'form',
    rejections: 0,
    ...changes,
  };
}

const bacsOffer = {
  mandate: {
    ...mandate('BACS', 'Instruction to your bank to pay by Direct Debit', bacsText),
    creditorIdentifier: '123456',
    creditorIdentifierName: 'Service User Number',
    guarantee,
  },
};
const transferAccount = {
  accountHolder: 'Studio Nord GmbH',
  bankName: 'Hamburger Sparkasse',
  bic: 'HASPDEHHXXX',
  iban: 'DE89370400440532013000',
};
const dues: Partial<Session> = { amount: { amount: 29.9, currency: 'EUR' } };
const pounds: Partial<Session> = { amount: { amount: 49.5, currency: 'GBP' } };

/** States of methods other than SEPA, and of signatures. Every state belongs to a session as the gateway returns it. */
export const debitStates: Readonly<Record<string, readonly FlowState[]>> = {
  'CH_DD, the other scheme': [
    filling(
      chDD,
      chDDForm,
      {
        texts: { accountHolder: 'Reto Ammann', iban: 'CH93 0076 2011 6238 5295 7', ...swissAddress },
        visited: { iban: true },
      },
      { offer: { mandate: mandate('CH_DD', 'Debit authorisation', ['I authorise the creditor.']) } },
    ),
  ],
  'LSV, filled': [
    filling(
      lsv,
      lsvForm,
      {
        texts: { accountHolder: 'Reto Ammann', iban: 'LI26 0881 0000 0123 4567 8', ...swissAddress },
        consents: { mandate: true },
      },
      { offer: { mandate: mandate('LSV', 'Debit authorisation', ['I authorise my bank.']) } },
    ),
  ],
  'BACS, empty': [filling(bacs, bacsForm, {}, { offer: bacsOffer, session: pounds })],
  'BACS, several errors': [
    filling(bacs, bacsForm, {}, { offer: bacsOffer, session: pounds }),
    filling(
      bacs,
      bacsForm,
      { texts: { bankLocationId: '10-88', accountNumber: '12 34', email: 'imogen@' }, submitted: true },
      { offer: bacsOffer, session: pounds, rejections: 1 },
    ),
  ],
  'BACS, check': [
    filling(
      bacs,
      bacsForm,
      { texts: bacsTexts, consents: { soleAuthority: true } },
      { offer: bacsOffer, session: pounds, step: 'review' },
    ),
  ],
  'BACS, busy': [busy(filling(bacs, bacsForm, { texts: bacsTexts }, { offer: bacsOffer, step: 'review' }))],
  'ACH, filled': [
    filling(
      ach,
      achForm,
      {
        texts: { accountHolder: 'Dana Brooks', bankLocationId: '110000000', accountNumber: '000123456789' },
        consents: { mandate: true },
      },
      { offer: { mandate: mandate('ACH', 'Authorization', ['You authorize recurring ACH debits.']) } },
    ),
  ],
  'ACH, wrong routing number': [
    filling(ach, achForm, { texts: { bankLocationId: '110000001' }, visited: { bankLocationId: true } }),
  ],
  cash: [filling(cash, cashForm, {}, { session: { amount: { amount: 29.9, currency: 'EUR' } } })],
  'bank transfer': [
    filling(
      bankTransfer,
      bankTransferForm,
      {},
      { session: { referenceText: 'Membership 4711, Maren Petersen' } },
    ),
  ],
  'bank transfer, account shown': [
    filling(
      bankTransfer,
      bankTransferForm,
      {},
      {
        offer: { transferAccount, qrCode: qrCodes.euros },
        session: { ...dues, referenceText: 'Membership 4711, Maren Petersen' },
      },
    ),
  ],
  'bank transfer, Swiss account': [
    filling(
      bankTransfer,
      bankTransferForm,
      {},
      {
        offer: {
          transferAccount: { accountHolder: 'Studio See AG', iban: 'CH9300762011623852957' },
          qrCode: qrCodes.swissFrancs,
        },
        session: {
          amount: { amount: 29.9, currency: 'CHF' },
          referenceText: 'Membership 4711, Maren Petersen',
        },
      },
    ),
  ],
  'bank transfer, British account': [
    filling(
      bankTransfer,
      bankTransferForm,
      {},
      {
        offer: {
          transferAccount: {
            accountHolder: 'Studio Nord GmbH',
            bankLocationId: '108800',
            accountNumber: '00012345',
          },
        },
        session: pounds,
      },
    ),
  ],
  'done, bank transfer': [
    {
      phase: 'succeeded',
      forms: {},
      expiresSoon: false,
      session: gatewaySession({
        ...dues,
        paymentMethods: [
          { paymentMethod: 'BANK_TRANSFER', canBeSaved: false, transferAccount, qrCode: qrCodes.euros },
        ],
      }),
      paymentMethod: 'BANK_TRANSFER',
      result: { paymentRequestToken: 'token', paymentInstrumentDetails: { bankTransfer: {} } },
    },
  ],
  'mandate to download': [
    {
      phase: 'downloadingMandate',
      forms: {},
      expiresSoon: false,
      session: gatewaySession(),
      payment: payment({ paymentMethod: 'BACS', status: 'PREAUTHED' }),
      url: 'https://gateway.example/api/v1/mandates/1.pdf',
      result: { paymentRequestToken: 'token' },
    },
  ],
  'list of many': [
    {
      phase: 'choosing',
      forms: {},
      expiresSoon: false,
      error: new PaymentWidgetError('PSP_ERROR', 'declined', {
        messageKey: 'error.payment.reason.INVALID_ACCOUNT',
      }),
      session: gatewaySession({
        paymentMethods: (['SEPA', 'CH_DD', 'LSV', 'BACS', 'ACH', 'CASH', 'BANK_TRANSFER'] as const).map(
          (paymentMethod) => ({ paymentMethod, canBeSaved: false }),
        ),
        paymentInstruments: [
          {
            token: 'a',
            paymentMethod: 'BACS',
            details: { bacs: { accountHolder: 'Imogen Clarke', bankAccountNumber: '****2345' } },
            expired: false,
          },
          {
            token: 'b',
            paymentMethod: 'LSV',
            details: {
              lsvDD: { bankAccountDetails: { accountHolder: 'Reto Ammann', iban: 'CH93*************2957' } },
            },
            expired: false,
          },
        ],
      }),
    },
  ],
};
