import type { FlowCore } from '../flow/flow-core.js';
import type { SecuredFieldsLoader } from '../providers/secured-fields-loader.js';
import { whenLoaded } from '../core/when-loaded.js';
import { defineSecuredFields } from './prepare-form.js';

/**
 * Loads the resources that card fields need while the person reads the list. Anything that fails to load now is
 * requested again with the form.
 */
export function warmFrames(
  { state, options }: FlowCore,
  providers: Pick<SecuredFieldsLoader, 'group'>,
): void {
  if (state.phase !== 'choosing') return;
  for (const offer of state.session.paymentMethods) {
    const method = options.methods.get(offer.paymentMethod);
    if (method?.flow !== 'frames') continue;
    whenLoaded(providers.group(), (group) => group.warm(offer));
    Promise.all([method.load(), defineSecuredFields()]).catch(() => undefined);
  }
}
