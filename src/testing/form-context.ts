import { emptyForm, type FormContext, type FormState } from '../forms/form.js';
import { describeForm, type FormView } from '../forms/form-view.js';
import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { MethodForm } from '../forms/payment-method.js';
import { gatewaySession } from './fixtures.js';

/** Returns the context of a form, for a session that offers the method. */
export function formContext(
  paymentMethod: PaymentMethod,
  changes: Partial<Omit<FormContext, 'offer' | 'session'>> & {
    readonly offer?: Partial<OfferedPaymentMethod>;
    readonly session?: Partial<Session>;
  } = {},
): FormContext {
  const { offer, session, ...others } = changes;
  const offered = { paymentMethod, canBeSaved: false, ...offer };
  return {
    session: gatewaySession({ paymentMethods: [offered], ...session }),
    offer: offered,
    countryCode: 'DE',
    hideMandateCheckbox: false,
    customerFields: {},
    texts: {},
    ...others,
  };
}

/** Returns a form with these texts entered and these boxes ticked. */
export function filledForm(
  form: MethodForm,
  context: FormContext,
  texts: FormState['texts'],
  consents: FormState['consents'] = {},
): FormView {
  return describeForm(form, { ...context, texts }, { ...emptyForm, texts, consents });
}
