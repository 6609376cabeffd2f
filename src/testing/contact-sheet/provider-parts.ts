import { openModal } from '../../providers/simulator/modal.js';
import { securedSlot } from '../../providers/secured-fields.js';
import { systemClock } from '../../core/clock.js';
import type { MountedWidget } from '../mount-widget.js';

/**
 * Shows boxes in place of the provider's frames, which a server of another origin would serve. The end-to-end tests
 * with cards measure the real ones beside the widget's own fields (e2e/specs/card-frames.e2e.ts).
 */
export function standInForCardFrames({ element }: MountedWidget): void {
  const node = document.createElement('div');
  node.slot = securedSlot('CREDIT_CARD');
  node.append(
    ...['number', 'expiry', 'cvc'].map((name) => {
      const box = document.createElement('div');
      box.className = `stand-in stand-in-${name}`;
      box.textContent = `frame: ${name}`;
      return box;
    }),
  );
  element.append(node);
}

/** Opens the modal for the bank's page. A box replaces the page itself, which would be the provider's. */
export function openChallenge({ root, translator }: MountedWidget): void {
  openModal({
    url: 'https://provider.example/challenges/1',
    // The origin differs from that of the address, so the frame stays empty.
    origin: 'https://nowhere.example',
    parent: root.querySelector('.upc') ?? root,
    title: translator.t('challenge.title'),
    closeLabel: translator.t('challenge.close'),
    clock: systemClock,
    signal: new AbortController().signal,
    onAbandon: () => undefined,
  });
  const frame = root.querySelector<HTMLIFrameElement>('.challenge-frame');
  if (frame) frame.srcdoc = '<div style="border: 1px dashed #8c8c8c; height: 440px"></div>';
}
