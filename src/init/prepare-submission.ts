import { MandateDownloadElement } from '../elements/mandate-download/mandate-download.js';
import { defineElement } from '../elements/define-element.js';
import { ErrorSummaryElement } from '../elements/error-summary/error-summary.js';
import { CardFactsElement } from '../elements/card-facts/card-facts.js';
import { InstrumentActionsElement } from '../elements/instrument-actions/instrument-actions.js';
import { MethodInfoElement } from '../elements/method-info/method-info.js';
import { MethodUnavailableElement } from '../elements/method-unavailable/method-unavailable.js';
import { OutcomeUnknownElement } from '../elements/outcome-unknown/outcome-unknown.js';
import { PauseElement } from '../elements/pause/pause.js';
import { SelectFieldElement } from '../elements/select-field/select-field.js';
import { SessionEndedElement } from '../elements/session-ended/session-ended.js';
import { SuccessElement } from '../elements/success/success.js';
import { WaitingElement } from '../elements/waiting/waiting.js';
import { Submission } from '../flow/submission.js';
import { showBank } from '../flow/show-bank.js';
import { showExpress } from '../flow/show-express.js';
import { whenLoaded } from '../core/when-loaded.js';
import type { CreateSubmission } from '../flow/flow-core.js';
import english from '../i18n/english-later.json';
import { Plurals } from '../i18n/plurals.js';
import type { Translator } from '../i18n/translator.js';
import { randomId } from '../core/random-id.js';
import { pageWakeup } from '../core/wakeup.js';
import type { SecuredFieldsLoader } from '../providers/secured-fields-loader.js';
import { completeForm } from './complete-form.js';
import { warmFrames } from './warm-frames.js';

export { showLogos } from './show-logos.js';

/**
 * Prepares the steps after the button: the submission and the elements that show its outcome. Together with its imports
 * it is one chunk of the ES build, which loads while the person fills in the form. Nothing is therefore sent before its
 * outcome can be shown.
 */
export function prepareSubmission(
  translator: Pick<Translator, 'extend'>,
  providers: Pick<SecuredFieldsLoader, 'group'>,
): CreateSubmission {
  translator.extend(english, new Plurals());
  registerOutcomes();
  return (core) => {
    showBank(core);
    warmFrames(core, providers);
    completeForm(core);
    const submission = new Submission(core, { wakeup: pageWakeup(window), newKey: randomId });
    showExpress(core, submission, {
      load: async () => (await Promise.all([providers.group(), defineExpress()]))[0],
      onUnavailable: (reason) => {
        if (core.config.devMode) whenLoaded(import('./dev-mode.js'), (warn) => warn.warnOfExpress(reason));
      },
    });
    return submission;
  };
}

/** Loads the place of the wallets' buttons, which few pages show. */
export async function defineExpress(): Promise<void> {
  defineElement('upc-express', (await import('../elements/express/express.js')).ExpressElement);
}

/**
 * Defines the elements that show an outcome (or that it is unknown), that explain why a payment cannot be sent, and
 * that a form may need later. They load in advance because the network may be gone by then.
 */
function registerOutcomes(): void {
  defineElement('upc-error-summary', ErrorSummaryElement);
  defineElement('upc-card-facts', CardFactsElement);
  defineElement('upc-instrument-actions', InstrumentActionsElement);
  defineElement('upc-mandate-download', MandateDownloadElement);
  defineElement('upc-method-info', MethodInfoElement);
  defineElement('upc-method-unavailable', MethodUnavailableElement);
  defineElement('upc-outcome-unknown', OutcomeUnknownElement);
  defineElement('upc-pause', PauseElement);
  defineElement('upc-select-field', SelectFieldElement);
  defineElement('upc-session-ended', SessionEndedElement);
  defineElement('upc-success', SuccessElement);
  defineElement('upc-waiting', WaitingElement);
}
