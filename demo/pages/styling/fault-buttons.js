import { create } from './dom.js';

/**
 * Faults that happen in real life. `next` affects only the next payment, `while` lasts until it is switched off.
 *
 * @type {readonly { label: string, fault: import('./tap.js').FaultName, kind: 'next' | 'while', about: string, restarts?: boolean }[]}
 */
const events = [
  { label: 'Decline', fault: 'declined', kind: 'next', about: 'The bank declines the next payment.' },
  {
    label: '3-D Secure',
    fault: 'secure',
    kind: 'while',
    restarts: true,
    about: 'The form holds a test card. Pay with it, and the bank asks.',
  },
  { label: 'Slow network', fault: 'slow', kind: 'while', about: 'Every request takes three seconds more.' },
  { label: 'Offline', fault: 'offline', kind: 'while', about: 'No request gets through.' },
  {
    label: 'Ended session',
    fault: 'ended',
    kind: 'while',
    restarts: true,
    about: 'The gateway says that the session has ended.',
  },
  { label: '500', fault: '500', kind: 'next', about: 'The gateway fails at the next payment.' },
  { label: '429', fault: '429', kind: 'next', about: 'The next payment is one too many, and has to wait.' },
  {
    label: 'Provider blocked',
    fault: 'blocked',
    kind: 'while',
    restarts: true,
    about: 'The fields of the card provider do not load; it is seen after ten seconds, at Card.',
  },
];

/**
 * @param {import('./tap.js').GatewayTap} tap
 * @param {(text: string) => void} say
 * @param {() => void} begin shows the widget again
 * @returns {readonly HTMLButtonElement[]}
 */
export function faultButtons(tap, say, begin) {
  return events.map(({ label, fault, kind, about, restarts }) => {
    const button = create('button', { type: 'button', className: 'button quiet small', title: about }, [
      label,
    ]);
    if (kind === 'while') button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const isOn = kind === 'next' || !tap.has(fault);
      tap.set(fault, isOn);
      if (kind === 'while') button.setAttribute('aria-pressed', String(isOn));
      say(kind === 'while' && !isOn ? `${label}: no more.` : about);
      if (restarts) begin();
    });
    return button;
  });
}
