import { create } from './dom.js';

/** @typedef {import('./tap.js').FaultName} FaultName */

/**
 * Faults that can be tried. A fault lasts until it is switched off or, with `next`, until the next payment. Of the
 * faults in one `group` only one can happen, so choosing one switches the others off.
 *
 * @type {readonly { label: string, fault: FaultName, group: 'next' | 'while' | 'speed', about: string, restarts?: boolean }[]}
 */
const events = [
  { label: 'Decline', fault: 'declined', group: 'next', about: 'The bank will decline the next payment.' },
  { label: 'Error 500', fault: '500', group: 'next', about: 'The next payment will fail at the service.' },
  {
    label: 'Error 429',
    fault: '429',
    group: 'next',
    about: 'The next payment will be one attempt too many, and has to wait.',
  },
  {
    label: '3-D Secure',
    fault: 'secure',
    group: 'while',
    restarts: true,
    about: 'The form has a test card. Enter a name and pay: the bank then asks you to confirm.',
  },
  { label: 'Offline', fault: 'offline', group: 'while', about: 'No request reaches the service.' },
  {
    label: 'Session ended',
    fault: 'ended',
    group: 'while',
    restarts: true,
    about: 'The session has ended.',
  },
  {
    label: 'Provider blocked',
    fault: 'blocked',
    group: 'while',
    restarts: true,
    about: 'The card fields do not load. Choose Card; the widget says so after ten seconds.',
  },
  {
    label: 'Slow network',
    fault: 'slow',
    group: 'speed',
    about: 'Every request takes three seconds longer.',
  },
];

/**
 * @param {import('./tap.js').GatewayTap} tap
 * @param {(text: string) => void} say
 * @param {() => void} begin shows the widget again
 * @returns {readonly HTMLButtonElement[]}
 */
export function faultButtons(tap, say, begin) {
  const buttons = events.map(({ label, fault, group, about, restarts }) => {
    const button = create(
      'button',
      { type: 'button', className: 'button quiet small', title: about, dataset: { fault } },
      [label],
    );
    button.addEventListener('click', () => {
      const isOn = !tap.has(fault);
      const ends = events.filter((one) => one.group === group && tap.has(one.fault));
      for (const one of ends) tap.set(one.fault, false);
      if (isOn) tap.set(fault, true);
      say(isOn ? about : `${label} is off again.`);
      if (restarts || ends.some((one) => one.restarts)) begin();
    });
    return button;
  });
  tap.onChange = () => {
    for (const button of buttons) {
      button.setAttribute(
        'aria-pressed',
        String(tap.has(/** @type {FaultName} */ (button.dataset['fault']))),
      );
    }
  };
  tap.onChange();
  return buttons;
}
