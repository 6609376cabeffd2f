import type { BrowserIntentView, FailureCode, InstrumentView, IntentView } from '@upc/contract/simulator-api';
import { FAILURE_MESSAGES } from './bank/failure-messages.js';
import type { Secrets } from './bank/secrets.js';
import type { Instrument } from './ledger/events.js';
import { intentAt, moneyOf, returnOf, type Intent } from './ledger/intent.js';

/** Parts of a response that are not part of an intent. */
export interface Presentation {
  readonly secrets: Secrets;
  /** The provider's own origin, as a browser reaches it. */
  readonly publicUrl: string;
}

/** Converts an intent at a moment to a response for the service. */
export function presentIntent(intent: Intent, now: Date, { secrets, publicUrl }: Presentation): IntentView {
  const { id, mode, paymentMethod, amount, currency, captureMethod, instrument } = intent;
  const money = moneyOf(intent, now);
  const { decided: status, failureCode } = intentAt(intent, now);
  const returnCode = returnOf(intent, now);
  const nextAction = nextActionOf(intent, now, publicUrl);
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
    ...(nextAction && { nextAction }),
    ...(failureCode && { failure: failureOf(failureCode) }),
    ...(returnCode && { returned: failureOf(returnCode) }),
  };
}

/** Converts an intent at a moment to the part that the confirming browser may see. */
export function presentToBrowser(intent: Intent, now: Date, publicUrl: string): BrowserIntentView {
  const { decided: status, failureCode } = intentAt(intent, now);
  const nextAction = nextActionOf(intent, now, publicUrl);
  return {
    status,
    ...(nextAction && { nextAction }),
    ...(failureCode && { failure: failureOf(failureCode) }),
  };
}

const failureOf = (code: FailureCode): NonNullable<IntentView['failure']> => ({
  code,
  message: FAILURE_MESSAGES[code],
});

function nextActionOf(intent: Intent, now: Date, publicUrl: string): IntentView['nextAction'] {
  const { decided, challenge } = intentAt(intent, now);
  if (decided !== 'requires_action' || challenge === undefined) return undefined;
  return { display: challenge.display, url: `${publicUrl}/pages/${challenge.id}` };
}

function presentInstrument({
  fingerprint: _,
  onCharge: __,
  onReturn: ___,
  ...view
}: Instrument): InstrumentView {
  return view;
}
