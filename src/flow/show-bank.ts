import type { FlowCore } from './flow-core.js';

/**
 * Shows which bank an account is held at, as soon as its IBAN is valid and whenever it changes. Nothing waits for the
 * lookup; without a response the field keeps its hint.
 */
export function showBank(core: FlowCore): void {
  let asked: string | undefined;
  let question = new AbortController();
  const follow = (): void => {
    const iban = rightIban(core);
    if (iban === asked) return;
    question.abort();
    asked = iban;
    if (iban === undefined) return;
    question = new AbortController();
    const { signal } = question;
    core.signal.addEventListener('abort', forget, { signal });
    core.options.gateway.lookUpBank(iban, signal).then(
      ({ bankName: name }) => {
        if (name && !signal.aborted) core.change((form) => ({ ...form, bank: { iban, name } }));
      },
      () => undefined,
    );
  };
  core.listeners.add(follow);
  follow();

  function forget(): void {
    question.abort();
    asked = undefined;
  }
}

/** Returns the form's IBAN if it is valid, while the person fills in the form and sees the field. */
function rightIban({ state, form }: FlowCore): string | undefined {
  const field = form?.fields.find(({ definition }) => definition.name === 'iban');
  return state.phase === 'filling' && field?.visible && field.error === null ? field.value : undefined;
}
