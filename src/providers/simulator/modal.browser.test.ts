import { expect } from '@open-wc/testing';
import { systemClock } from '../../core/clock.js';
import { openModal } from './modal.js';

it('moves the focus into the modal, but not to the button, so that a second Enter cancels nothing', () => {
  const close = openModal({
    url: '',
    origin: location.origin,
    parent: document.body,
    title: 'Confirm the payment',
    closeLabel: 'Cancel',
    clock: systemClock,
    signal: new AbortController().signal,
    onAbandon: () => undefined,
  });
  const { activeElement } = document;
  expect(activeElement?.closest('dialog')).not.to.equal(null);
  expect(activeElement?.textContent).to.equal('Confirm the payment');
  close();
});
