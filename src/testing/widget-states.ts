import { methodNames } from '@upc/contract/catalogue';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { emptyForm, type FormState } from '../forms/form.js';
import type { MandateOffer, Session, StoredPaymentInstrument } from '@upc/contract/gateway';
import { strokePath, toSvg } from '../elements/signature/signature-svg.js';
import { sepaFormWithAddress } from '../methods/sepa-form-with-address.js';
import type { Choice, Filling, Pause, FlowState } from '../flow/flow-state.js';
import { busy } from './busy.js';
import { gatewaySession, methodNamed, payment } from './fixtures.js';

const sepa = methodNamed('SEPA');

const mandates: Readonly<Record<string, Pick<MandateOffer, 'heading' | 'text'>>> = {
  en: {
    heading: 'SEPA Direct Debit Mandate',
    text: [
      'By signing this mandate form, you authorise (A) Studio Nord GmbH to send instructions to your bank to debit your account and (B) your bank to debit your account in accordance with the instructions from Studio Nord GmbH.',
      'As part of your rights, you are entitled to a refund from your bank under the terms and conditions of your agreement with your bank. A refund must be claimed within 8 weeks starting from the date on which your account was debited.',
      'Your rights are explained in a statement that you can obtain from your bank.',
    ],
  },
  de: {
    heading: 'SEPA-Lastschriftmandat',
    text: [
      'Ich ermächtige (A) Studio Nord GmbH, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich (B) weise ich mein Kreditinstitut an, die von Studio Nord GmbH auf mein Konto gezogenen Lastschriften einzulösen.',
      'Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrages verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.',
      'Meine Rechte sind in einem Merkblatt erläutert, das ich von meinem Kreditinstitut erhalten kann.',
    ],
  },
};

const hand = Array.from({ length: 60 }, (_, index) => ({
  x: 40 + index * 6,
  y: 110 - Math.sin(index / 2.2) * (60 - index) - index / 3,
}));
const drawnSignature = toSvg({ kind: 'drawn', path: strokePath(hand) });
const typedSignature = toSvg({ kind: 'typed', text: 'Maren Petersen' });

const sepaChoice: Choice = { kind: 'method', method: sepa, form: sepaFormWithAddress };

function instrument(changes: Partial<StoredPaymentInstrument> = {}): StoredPaymentInstrument {
  const bankAccountDetails = { accountHolder: 'Maren Petersen', iban: 'DE89**************3000' };
  return {
    token: 'stored',
    paymentMethod: 'SEPA',
    details: { sepa: { bankAccountDetails } },
    expired: false,
    ...changes,
  };
}

export type StateName =
  | 'loading'
  | 'form loading'
  | 'form, empty'
  | 'form, filled'
  | 'form, one error'
  | 'form, several errors'
  | 'form, some corrected'
  | 'form, all corrected'
  | 'form with address'
  | 'form, mandate by button'
  | 'form, signature missing'
  | 'form, signature drawn'
  | 'form, signature typed'
  | 'form, signature busy'
  | 'form, button of the page'
  | 'form, session ends soon'
  | 'busy'
  | 'declined'
  | 'list'
  | 'list of every method'
  | 'list, express checkout'
  | 'list, instrument chosen'
  | 'list, method chosen'
  | 'list, form on its way'
  | 'list, card expires'
  | 'list, busy'
  | 'list after a failed attempt'
  | 'waiting'
  | 'waiting, can be cancelled'
  | 'done, saved'
  | 'done, paid'
  | 'done, nothing listed'
  | 'outcome unknown'
  | 'too many attempts'
  | 'too many attempts, over'
  | 'gateway unreachable'
  | 'session ended'
  | 'session refused'
  | 'no method'
  | 'two texts, one binding';

