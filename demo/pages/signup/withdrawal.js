import { locale } from '../language.js';
import { h, serviceUrl } from './dom.js';
import { dativeTerm, today } from './format.js';
import { text } from './words.js';

/** Days in which members can withdraw (Art. 9 of Directive 2011/83/EU). A partner takes the days that its studio grants. */
const WITHDRAWAL_DAYS = 14;

/**
 * Returns whether a membership begins while the member can still withdraw. The day of signing does not count.
 *
 * @param {Pick<import('./types').Typed, 'startDate' | 'preuseDate'>} typed
 * @param {string} [signedOn] yyyy-MM-dd
 */
export function startsEarly({ startDate = '', preuseDate }, signedOn = today()) {
  const last = new Date(`${signedOn}T00:00Z`);
  last.setUTCDate(last.getUTCDate() + WITHDRAWAL_DAYS);
  return (preuseDate || startDate) <= last.toISOString().slice(0, 10);
}

/** Says how long the member can withdraw. */
export function withdrawalRight() {
  return text('withdrawalRight', { term: dativeTerm({ value: WITHDRAWAL_DAYS, unit: 'DAY' }) });
}

/**
 * Builds the section about the right of withdrawal. If the membership begins early, the member can ask for that in a box
 * that is not ticked beforehand. Only then is the use until a withdrawal paid for (Art. 8(8) and 14(3) of Directive
 * 2011/83/EU, § 357a (2) BGB).
 *
 * @param {import('./flow.js').Flow} flow
 */
export function withdrawalSection(flow) {
  return h(
    'section',
    { className: 'card text-block', 'aria-label': text('withdrawal') },
    h('p', {}, withdrawalRight()),
    ...(flow.startsEarly ? earlyStart(flow) : []),
  );
}

/** @param {import('./flow.js').Flow} flow */
function earlyStart(flow) {
  const box = h('input', {
    ...{ type: 'checkbox', id: 'early-start', checked: flow.typed.earlyStartRequested === true },
    'aria-describedby': 'early-start-hint',
    onchange: () => flow.change({ earlyStartRequested: box.checked }),
  });
  const optional = h('span', { className: 'optional' }, ` ${text('optional')}`);
  return [
    h('label', { className: 'tick' }, box, h('span', {}, text('earlyStart'), optional)),
    h('p', { className: 'hint', id: 'early-start-hint' }, text('earlyStartHint')),
  ];
}

/**
 * Builds the link to the page on which members withdraw.
 *
 * @param {import('./types').Studio} studio
 */
export function withdrawalLink({ studioId }) {
  const href = `${serviceUrl()}/contracts/withdraw/${studioId}?lang=${locale}`;
  return h('a', { href }, text('withdraw'));
}
