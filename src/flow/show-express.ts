import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import type { OfferedPaymentMethod, Session } from '@upc/contract/gateway';
import type { WalletApproval } from '../providers/provider.js';
import type { ExpressHost } from '../providers/secured-fields.js';
import type { FlowCore, SubmissionSteps } from './flow-core.js';
import type { Choosing, Filling } from './flow-state.js';
import { expressOffer } from './selectors.js';

interface ExpressOptions {
  /** Loads the code of the buttons and of their place. */
  readonly load: () => Promise<ExpressHost>;
  /** Receives the reason why no button can be shown, as a sentence for developers. */
  readonly onUnavailable: (reason: string) => void;
}

/**
 * Shows the wallets' buttons as soon as the page wants them and the gateway has confirmed the session, and again when
 * the widget has returned to the page. If none can be shown, nothing is.
 */
export function showExpress(
  core: FlowCore,
  submission: Pick<SubmissionSteps, 'payByWallet'>,
  { load, onUnavailable }: ExpressOptions,
): void {
  /** Lifetime of the widget in which the buttons were opened, or are being opened. */
  let opened: AbortSignal | undefined;
  let isOpening = false;
  core.listeners.add(follow);
  follow();

  function follow(): void {
    const { signal, config } = core;
    const state = openState(core);
    if (!state || state.isProvisional || (opened === signal && (isOpening || state.express !== undefined)))
      return;
    const { session } = state;
    const offer = expressOffer(session, config);
    if (!offer) return;
    opened = signal;
    isOpening = true;
    core.dispatch({ type: 'express-changed', express: undefined });
    void open(offer, session, signal);
  }

  async function open(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<void> {
    let reason: unknown;
    try {
      const group = await load();
      signal.throwIfAborted();
      await group.openExpress(offer, session, { canPay, onApprove }, signal);
    } catch (thrown) {
      reason = thrown;
    }
    if (signal.aborted) return;
    isOpening = false;
    core.dispatch({ type: 'express-changed', express: !reason });
    if (reason) onUnavailable(toPaymentWidgetError(reason).message);

    async function onApprove(approval: WalletApproval): Promise<void> {
      // The person may have pressed the main button while the sheet was open.
      if (!canPay()) throw new PaymentWidgetError('VALIDATION_ERROR', 'Another payment is in progress.');
      await submission.payByWallet(approval, session);
    }
  }

  function canPay(): boolean {
    const state = openState(core);
    return state !== undefined && !core.submitting && state.pause?.isOver !== false;
  }
}

/** Returns the state in which a payment may start: the list, or a form. */
function openState({ state, signal }: FlowCore): Choosing | Filling | undefined {
  return !signal.aborted && (state.phase === 'choosing' || state.phase === 'filling') ? state : undefined;
}
