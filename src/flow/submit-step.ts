import type { Session } from '@upc/contract/gateway';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import type { ProviderFields } from '../ports/provider.js';
import type { SecuredField } from '../forms/form.js';
import type { FlowCore } from './flow-core.js';
import type { Choice, Filling, Outcome } from './flow-state.js';
import { openSecuredFields } from './open-form.js';
import { isFormLoading } from './selectors.js';
import type { SubmissionSteps } from './submission-steps.js';

/**
 * Does what the main button of the present step does.
 * @throws PaymentWidgetError which the host has been told.
 */
export async function submitStep(core: FlowCore): Outcome {
  const { state, submission } = core;
  switch (state.phase) {
    case 'filling':
      return submitForm(core, state);
    case 'downloadingMandate':
      return submission?.succeed(state.result, state.payment.paymentMethod);
    case 'succeeded':
      return state.result;
    case 'failed':
      throw state.error;
    default:
      throw submission?.late ?? core.host.fail(nothingToSubmit(state.phase));
  }
}

/** Goes on with what comes after the button, once that is there; an attempt fails without it. */
export async function afterwards(core: FlowCore, step: (submission: SubmissionSteps) => Outcome): Outcome {
  const { signal } = core;
  let submission;
  try {
    submission = await core.fetchSubmission();
  } catch (thrown) {
    if (signal.aborted) return undefined;
    throw core.failAttempt(thrown);
  }
  return signal.aborted ? undefined : step(submission);
}

async function submitForm(core: FlowCore, { choice, step, session, pause }: Filling): Outcome {
  if (pause && !pause.isOver) throw pause.error;
  const { signal } = core;
  if (choice.kind === 'instrument') return pay(core, choice, session);
  const { method } = choice;
  const { paymentMethod } = method;
  if (choice.secured === 'failed') void openSecuredFields(core, paymentMethod);
  if (isFormLoading(core.state)) return submitLoaded(core, method);
  if (!core.form) return undefined;
  // Asked before anything is awaited: a provider may need the person's own click.
  const saves = session.scope === 'MEMBER_ACCOUNT' || core.form.save === true;
  const secured = await validate(core, core.secured.get(paymentMethod), saves);
  if (signal.aborted || !core.hasChosen(method)) return undefined;
  if (secured) core.change((form) => ({ ...form, secured }));
  const { invalid } = core.form;
  if (secured?.[0] && invalid.length === 1) core.focusSecured(secured[0]);
  if (invalid.length > 0) {
    core.dispatch({ type: 'rejected' });
    throw core.host.fail(wrongFields(invalid));
  }
  if (method.hasReview && step === 'form') {
    core.dispatch({ type: 'reviewing' });
    return undefined;
  }
  return pay(core, choice, session);
}

function pay(core: FlowCore, choice: Choice, session: Session): Outcome {
  const { form } = core;
  core.dispatch({ type: 'processing' });
  return afterwards(core, (submission) => submission.pay(choice, session, form));
}

/** @returns what is wrong in the provider's fields; undefined for a form of ours alone. */
async function validate(
  core: FlowCore,
  fields: ProviderFields | undefined,
  saves: boolean,
): Promise<readonly SecuredField[] | undefined> {
  try {
    return await fields?.validate({ saves });
  } catch (thrown) {
    throw core.failAttempt(thrown);
  }
}

/** Pressed early: submits once the form is there, unless the person has chosen something else by then. */
async function submitLoaded(core: FlowCore, method: PaymentMethodDefinition): Outcome {
  core.dispatch({ type: 'pressed-early' });
  const { signal } = core;
  await new Promise<void>((resolve) => {
    const listener = (): void => {
      if (isFormLoading(core.state) && core.hasChosen(method)) return;
      core.listeners.delete(listener);
      resolve();
    };
    core.listeners.add(listener);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  if (signal.aborted) return undefined;
  // Code that did not load was reported when it failed.
  if ('error' in core.state) throw core.state.error;
  return core.hasChosen(method) ? submitStep(core) : undefined;
}

function nothingToSubmit(phase: string): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `There is nothing to submit: the widget is ${phase}.`);
}

function wrongFields(names: readonly string[]): PaymentWidgetError {
  return new PaymentWidgetError(
    'VALIDATION_ERROR',
    `These fields are missing or wrong: ${names.join(', ')}.`,
  );
}
