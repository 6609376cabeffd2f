import { now } from '../../clock.js';
import { locale } from '../../language.js';
import { load } from '../../load.js';
import { find, h, serviceUrl } from '../dom.js';
import { formatMoney } from '../format.js';
import { failure, problem } from '../problem.js';
import { text } from '../words.js';

/**
 * @typedef {import('../types').Part} Part
 * @typedef {{ destroy(): void, getPaymentState(): { isProcessing: boolean } }} Widget
 */

/**
 * Builds the payment step. It shows one widget for each session that the contract requires, one after the other. The
 * backend stores the sessions, so that the same widget appears again after a reload, or when the bank sends the visitor
 * back.
 *
 * @param {import('../flow.js').Flow} flow
 * @param {AbortSignal} leaving aborted when another step is shown
 */
export function paymentStep(flow, leaving) {
  const place = h('div', { className: 'payments' });
  const { refusal } = flow;
  void prepare(refusedPart());
  return place;

  /** @param {Part} [renew] */
  function prepare(renew) {
    return load(place, () => flow.preparePayment(renew), begin, {
      rows: 5,
      failed: (error, retry) => (!leaving.aborted && flow.refuse(error) ? h('div') : failure(error, retry)),
    });
  }

  function begin() {
    if (leaving.aborted) return undefined;
    if (flow.canShow('payment')) show();
    else {
      // The price had not arrived yet when the visitor continued. It says that a legal representative is required, so
      // the step of the visitor's data lists the names that are missing.
      flow.go('person');
      find('#step-form', HTMLFormElement).requestSubmit();
    }
    return undefined;
  }

  /**
   * @param {Part} [changing] part that the visitor wants to pay in another way
   * @param {boolean} [hadFocus] whether the focus is on what is about to go
   */
  function show(changing, hadFocus = place.contains(document.activeElement)) {
    const parts = /** @type {[Part, import('../types').Payment][]} */ (Object.entries(flow.payments));
    const open = changing ?? parts.find(([, { isCollected }]) => !isCollected)?.[0];
    const sections = parts.map(([part, payment], index) => {
      const container = h('div', { className: 'widget' });
      const title = `${parts.length > 1 ? `${index + 1}. ` : ''}${titleOf(part, payment.amount)}`;
      const heading = h('h3', { tabIndex: -1 }, title);
      const section = h(
        'section',
        { className: 'card payment', 'aria-label': title },
        heading,
        part === open || payment.isCollected ? null : h('p', { className: 'hint' }, text('afterwards')),
        part === open
          ? h('p', { className: 'hint' }, text(part === 'INITIAL' ? 'initialHint' : 'recurringHint'))
          : null,
        part === open ? container : null,
        part !== open && payment.isCollected ? collected(part, payment.label ?? '') : null,
      );
      return { part, payment, section, container, heading };
    });
    const next = h(
      'button',
      { type: 'button', className: 'button', onclick: () => flow.go('review') },
      text('continue'),
    );
    place.replaceChildren(
      refusal ? problem({ title: refusal.message, more: text('payAgain'), traceId: refusal.traceId }) : '',
      ...sections.map(({ section }) => section),
      open === undefined ? h('div', { className: 'actions' }, next) : '',
    );
    const shown = sections.find(({ part }) => part === open);
    if (shown) void mount(shown.part, shown.payment, shown.container);
    // The focus was on what is gone now. On opening the step it stays at the title.
    if (hadFocus) (shown?.heading ?? next).focus();
    else if (!shown) next.focus();
  }

  /**
   * @param {Part} part
   * @param {import('../types').Payment} payment
   * @param {HTMLElement} container must be in the page already
   */
  async function mount(part, payment, container) {
    // The widget's script loads beside the page. At the latest it has arrived, or failed, when the page is complete.
    if (!('paymentWidget' in window) && document.readyState !== 'complete') {
      await load(
        container,
        () => new Promise((done) => addEventListener('load', done, { once: true })),
        () => [],
      );
      if (leaving.aborted || !container.isConnected) return;
    }
    const { paymentWidget } = /** @type {{ paymentWidget?: { init(config: object): Widget } }} */ (
      /** @type {unknown} */ (window)
    );
    if (paymentWidget === undefined) {
      const action = { label: text('reload'), onClick: () => location.reload() };
      container.replaceChildren(problem({ title: text('noWidget'), more: text('noWidgetMore'), action }));
      return;
    }
    const widget = paymentWidget.init({
      session: flow.takeSession(part),
      ...{ userSessionToken: payment.token, container, locale, environment: 'test', baseUrl: serviceUrl() },
      countryCode: flow.studio.countryCode,
      customerFields: customerFields(flow.typed.person),
      onSuccess: (/** @type {string} */ token, /** @type {Record<string, any> | undefined} */ details) => {
        void finish(token, labelOf(details));
      },
    });
    leaving.addEventListener('abort', () => widget.destroy());
    const trouble = h('div');
    container.before(trouble);

    /**
     * @param {string} token
     * @param {string} label
     */
    async function finish(token, label) {
      clearInterval(watch);
      try {
        await flow.collected(part, token, label);
      } catch (error) {
        const message = failure(
          error,
          () => void finish(token, label),
          () => void prepare(),
        );
        trouble.replaceChildren(message);
        message.focus();
        return;
      }
      widget.destroy();
      if (!leaving.aborted) show(undefined, true);
    }

    // A session has a limited lifetime. If it ends while the visitor is completing a payment at the bank, wait until
    // that is finished.
    const watch = setInterval(() => {
      if (new Date(payment.validUntil) > now() || widget.getPaymentState().isProcessing) return;
      clearInterval(watch);
      widget.destroy();
      const action = { label: text('sessionRenew'), onClick: () => void prepare(part) };
      container.replaceChildren(
        problem({ title: text('sessionEnded'), more: text('sessionEndedMore'), action }),
      );
    }, 1000);
    leaving.addEventListener('abort', () => clearInterval(watch));
  }

  /**
   * @param {Part} part
   * @param {string} label
   */
  function collected(part, label) {
    const name = text(part === 'INITIAL' ? 'initialTitle' : 'recurringTitle');
    const change = h(
      'button',
      { type: 'button', className: 'link-button', onclick: () => show(part) },
      text('change'),
    );
    change.setAttribute('aria-label', `${text('change')}: ${name}`);
    return h(
      'p',
      { className: 'collected' },
      h('span', { className: 'done' }, label || text('given')),
      change,
    );
  }

  /**
   * @param {Part} part
   * @param {number} amount
   */
  function titleOf(part, amount) {
    if (part === 'RECURRING') return text('recurringTitle');
    return text('initialPay', { amount: formatMoney({ amount, currency: flow.studio.currency }) });
  }

  /** @returns {Part | undefined} part whose token the service refused */
  function refusedPart() {
    if (!refusal) return undefined;
    return refusal.reference.endsWith('initialPaymentRequestToken') ? 'INITIAL' : 'RECURRING';
  }
}

