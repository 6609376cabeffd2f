import type { FlowCore } from './flow-core.js';
import { methodOf } from './selectors.js';

/**
 * Tells the person which bank an account is at, as soon as its IBAN is right and whenever it becomes another one. Nothing
 * waits for it: without an answer the hint of the field stays.
 */
export function tellBank(core: FlowCore): void {
  let asked: string | undefined;
  const ask = (): void => {
    const { state } = core;
    const iban = rightIban(core);
    if (state.phase !== 'filling' || iban === undefined) return;
    const question = `${methodOf(state.choice)} ${iban}`;
    if (question === asked) return;
    asked = question;
    core.options.gateway.lookUpBank(iban, core.signal).then(
      ({ bankName: name }) => {
        if (name && rightIban(core) === iban) core.change((form) => ({ ...form, bank: { iban, name } }));
      },
      () => undefined,
    );
  };
  core.listeners.add(ask);
  ask();
}

/** The IBAN of the form as it is, where it is one and the person sees it. */
function rightIban({ form }: FlowCore): string | undefined {
  const field = form?.fields.find(({ definition }) => definition.name === 'iban');
  return field?.visible && field.error === null ? field.value : undefined;
}
