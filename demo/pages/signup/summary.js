import { h } from './dom.js';
import { formatDate, formatMoney, formatTerm, priceLine, priceOf } from './format.js';
import { failure } from './problem.js';
import { text } from './words.js';

/**
 * Shows the visitor's choice with its price, and keeps both up to date.
 *
 * @param {import('./flow.js').Flow} flow
 * @param {HTMLElement} place
 */
export function showSummary(flow, place) {
  /** Whether the summary was open before an error opened it. @type {boolean | undefined} */
  let before;
  const render = () => {
    const { offer, term, preview, isPreviewing, previewError, booked } = flow;
    place.hidden = !offer || !term || booked !== null;
    if (!offer || !term || booked) return;
    // On a phone the summary folds to one line. It stays open if the visitor opened it, and an error always opens it.
    const wasOpen = place.querySelector('details')?.open ?? matchMedia('(width >= 60rem)').matches;
    const open = previewError ? true : (before ?? wasOpen);
    before = previewError ? (before ?? wasOpen) : undefined;
    const due = preview?.paymentPreview.dueOnSigningAmount;
    place.replaceChildren(
      h(
        'details',
        { open },
        h(
          'summary',
          {},
          h('span', { className: 'summary-name', lang: flow.studio.language }, offer.name),
          h(
            'strong',
            { 'aria-live': 'polite' },
            due && !isPreviewing ? text('dueToday', { amount: formatMoney(due) }) : previewError ? '–' : '…',
          ),
        ),
        previewError ? failure(previewError, () => void flow.retryPreview()) : null,
        preview && !previewError ? priceTable(flow, preview, isPreviewing) : null,
      ),
    );
  };
  flow.addEventListener('price', render);
  render();
}

/**
 * Builds the price table: the price and how often it is due, the amount due today, the next payment, and the total.
 *
 * @param {import('./flow.js').Flow} flow
 * @param {import('./types').Preview} preview
 * @param {boolean} [isBusy] whether a newer price is being loaded
 */
export function priceTable(flow, preview, isBusy = false) {
  const { offer, term, typed, studio } = flow;
  if (!offer || !term) return h('div');
  const { rhythm, figure, later } = priceOf(term.paymentFrequency);
  const adjusted = preview.ageAdjustedPrice;
  const price = adjusted ? formatMoney(adjusted) : figure;
  const modules = [...offer.selectableModules, ...term.optionalModules].filter(({ id }) =>
    [...(typed.selectableModuleIds ?? []), ...(typed.optionalModuleIds ?? [])].includes(id),
  );
  const { dueOnSigningAmount, paymentSchedule } = preview.paymentPreview;
  const onSigning = paymentSchedule.filter(({ mandatoryOnSigning }) => mandatoryOnSigning);
  const next = nextPayment(paymentSchedule);
  const preUse = preview.discountedPreUseCharge ?? preview.preUseCharge;
  return h(
    'div',
    { className: 'prices', 'aria-busy': String(isBusy) },
    h(
      'dl',
      {},
      ...line(`${offer.name}, ${formatTerm(term.term)}`, `${price} ${rhythm}`.trim(), studio.language),
      ...(adjusted ? note(text('agePrice', { figure })) : []),
      ...later.flatMap(note),
      ...discounts(preview).flatMap(note),
      ...modules.flatMap((module) =>
        line(module.name, module.paymentFrequency ? priceLine(module.paymentFrequency) : '', studio.language),
      ),
      ...(preUse ? line(text('preUseCharge'), formatMoney(preUse)) : []),
    ),
    h(
      'dl',
      { className: 'due' },
      ...line(text('dueTodayTitle'), formatMoney(dueOnSigningAmount), undefined, 'total'),
      ...(onSigning.length > 1
        ? onSigning.flatMap(({ description, amount }) =>
            line(description, formatMoney(amount), studio.language, 'part'),
          )
        : []),
      ...(preview.creditValue
        ? line(text('credit'), formatMoney(preview.creditValue), undefined, 'part')
        : []),
      ...(next ? line(text('nextPayment', { date: formatDate(next.date) }), formatMoney(next.amount)) : []),
      ...line(
        text('volume', { term: formatTerm(term.term) }),
        formatMoney(preview.contractVolumeInformation.totalContractVolume),
      ),
    ),
  );
}

/**
 * Returns the first date after signing on which a payment is due, and the amount.
 * @param {readonly import('./types').ScheduledPayment[]} schedule
 */
function nextPayment(schedule) {
  const later = schedule.filter(({ mandatoryOnSigning, amount }) => !mandatoryOnSigning && amount.amount > 0);
  const dates = later.map(({ dueDate }) => dueDate).sort();
  const [date] = dates;
  const [first] = later;
  if (date === undefined || first === undefined) return undefined;
  const cents = later
    .filter(({ dueDate }) => dueDate === date)
    .reduce((sum, { amount }) => sum + Math.round(amount.amount * 100), 0);
  return { date, amount: { amount: cents / 100, currency: first.amount.currency } };
}

/**
 * Describes the effect of the voucher.
 * @param {import('./types').Preview} preview
 */
function discounts({
  voucherDiscountPeriods = [],
  companyName,
  companyAmount,
  voucherRemarks,
  voucherErrorCode,
}) {
  if (voucherErrorCode) return [];
  return [
    ...voucherDiscountPeriods.map(
      ({ discountedBasePrice, effectivePeriod, effectivePeriodTimeBasedTerm }) => {
        const price = discountedBasePrice ? formatMoney(discountedBasePrice) : '';
        if (effectivePeriod === 'UNLIMITED') return text('discountUnlimited', { price });
        if (effectivePeriod === 'INITIAL_TERM') return text('discountInitial', { price });
        return text('discountTerm', {
          price,
          term: effectivePeriodTimeBasedTerm ? formatTerm(effectivePeriodTimeBasedTerm) : '',
        });
      },
    ),
    ...(companyName && companyAmount
      ? [text('companyPays', { company: companyName, amount: formatMoney(companyAmount) })]
      : []),
    ...(voucherRemarks ? [voucherRemarks] : []),
  ];
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [lang] language of the name, if the studio wrote it
 * @param {string} [className]
 */
function line(name, value, lang, className = '') {
  return [h('dt', { className, ...(lang ? { lang } : {}) }, name), h('dd', { className }, value)];
}

/** @param {string} words */
function note(words) {
  return [h('dd', { className: 'note' }, words)];
}