/**
 * Returns customer data that the widget need not ask for again.
 * @param {Record<string, string> | undefined} person
 */
function customerFields(person) {
  if (!person?.email) return undefined;
  const {
    firstName,
    lastName,
    email,
    street,
    houseNumber = '',
    city = '',
    zipCode = '',
    province,
    countryCode = '',
  } = person;
  return {
    name: { value: `${firstName} ${lastName}` },
    email: { value: email },
    address: {
      ...{
        line1: { value: `${street} ${houseNumber}`.trim() },
        city: { value: city },
        postalCode: { value: zipCode },
      },
      ...{ country: { value: countryCode }, ...(province ? { state: { value: province } } : {}) },
    },
  };
}

/**
 * Returns the instrument's name for the visitor, with at most its last four digits.
 * @param {Record<string, any> | undefined} details as passed to `onSuccess`
 */
function labelOf(details) {
  const [method, values] = Object.entries(details ?? {})[0] ?? [];
  if (method === undefined) return '';
  const { cardNumber, iban, bankAccountNumber, bankAccountDetails } = values ?? {};
  const number = String(cardNumber ?? iban ?? bankAccountNumber ?? bankAccountDetails?.iban ?? '').replace(
    /\W/g,
    '',
  );
  const name = Object.hasOwn(NAMES, method) ? NAMES[method] : undefined;
  return `${name ? text(name) : ''}${number ? ` ••••\u00a0${number.slice(-4)}` : ''}`.trim();
}

/** @type {Readonly<Record<string, import('../words.js').TextKey>>} */
const NAMES = {
  ...{
    creditCard: 'card',
    sepa: 'sepa',
    chDD: 'chDD',
    lsvDD: 'lsvDD',
    bacs: 'bacs',
    becs: 'becs',
    ach: 'ach',
  },
  ...{
    paypal: 'paypal',
    twint: 'twint',
    ideal: 'ideal',
    banContactCard: 'bancontact',
    cash: 'cash',
    bankTransfer: 'bankTransfer',
  },
};
