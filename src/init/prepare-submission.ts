import type { Marks, MarksLoader } from '../elements/mark/marks.js';
import type { Translator } from '../i18n/translator.js';
import type { CreateSubmission } from '../flow/flow-core.js';
import type { SecuredFieldsLoader } from '../providers/secured-fields-loader.js';

/**
 * Fetches what comes after the button: the submission, and the elements that show how one ended. One chunk of the ES
 * build, fetched while the person fills in the form, so that nothing is sent before its outcome can be shown. The
 * marks of the methods come with it, or not at all.
 *
 * @throws when it cannot be fetched.
 */
export async function prepareSubmission(
  element: { config: { devMode: boolean }; marks: Marks; translator: Pick<Translator, 'extend'> },
  loadMarks: MarksLoader,
  frames: Pick<SecuredFieldsLoader, 'warm'>,
): Promise<CreateSubmission> {
  const { english, pageWakeup, randomId, registerOutcomes, Submission, tellBank, warmFrames } =
    await import('./submission.js');
  element.translator.extend(english);
  registerOutcomes();
  loadMarks().then(
    (marks) => (element.marks = marks),
    (error: unknown) => {
      // oxlint-disable-next-line no-console -- what devMode is for
      if (element.config.devMode) console.warn('paymentWidget:', String(error));
    },
  );
  return (core) => {
    tellBank(core);
    warmFrames(core, frames);
    return new Submission(core, { wakeup: pageWakeup(window), newKey: randomId });
  };
}
