import type { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import { errorText } from '../error-text.js';
import type { TextKey } from '../../i18n/text-keys.js';
import type { TextParams } from '../../i18n/plurals.js';
import type { Translator } from '../../i18n/translator.js';
import type { FormView } from '../../forms/form-view.js';
import { earlyKey } from '../../flow/selectors.js';
import type { FlowState } from '../../flow/flow-state.js';
import { successKind } from '../success/success-kind.js';
import type { Announcement } from '../live-region/live-region.js';

/**
 * Returns what a screen reader announces after a change of the state; undefined while the person merely fills in the
 * form.
 *
 * @param shows whether the widget, rather than the host, shows a payment error.
 */
export function announcement(
  state: FlowState,
  form: FormView | undefined,
  translator: Translator,
  shows: (error: PaymentWidgetError) => boolean,
): Announcement | undefined {
  const say = (key: TextKey, params?: TextParams): Announcement => ({
    id: state.phase,
    text: translator.t(key, params),
    isUrgent: false,
  });
  switch (state.phase) {
    case 'processing':
      return say('processing.title');
    case 'awaitingAction':
      return say(state.payment.nextAction?.type === 'REDIRECT' ? 'redirect.title' : 'waiting.title');
    case 'outcomeUnknown':
      return { ...say('error.payment.POLLING_TIMEOUT'), isUrgent: true };
    case 'downloadingMandate':
      return say('download.title', { context: state.payment.paymentMethod });
    case 'succeeded':
      return say(`success.title.${successKind(state)}`);
    case 'choosing':
    case 'filling':
    case 'failed': {
      const early = earlyKey(state);
      if (early) return { ...say(early), id: early };
      if (state.phase === 'filling' && state.rejections > 0 && form && form.invalid.length > 0) {
        const count = form.invalid.length;
        // Plurals load while the person types. Until then the number of errors is not announced.
        const title = translator.hasPlurals
          ? say('summary.title', { count })
          : say('error.payment.VALIDATION_ERROR');
        return { ...title, id: `rejection-${state.rejections}`, isUrgent: true };
      }
      if (state.error && shows(state.error)) {
        return { id: 'error', text: errorText(translator, state.error), isUrgent: true };
      }
      if (state.phase !== 'failed' && state.expiresSoon)
        return say('expiry.until', { time: translator.time(new Date(state.session.tokenValidUntil)) });
      return state.phase === 'filling' && state.rejections > 0 ? say('summary.corrected') : undefined;
    }
    default:
      return undefined;
  }
}
