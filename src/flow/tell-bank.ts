import type { FieldView } from '../forms/form-view.js';
import type { FlowCore } from './flow-core.js';

/**
 * Tells the person which bank an account is at, as soon as its IBAN is right and whenever it becomes another one. Each
 * IBAN is asked for once; nothing waits for it, and without an answer the hint of the field stays.
 */
export function tellBank(core: FlowCore): void {
  /** By IBAN; undefined where nobody knows it. */
  const names = new Map<string, string | undefined>();
  let question: { readonly iban: string; readonly ends: AbortController } | undefined;
  const follow = (): void => {
    const field = rightIban(core);
    if (question && question.iban !== field?.value) end();
    if (!field || question) return;
    const { value: iban } = field;
    if (!names.has(iban)) return ask(iban);
    const name = names.get(iban);
    if (name && field.note !== name) core.change((form) => ({ ...form, bank: { iban, name } }));
  };
  core.listeners.add(follow);
  follow();

  function ask(iban: string): void {
    const ends = new AbortController();
    question = { iban, ends };
    core.signal.addEventListener('abort', end, { signal: ends.signal });
    core.options.gateway
      .lookUpBank(iban, ends.signal)
      .then(
        ({ bankName }) => bankName,
        () => undefined,
      )
      .then((name) => {
        if (ends.signal.aborted) return;
        names.set(iban, name);
        end();
        follow();
      });
  }

  function end(): void {
    question?.ends.abort();
    question = undefined;
  }
}

/** The field of an IBAN that is one, while the person fills in and sees it. */
function rightIban({ state, form }: FlowCore): FieldView | undefined {
  if (state.phase !== 'filling') return undefined;
  const field = form?.fields.find(({ definition }) => definition.name === 'iban');
  return field?.visible && field.error === null ? field : undefined;
}
