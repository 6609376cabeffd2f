import type { InstrumentView, IntentView } from '../providers/simulator/simulator-api.js';
import { FAILURE_MESSAGES } from './bank/failure-messages.js';
import type { Secrets } from './bank/secrets.js';
import type { Instrument } from './ledger/events.js';
import { moneyOf, statusOf, type Intent } from './ledger/intent.js';

/** What belongs to an answer and is no part of an intent. */
export interface Presentation {
  readonly secrets: Secrets;
  /** The provider's own origin, as a browser reaches it. */
  readonly publicUrl: string;
}

/** An intent as it is answered to the service, at a moment. */
export function presentIntent(intent: Intent, now: Date, { secrets, publicUrl }: Presentation): IntentView {
  const { id, mode, paymentMethod, amount, currency, captureMethod, instrument, challenge } = intent;
  const money = moneyOf(intent, now);
  const status = statusOf(intent, now);
  return {
    id,
    mode,
    paymentMethod,
    status,
    amount,
    currency,
    captureMethod,
    amountAuthorized: money.authorized,
    amountCaptured: money.captured,
    amountCancelled: money.cancelled,
    amountRefunded: money.refunded,
    clientSecret: secrets.clientSecret(id),
    ...(instrument && status !== 'requires_action' && { instrument: presentInstrument(instrument) }),
    ...(challenge &&
      status === 'requires_action' && {
        nextAction: { display: challenge.display, url: `${publicUrl}/pages/${challenge.id}` },
      }),
    ...(intent.failureCode && {
      failure: { code: intent.failureCode, message: FAILURE_MESSAGES[intent.failureCode] },
    }),
  };
}

function presentInstrument({ fingerprint: _, onCharge: __, ...view }: Instrument): InstrumentView {
  return view;
}