/** Returns every state of the widget with SEPA, as the session would provide it. */
export function widgetStates(language: 'en' | 'de'): Readonly<Record<StateName, readonly FlowState[]>> {
  const { heading, text } = mandates[language] ?? { heading: '', text: [] };
  const other = language === 'en' ? 'de' : 'en';
  const [offer] = gatewaySession().paymentMethods;
  const mandate: MandateOffer = {
    scheme: 'SEPA',
    reference: 'UPC-2026-7F3K9M2Q4R8T',
    version: '2026-01',
    heading,
    language,
    // Only one state shows the whole text, so that pictures of the others show what differs.
    text: text.slice(0, 1),
    paymentType: 'RECURRENT',
    creditorIdentifier: 'DE98ZZZ09999999999',
    creditorLines: ['Hafenstraße 1', '20457 Hamburg', language === 'de' ? 'Deutschland' : 'Germany'],
  };
  const whole: MandateOffer = { ...mandate, text };
  const sepaOffer = { paymentMethod: 'SEPA' as const, canBeSaved: true, ...offer, mandate };
  const session = (changes: Partial<Session> = {}): Session =>
    gatewaySession({ paymentMethods: [sepaOffer], ...changes });
  const paid: Partial<Session> = {
    amount: { amount: 1249.9, currency: 'EUR' },
    scope: 'ECOM',
    savingOffered: true,
  };
  const stored: Partial<Session> = {
    paymentInstruments: [
      instrument(),
      instrument({
        token: 'second',
        details: {
          creditCard: {
            brand: 'visa',
            cardNumber: '************4242',
            cardHolder: 'Maren Petersen-Hohenfels von der Wasserburg',
          },
        },
        paymentMethod: 'CREDIT_CARD',
      }),
      instrument({ token: 'expired', expired: true }),
    ],
  };

  const filling = (form: Partial<FormState>, changes: Partial<Filling> = {}): Filling => ({
    phase: 'filling',
    session: session(),
    forms: { SEPA: { ...emptyForm, ...form } },
    expiresSoon: false,
    choice: sepaChoice,
    step: 'form',
    rejections: 0,
    ...changes,
  });
  const filled = { accountHolder: 'Maren Petersen', iban: 'DE89 3704 0044 0532 0130 00' };
  const accepted = { texts: filled, consents: { mandate: true } };
  const open = { forms: {}, expiresSoon: false };
  const signed = { session: session({ paymentMethods: [{ ...sepaOffer, requiredFields: ['signature'] }] }) };
  const declined = new PaymentWidgetError('PSP_ERROR', 'declined', {
    messageKey: 'error.payment.reason.INSUFFICIENT_FUNDS',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  });
  const pause = (isOver: boolean): Pause => ({
    error: new PaymentWidgetError('API_ERROR', 'wait', { httpStatus: 429, retryAfter: 300 }),
    seconds: 300,
    // Pictures must not contain a countdown.
    until: Number.POSITIVE_INFINITY,
    isOver,
  });
  const result = {
    paymentRequestToken: 'token',
    paymentInstrumentToken: 'new',
    paymentInstrumentDetails: instrument().details,
  };

  return {
    loading: [{ phase: 'loading' }],
    'form loading': [filling({}, { choice: { kind: 'method', method: sepa, form: undefined } })],
    'form, empty': [
      filling({}, { session: session({ paymentMethods: [{ ...sepaOffer, mandate: whole }] }) }),
    ],
    'form, filled': [filling(accepted)],
    'form, one error': [
      filling({ texts: { ...filled, iban: 'DE89 3704 0044 0532 01' }, visited: { iban: true } }),
    ],
    'form, several errors': [
      filling({}),
      filling({ texts: { iban: 'DE88 3704 0044 0532 0130 00' }, submitted: true }, { rejections: 1 }),
    ],
    'form, some corrected': [
      filling({}),
      filling({ submitted: true }, { rejections: 1 }),
      filling({ texts: filled, submitted: true }, { rejections: 1 }),
    ],
    'form, all corrected': [
      filling({}),
      filling({ submitted: true }, { rejections: 1 }),
      filling({ ...accepted, submitted: true }, { rejections: 1 }),
    ],
    'form with address': [
      filling({
        texts: { ...filled, iban: 'CH93 0076 2011 6238 5295 7', 'address.postalCode': '12' },
        visited: { 'address.postalCode': true, 'address.city': true },
      }),
    ],
    'form, mandate by button': [filling({ texts: filled })],
    'form, signature missing': [
      filling({}),
      filling({ ...accepted, submitted: true }, { ...signed, rejections: 1 }),
    ],
    'form, signature drawn': [filling({ ...accepted, signature: drawnSignature }, signed)],
    'form, signature typed': [filling({ ...accepted, signature: typedSignature }, signed)],
    'form, signature busy': [busy(filling({ ...accepted, signature: drawnSignature }, signed))],
    'form, button of the page': [filling({ texts: filled })],
    'form, session ends soon': [filling(accepted, { session: session(paid), expiresSoon: true })],
    busy: [busy(filling(accepted, { session: session(paid) }))],
    declined: [filling(accepted, { session: session(paid), error: declined })],
    list: [{ ...open, phase: 'choosing', session: session({ ...paid, ...stored }) }],
    'list of every method': [
      {
        ...open,
        phase: 'choosing',
        session: session({
          paymentMethods: methodNames.map((paymentMethod) => ({ paymentMethod, canBeSaved: false })),
        }),
      },
    ],
    'list, express checkout': [
      {
        ...open,
        phase: 'choosing',
        session: session({
          paymentMethods: [{ paymentMethod: 'CREDIT_CARD', canBeSaved: true }, sepaOffer],
        }),
      },
    ],
    'list, instrument chosen': [
      filling(
        {},
        {
          session: session({ ...paid, ...stored }),
          choice: { kind: 'instrument', token: 'stored', paymentMethod: 'SEPA' },
        },
      ),
    ],
    'list, method chosen': [filling(accepted, { session: session({ ...paid, ...stored }), error: declined })],
    'list, form on its way': [
      filling(
        {},
        {
          session: session({ ...paid, ...stored }),
          choice: { kind: 'method', method: sepa, form: undefined },
        },
      ),
    ],
    'list, card expires': [
      {
        ...open,
        phase: 'choosing',
        session: session({
          paymentMethods: [sepaOffer, { paymentMethod: 'CREDIT_CARD', canBeSaved: false }],
          paymentInstruments: [
            instrument({
              paymentMethod: 'CREDIT_CARD',
              details: {
                creditCard: {
                  ...{ brand: 'visa', cardNumber: '************4242', expiry: '12/26' },
                  ...{ cardHolder: 'Maren Petersen', wallet: 'APPLE_PAY' },
                },
              },
              expiresBeforeDebitOn: '2027-01-01',
              removable: true,
            }),
          ],
        }),
      },
    ],
    'list, busy': [
      busy(
        filling(
          {},
          {
            session: session({ ...paid, ...stored }),
            choice: { kind: 'instrument', token: 'stored', paymentMethod: 'SEPA' },
          },
        ),
      ),
    ],
    'list after a failed attempt': [{ ...open, phase: 'choosing', session: session(paid), error: declined }],
    waiting: [
      { ...open, phase: 'awaitingAction', session: session(), payment: payment({ status: 'UNKNOWN' }) },
    ],
    'waiting, can be cancelled': [
      {
        ...open,
        phase: 'awaitingAction',
        session: session(),
        payment: payment({ status: 'ACTION_REQUIRED' }),
      },
    ],
    'done, saved': [{ ...open, phase: 'succeeded', session: session(stored), result, paymentMethod: 'SEPA' }],
    'done, paid': [
      {
        ...open,
        phase: 'succeeded',
        session: session(paid),
        result: { paymentRequestToken: 'token' },
        paymentMethod: 'SEPA',
      },
    ],
    'done, nothing listed': [
      { ...open, phase: 'succeeded', session: session(stored), result, paymentMethod: 'SEPA' },
    ],
    'outcome unknown': [
      {
        ...open,
        phase: 'outcomeUnknown',
        session: session(),
        payment: payment({ status: 'UNKNOWN', traceId: '4bf92f3577b34da6' }),
      },
    ],
    'too many attempts': [filling(accepted, { session: session(paid), pause: pause(false) })],
    'too many attempts, over': [filling(accepted, { session: session(paid), pause: pause(true) })],
    'gateway unreachable': [
      { phase: 'failed', error: new PaymentWidgetError('NETWORK_ERROR', 'offline'), retryable: true },
    ],
    'session ended': [
      {
        phase: 'failed',
        error: new PaymentWidgetError('API_ERROR', 'expired', { messageKey: 'error.session.expired' }),
        retryable: false,
      },
    ],
    'session refused': [
      { phase: 'failed', error: new PaymentWidgetError('API_ERROR', 'refused'), retryable: false },
    ],
    'no method': [{ ...open, phase: 'choosing', session: session({ paymentMethods: [] }) }],
    'two texts, one binding': [
      filling(accepted, {
        session: session({
          paymentMethods: [
            {
              ...sepaOffer,
              mandate: { ...mandate, binding: { language: other, text: [...(mandates[other]?.text ?? [])] } },
            },
          ],
        }),
      }),
    ],
  };
}

/** Returns the English state with that name. */
export function stateNamed(name: StateName): FlowState {
  const last = widgetStates('en')[name].at(-1);
  if (!last) throw new Error(`There is no state ${name}.`);
  return last;
}
