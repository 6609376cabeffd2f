import { showLoading } from '../load.js';
import { h } from './dom.js';
import {
  formatDate,
  formatMoney,
  formatRuntime,
  formatTerm,
  freeTime,
  priceLine,
  priceOf,
} from './format.js';
import { failure, problem } from './problem.js';
import { text } from './words.js';

/** Time after which the price says that it is still loading. */
const SLOW_MS = 8000;

/**
 * Shows the visitor's choice with its price, and keeps both up to date. On a phone they are a bar at the lower edge,
 * which opens to the whole table and contains the button that leads on.
 *
 * @param {import('./flow.js').Flow} flow
 * @param {HTMLElement} place
 * @param {HTMLElement} step element in which the steps are shown
 * @returns {() => void} closes the table on a phone
 */
export function showSummary(flow, place, step) {
  const name = h('span', { className: 'summary-name' });
  const price = h('strong', { className: 'summary-price' });
  const status = h('p', { className: 'visually-hidden', role: 'status' });
  const panel = h('div', { className: 'summary-panel', id: 'summary-panel', tabIndex: -1 });
  const toggle = h(
    'button',
    {
      type: 'button',
      className: 'summary-toggle',
      'aria-controls': panel.id,
      onclick: () => open(!isOpen()),
    },
    name,
    price,
  );
  const next = h('button', { type: 'submit', className: 'button summary-next' }, text('continue'));
  // The button belongs to the form of the step, so a press submits it.
  next.setAttribute('form', 'step-form');
  place.replaceChildren(panel, h('div', { className: 'summary-bar' }, toggle, next), status);

  let slow = 0;
  /** Whether a failure has opened the table, which then closes when the price arrives. */
  let wasOpened = false;
  const isOpen = () => place.classList.contains('open');
  const open = (/** @type {boolean} */ isNow) => {
    place.classList.toggle('open', isNow);
    toggle.setAttribute('aria-expanded', String(isNow));
  };
  open(false);
  // The open table would cover the field.
  step.addEventListener('focusin', () => open(false));

  const render = () => {
    const { offer, term, preview, isPreviewing, previewError, booked } = flow;
    place.hidden = !offer || !term || booked !== null;
    if (!offer || !term || booked) return;
    name.textContent = offer.name;
    name.lang = flow.studio.language;
    const due = preview?.paymentPreview.dueOnSigningAmount;
    const words = due && !isPreviewing && !previewError ? text('dueToday', { amount: formatMoney(due) }) : '';
    price.textContent = words || (isPreviewing ? '…' : '–');
    if (words !== '') status.textContent = words;
    clearTimeout(slow);
    if (isPreviewing) slow = window.setTimeout(() => (price.textContent = text('stillLoading')), SLOW_MS);
    const hadFocus = panel.contains(document.activeElement);
    if (isPreviewing && !preview) {
      if (panel.childElementCount === 0 || previewError) showLoading(panel, 1);
    } else
      panel.replaceChildren(
        ...(previewError && !isPreviewing ? [failedPrice(flow, previewError)] : []),
        ...(preview && !previewError ? [priceTable(flow, preview, isPreviewing)] : []),
      );
    if (previewError && !isPreviewing && !isAtField(previewError)) {
      wasOpened ||= !isOpen();
      open(true);
      document.activeElement?.scrollIntoView({ block: 'nearest' });
    } else if (wasOpened && !isPreviewing) {
      wasOpened = false;
      open(false);
    }
    // The button that was pressed is gone. On a phone the table is closed.
    if (hadFocus) (toggle.offsetParent === null ? panel : toggle).focus();
  };
  flow.addEventListener('price', render);
  render();
  return () => open(false);
}

/** Whether the step that is shown has the field that the service refused, and shows the error there. */
function isAtField(/** @type {import('./backend.js').BackendError} */ { reference }) {
  return reference === 'customer.dateOfBirth' && document.getElementById('field-dateOfBirth') !== null;
}

/**
 * @param {import('./flow.js').Flow} flow
 * @param {import('./backend.js').BackendError} error
 */
function failedPrice(flow, error) {
  // The error is at its field, and in the list above the form.
  if (isAtField(error)) return h('p', { className: 'hint' }, text('noPriceForAge'));
  if (error.isRefusal && error.reference.startsWith('customer.')) {
    const action = { label: text('change'), onClick: () => void flow.refuse(error) };
    return problem({ title: error.message, action });
  }
  return failure(error, () => void flow.retryPreview());
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
  const bonuses = bonusesOf(term, preview);
  const runtime = formatRuntime(term.term, bonuses);
  return h(
    'div',
    { className: 'prices', 'aria-busy': String(isBusy) },
    h(
      'dl',
      {},
      ...line(`${offer.name}, ${runtime}`, `${price} ${rhythm}`.trim(), studio.language),
      ...freeTime(bonuses).flatMap((words) => note(words)),
      ...(adjusted ? note(text('agePrice', { figure })) : []),
      ...later.flatMap((words) => note(words, 'note part')),
      ...discounts(preview).flatMap((words) => note(words)),
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
        text('volume', { term: runtime }),
        formatMoney(preview.contractVolumeInformation.totalContractVolume),
      ),
    ),
  );
}

/**
 * Lists the free time of a contract: that of the offer and that of the voucher.
 *
 * @param {import('./types').OfferTerm} term
 * @param {Pick<import('./types').Preview, 'voucherBonusPeriod' | 'voucherErrorCode'>} [preview]
 */
export function bonusesOf({ rateBonusPeriods }, { voucherBonusPeriod, voucherErrorCode } = {}) {
  return voucherBonusPeriod && !voucherErrorCode
    ? [...rateBonusPeriods, voucherBonusPeriod]
    : rateBonusPeriods;
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

/**
 * @param {string} words
 * @param {string} [className]
 */
function note(words, className = 'note') {
  return [h('dd', { className }, words)];
}
