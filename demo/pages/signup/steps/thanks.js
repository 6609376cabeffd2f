import { h } from '../dom.js';
import { formatDate, formatMoney } from '../format.js';
import { failure } from '../problem.js';
import { withdrawalLink, withdrawalRight } from '../withdrawal.js';
import { text } from '../words.js';

/** @typedef {import('../types').BookedItem} BookedItem */

/**
 * Builds the page after signing: what is due today, when the first debit follows, and where to go next. The amounts are
 * read from the member's account.
 *
 * @param {import('../flow.js').Flow} flow
 */
export function thanksStep(flow) {
  const { booked, offer, typed, studio } = flow;
  if (!booked) return h('div');
  const trouble = h('div');
  const date = formatDate(typed.startDate ?? '');
  return h(
    'div',
    { className: 'thanks' },
    h(
      'p',
      { className: 'lead' },
      text('thanksLead', { studio: studio.name, date, number: booked.customerId }),
    ),
    h(
      'section',
      { className: 'card prices' },
      h('h2', { lang: studio.language }, offer?.name ?? ''),
      ...amounts(flow),
    ),
    booked.contractUrl ? h('p', {}, h('a', { href: booked.contractUrl }, text('contractPdf'))) : null,
    h('p', {}, `${withdrawalRight()} `, withdrawalLink(studio)),
    h(
      'div',
      { className: 'actions' },
      h('a', { href: '/', className: 'button' }, text('toMembership')),
      h(
        'button',
        { type: 'button', className: 'button quiet', onclick: () => void restart() },
        text('another'),
      ),
    ),
    trouble,
  );

  async function restart() {
    try {
      await flow.open({ again: true });
      flow.go('offers');
    } catch (error) {
      const message = failure(error, () => void restart());
      trouble.replaceChildren(message);
      message.focus();
    }
  }
}

/** @param {import('../flow.js').Flow} flow */
function amounts({ booked, studio, payments }) {
  const today = booked?.today.filter(({ amount }) => amount.amount > 0) ?? [];
  const open = booked?.upcoming.filter(({ openAmount }) => openAmount.amount > 0) ?? [];
  const [first] = open;
  const method = payments.RECURRING?.label;
  const isDebited = method !== undefined && ![text('cash'), text('bankTransfer')].includes(method);
  const isOpen = today.some(({ openAmount }) => openAmount.amount > 0);
  return [
    today.length === 0
      ? h('p', {}, text('nothingBooked'))
      : h(
          'dl',
          { className: 'booked' },
          ...today.map(({ description, amount }) =>
            row(description, formatMoney(amount), { lang: studio.language }),
          ),
          row(text(isOpen ? 'totalOpen' : 'totalPaid'), sum(today.map(({ amount }) => amount)), {
            className: 'total',
          }),
        ),
    first
      ? h(
          'dl',
          { className: 'due' },
          row(
            text(isDebited ? 'firstDebit' : 'firstDue', { date: formatDate(first.dueDate) }),
            sum(open.filter(({ dueDate }) => dueDate === first.dueDate).map(({ openAmount }) => openAmount)),
            { more: method },
          ),
        )
      : h(
          'p',
          { className: 'due' },
          text(payments.INITIAL && !payments.RECURRING ? 'noDebitPaid' : 'noDebit'),
        ),
  ];
}

/**
 * @param {string} name
 * @param {string} amount
 * @param {{ lang?: string, className?: string, more?: string | undefined }} [options] language of the name, if the
 * studio wrote it; words below the name
 */
function row(name, amount, { lang, className = '', more } = {}) {
  return h(
    'div',
    { className },
    h('dt', lang ? { lang } : {}, name),
    h('dd', {}, amount),
    more ? h('dd', { className: 'part' }, more) : null,
  );
}

/** @param {readonly import('../types').Money[]} amounts of one currency */
function sum(amounts) {
  const cents = amounts.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
  return formatMoney({ amount: cents / 100, currency: amounts[0]?.currency ?? '' });
}
