import type { FlowCore } from '../flow/flow-core.js';
import { sepaFormWithAddress } from '../methods/sepa-form-with-address.js';

/** Completes each SEPA form that opens with the address fields, which most accounts do not need. */
export function completeForm(core: FlowCore): void {
  const complete = (): void => {
    const { state } = core;
    if (state.phase === 'filling' && state.choice.kind === 'method' && state.choice.form?.isPartial)
      core.dispatch({ type: 'form-loaded', paymentMethod: 'SEPA', form: sepaFormWithAddress });
  };
  core.listeners.add(complete);
  complete();
}
