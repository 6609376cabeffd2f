import { openChallenge as open } from '../../providers/simulator/challenge.js';
import { securedSlot } from '../../providers/secured-fields.js';
import { systemClock } from '../../core/clock.js';
import type { MountedWidget } from '../mount-widget.js';

/**
 * Boxes where the provider's frames would be: those come from a server of another origin. How the real ones sit
 * beside our own fields, the journeys with cards measure (e2e/specs/card-frames.e2e.ts).
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

/** The modal of a page of the bank's; the page itself is the provider's, and a box replaces it. */
export function openChallenge({ root, translator }: MountedWidget): void {
  const texts = Object.fromEntries(
    (['challenge.title', 'challenge.close'] as const).map((key) => [key, translator.t(key)]),
  );
  open({
    url: 'https://provider.example/challenges/1',
    // Another origin than the page's is shown nothing.
    origin: 'https://nowhere.example',
    parent: root.querySelector('.upc') ?? root,
    texts,
    clock: systemClock,
    signal: new AbortController().signal,
    onAbandon: () => undefined,
  });
  const frame = root.querySelector<HTMLIFrameElement>('.challenge-frame');
  if (frame) frame.srcdoc = '<div style="border: 1px dashed #8c8c8c; height: 440px"></div>';
}
