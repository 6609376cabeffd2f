import type { PaymentMethod, Session } from '@upc/contract/gateway';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import type { MethodForm, PaymentMethodDefinition } from '../forms/payment-method.js';
import type { FlowCore } from './flow-core.js';
import { offerOf } from './selectors.js';

/** Loads the chosen method's form if necessary, and opens the provider's fields if the method has them. */
export function openForm(core: FlowCore, method: PaymentMethodDefinition, session: Session): void {
  if (core.form) core.expectSubmission();
  else void showForm(core, method, session);
  if (method.flow === 'frames') void openSecuredFields(core, method.paymentMethod);
}

/**
 * Loads a method's form and the elements that show it.
 *
 * @throws when one of them cannot be loaded.
 */
export async function fetchForm(
  core: FlowCore,
  method: PaymentMethodDefinition,
  session: Session,
): Promise<MethodForm | undefined> {
  const offer = offerOf(session, method.paymentMethod);
  if (!offer) return undefined;
  const [form] = await Promise.all([method.load(offer), core.options.prepareForm(method, offer)]);
  return form;
}

async function showForm(core: FlowCore, method: PaymentMethodDefinition, session: Session): Promise<void> {
  const { paymentMethod } = method;
  try {
    const form = await fetchForm(core, method, session);
    if (!form) return;
    core.dispatch({ type: 'form-loaded', paymentMethod, form });
    core.expectSubmission();
  } catch (cause) {
    const message = `The form of ${paymentMethod} could not be loaded.`;
    const error = new PaymentWidgetError('NETWORK_ERROR', message, { cause });
    // The person may have made another choice in the meantime, or a payment may be in progress.
    if (core.dispatch({ type: 'form-failed', paymentMethod, error })) core.host.fail(error);
  }
}

/** Opens a method's provider fields, for the first time or after a failure. */
export async function openSecuredFields(core: FlowCore, paymentMethod: PaymentMethod): Promise<void> {
  const { state } = core;
  const offer = 'session' in state && offerOf(state.session, paymentMethod);
  if (!offer) return;
  core.dispatch({ type: 'secured-changed', paymentMethod, secured: 'loading' });
  const { signal } = core;
  try {
    const fields = await core.options.securedFields.open(offer, state.session, signal);
    if (signal.aborted) {
      fields.destroy();
      return;
    }
    core.secured.set(paymentMethod, fields);
    core.dispatch({ type: 'secured-changed', paymentMethod, secured: 'ready' });
  } catch (thrown) {
    if (signal.aborted) return;
    const error = toPaymentWidgetError(thrown);
    if (core.dispatch({ type: 'secured-changed', paymentMethod, secured: 'failed', error }))
      core.host.fail(error);
  }
}
