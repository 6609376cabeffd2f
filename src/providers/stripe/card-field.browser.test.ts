import { expect } from '@open-wc/testing';
import { providerPresentation } from '../provider-presentation.js';
import { stateNamed } from '../../testing/widget-states.js';
import { mountWidget } from '../../testing/mount-widget.js';
import { CardField } from './card-field.js';
import type { FieldChange, CardFieldElement } from './stripe-api.js';

/** Imitates one of Stripe's frames, as far as the surrounding field uses it. */
function fakeFrame(): CardFieldElement & { report(change: FieldChange): void } {
  let report: (change: FieldChange) => void = () => undefined;
  const frame = {
    on: (event: string, listener: (change: FieldChange) => void) => {
      if (event === 'change') report = listener;
    },
    report: (change: FieldChange) => report(change),
    update: () => undefined,
    mount: () => undefined,
    focus: () => undefined,
    destroy: () => undefined,
  };
  return frame;
}

it('a field that the bank has refused says so until something is typed into it', async () => {
  const node = document.createElement('div');
  document.body.append(node);
  const { element, store, translator } = await mountWidget(node, stateNamed('form, empty'));
  const presentation = providerPresentation(element, store.config, translator);
  const frame = fakeFrame();
  const field = new CardField('cvc', { ...presentation, onComplete: () => undefined }, () => frame);
  void field.mount(node, {
    clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
    signal: new AbortController().signal,
  });
  const border = (): string => {
    const box = node.querySelector<HTMLElement>(':scope > div > div');
    if (!box) throw new Error('The field has no box.');
    return box.style.borderColor;
  };
  const complete = { empty: false, complete: true };
  frame.report(complete);
  const before = border();
  field.showRefusal();
  expect(border()).not.to.equal(before);
  const message = node.querySelector<HTMLElement>('[role=alert]');
  expect(message?.innerText.trim()).to.equal('Check the code.');
  const ticks = (): number => node.querySelectorAll('label svg').length;
  expect(ticks()).to.equal(0);
  frame.report(complete);
  expect(border()).to.equal(before);
  expect(message?.innerText.trim()).to.equal('');
  expect(ticks(), 'a tick shows that it is corrected').to.equal(1);
  frame.report({ empty: false, complete: false });
  expect(ticks()).to.equal(0);
  node.remove();
});
