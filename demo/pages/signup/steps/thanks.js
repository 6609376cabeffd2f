import { h } from '../dom.js';
import { formatDate, formatMoney } from '../format.js';
import { text } from '../words.js';

/**
 * Builds the page after signing: what was booked, and when the first debit is due. Both are read from the member's
 * account.
 *
 * @param {import('../flow.js').Flow} flow
 */
export function thanksStep(flow) {
  const { booked, offer, typed, studio, payments } = flow;
  if (!booked) return h('div');
  const [first] = booked.upcoming.filter(({ openAmount }) => openAmount.amount > 0);
  const together = first
    ? booked.upcoming
        .filter(({ dueDate }) => dueDate === first.dueDate)
        .reduce((sum, { openAmount }) => sum + Math.round(openAmount.amount * 100), 0) / 100
    : 0;
  const method = payments.RECURRING?.label;
  const rows = booked.today
    .filter(({ amount }) => amount.amount > 0)
    .map(({ description, amount, openAmount }) =>
      h(
        'div',
        {},
        h('dt', { lang: studio.language }, description),
        h('dd', {}, formatMoney(amount)),
        h('dd', { className: 'hint' }, text(openAmount.amount > 0 ? 'stillOpen' : 'paid')),
      ),
    );
  const name = flow.member?.name.split(' ')[0] ?? typed.person?.firstName ?? '';
  const once = Boolean(payments.INITIAL) && !payments.RECURRING;
  return h(
    'div',
    { className: 'thanks' },
    h(
      'p',
      { className: 'lead' },
      text('thanksLead', {
        name,
        studio: studio.name,
        offer: offer?.name ?? '',
        date: formatDate(typed.startDate ?? ''),
      }),
    ),
    h('p', { className: 'member-number' }, text('memberNumber', { number: booked.customerId })),
    h('h3', {}, text('booked')),
    rows.length > 0
      ? h('dl', { className: 'card facts booked' }, ...rows)
      : h('p', {}, text('nothingBooked')),
    h('h3', {}, text('firstDebit')),
    first
      ? h(
          'p',
          {},
          text(method ? 'firstDebitBy' : 'firstDebitOn', {
            date: formatDate(first.dueDate),
            amount: formatMoney({ amount: together, currency: first.openAmount.currency }),
            method: method ?? '',
          }),
        )
      : h('p', {}, text(once ? 'noDebitPaid' : 'noDebit')),
    h(
      'div',
      { className: 'actions' },
      h(
        'button',
        { type: 'button', className: 'button quiet', onclick: () => void restart() },
        text('another'),
      ),
    ),
  );

  async function restart() {
    await flow.open({ again: true });
    flow.go('offers');
  }
}
