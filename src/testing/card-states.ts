import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { emptyForm, type FormState } from '../forms/form.js';
import type { Session } from '@upc/contract/gateway';
import { creditCardForm } from '../methods/credit-card-form.js';
import type { Filling, SecuredFieldsState, FlowState } from '../flow/flow-state.js';
import { busy } from './busy.js';
import { gatewaySession, methodNamed } from './fixtures.js';

const creditCard = methodNamed('CREDIT_CARD');

const session: Session = gatewaySession({
  amount: { amount: 64.9, currency: 'EUR' },
  scope: 'ECOM',
  savingOffered: true,
  paymentMethods: [{ paymentMethod: 'CREDIT_CARD', canBeSaved: true }],
});

function filling(
  secured: SecuredFieldsState,
  form: Partial<FormState>,
  changes: Partial<Filling> = {},
): Filling {
  return {
    phase: 'filling',
    session,
    forms: { CREDIT_CARD: { ...emptyForm, ...form } },
    expiresSoon: false,
    choice: { kind: 'method', method: creditCard, form: creditCardForm, secured },
    step: 'form',
    rejections: 0,
    ...changes,
  };
}

const named = { texts: { cardHolder: 'Maren Petersen' } };
const stillWrong = { number: 'error.card.number.wrong', cvc: 'error.card.cvc.incomplete' } as const;
const wrong = {
  number: 'error.card.number.wrong',
  expiry: 'error.card.expiry.past',
  cvc: 'error.card.cvc.incomplete',
} as const;
const blocked = new PaymentWidgetError('PSP_ERROR', 'blocked', { messageKey: 'error.provider.blocked' });

/** States of card payments. Number, expiry and code are the provider's fields, in frames of another origin. */
export const cardStates = {
  'card, fields on their way': [filling('loading', named)],
  'card, pressed early': [filling('loading', named, { isEarly: true })],
  'card, filled': [filling('ready', named)],
  'card, holder missing': [
    filling('ready', {}),
    filling('ready', { submitted: true, visited: { cardHolder: true } }, { rejections: 1 }),
  ],
  'card, several errors': [
    filling('ready', {}),
    filling('ready', { submitted: true, secured: wrong }, { rejections: 1 }),
    filling('ready', { submitted: true, secured: stillWrong }, { rejections: 1 }),
  ],
  'card, provider blocked': [filling('failed', named, { error: blocked })],
  'card, 3-D Secure': [busy(filling('ready', named))],
} satisfies Readonly<Record<string, readonly FlowState[]>>;
