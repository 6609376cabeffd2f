import type { FlowCore } from '../flow/flow-core.js';
import type { SecuredFieldsLoader } from '../providers/secured-fields-loader.js';
import { defineSecuredFields } from './prepare-form.js';

/**
 * Loads the resources that card fields need while the person reads the list. Anything that fails to load now is
 * requested again with the form.
 */
export function warmFrames({ state, options }: FlowCore, frames: Pick<SecuredFieldsLoader, 'warm'>): void {
  if (state.phase !== 'choosing') return;
  for (const offer of state.session.paymentMethods) {
    const method = options.methods.get(offer.paymentMethod);
    if (method?.flow !== 'frames') continue;
    frames.warm(offer);
    Promise.all([method.load(), defineSecuredFields()]).catch(() => undefined);
  }
}
