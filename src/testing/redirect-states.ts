import { emptyForm } from '../forms/form.js';
import type { PaymentMethod, Session } from '@upc/contract/gateway';
import { redirectForm } from '../methods/redirect-form.js';
import type { AwaitingAction, Filling, FlowState } from '../flow/flow-state.js';
import { busy } from './busy.js';
import { gatewaySession, methodNamed, payment } from './fixtures.js';

const redirectOrigins = ['https://provider.example'];

function session(methods: readonly PaymentMethod[], changes: Partial<Session> = {}): Session {
  return gatewaySession({
    amount: { amount: 64.9, currency: 'EUR' },
    scope: 'ECOM',
    paymentMethods: methods.map((paymentMethod) => ({
      paymentMethod,
      canBeSaved: false,
      provider: { name: 'SIMULATOR', redirectOrigins },
    })),
    ...changes,
  });
}

function filling(paymentMethod: PaymentMethod, offered: Session): Filling {
  return {
    phase: 'filling',
    session: offered,
    forms: { [paymentMethod]: emptyForm },
    expiresSoon: false,
    choice: { kind: 'method', method: methodNamed(paymentMethod), form: redirectForm },
    step: 'form',
    rejections: 0,
  };
}

function alone(paymentMethod: PaymentMethod, changes?: Partial<Session>): Filling {
  return filling(paymentMethod, session([paymentMethod], changes));
}

const redirects = ['PAYPAL', 'IDEAL', 'BANCONTACT', 'TWINT', 'BECS'] as const;
const leaving: AwaitingAction = {
  phase: 'awaitingAction',
  session: session(redirects),
  forms: {},
  expiresSoon: false,
  payment: payment({
    paymentMethod: 'PAYPAL',
    status: 'ACTION_REQUIRED',
    nextAction: { type: 'REDIRECT', url: 'https://provider.example/pay/1' },
  }),
};

/** States of methods that are paid on the provider's page. */
export const redirectStates = {
  PayPal: [alone('PAYPAL')],
  'PayPal, to be saved': [alone('PAYPAL', { amount: { amount: 0, currency: 'EUR' } })],
  'PayPal, busy': [busy(alone('PAYPAL'))],
  iDEAL: [alone('IDEAL')],
  Bancontact: [alone('BANCONTACT')],
  TWINT: [alone('TWINT', { amount: { amount: 64.9, currency: 'CHF' } })],
  BECS: [alone('BECS', { amount: { amount: 64.9, currency: 'AUD' } })],
  'list, PayPal chosen': [filling('PAYPAL', session(['CREDIT_CARD', 'SEPA', ...redirects, 'CASH']))],
  'leaving the page': [leaving],
  'leaving, in a frame': [leaving],
} satisfies Readonly<Record<string, readonly FlowState[]>>;
