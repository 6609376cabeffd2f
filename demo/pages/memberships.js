import { ask, BackendError } from './backend.js';
import { load, reasonOf } from './load.js';
import { h } from './signup/dom.js';
import { formatDate, formatMoney, formatRuntime, today } from './signup/format.js';
import { text } from './texts.js';

/**
 * @typedef {{ studio: string, customerId: number }} Member
 * @typedef {{ id: number, startDate: string, endDate: string, state?: string }} IdlePeriod
 * @typedef {{ firstPossibleStartDate: string, temporalUnit: string, maxTerms: number, idlePeriodReasons: { id: number, name: string, documentRequired: boolean }[] }} IdlePeriodConfig
 * @typedef {{ contract: any, config: IdlePeriodConfig | null, idlePeriods: { currentAndUpcomingIdlePeriods: IdlePeriod[] } | null }} Membership
 * @typedef {(amount: number, done: (token: string) => Promise<void>) => void} Pay opens a session for an amount and shows its widget
 */

/**
 * Shows the member's contracts, each with the options that the studio offers for it: an idle period or a switch.
 * @param {HTMLElement} place
 * @param {Member} member
 * @param {Pay} pay collects the amount due for a switch
 */
export async function showMemberships(place, member, pay) {
  const again = () => showMemberships(place, member, pay);
  const request = () => ask('member/memberships', { ...member });
  await load(place, request, (answer) => [listOf(answer, member, pay, again)], { rows: 1 });
}

/**
 * @param {{ memberships: readonly Membership[], switches: readonly any[] }} answer
 * @param {Member} member
 * @param {Pay} pay
 * @param {() => Promise<void>} again
 */
function listOf({ memberships, switches }, member, pay, again) {
  // A contract that has not begun yet is INACTIVE too, so only the end date decides which contracts are left out.
  const shown = memberships.filter(({ contract }) => !contract.endDate || contract.endDate >= today());
  if (shown.length === 0) return h('p', {}, text('noMembership'));
  const items = shown.map((membership) => {
    const { contract, config } = membership;
    const ways = switches.filter(({ sourceContracts }) =>
      sourceContracts.some((/** @type {any} */ one) => one.id === contract.id),
    );
    const { startDate, endDate } = contract;
    const runs = endDate
      ? text('runs', { from: formatDate(startDate), to: formatDate(endDate) })
      : text('runsOn', { from: formatDate(startDate) });
    return h(
      'li',
      {},
      h('strong', {}, contract.rateName),
      h('p', { className: 'hint' }, runs),
      ...idlePeriodsOf(membership, member, again),
      config ? idlePeriodForm(contract.id, config, member, again) : null,
      ...ways.map((way) => switchForm(contract, way, { member, pay, again })),
    );
  });
  return h('ul', { className: 'memberships' }, ...items);
}

/**
 * @param {Membership} membership
 * @param {Member} member
 * @param {() => Promise<void>} again
 */
function idlePeriodsOf({ contract, idlePeriods }, member, again) {
  return (idlePeriods?.currentAndUpcomingIdlePeriods ?? []).map(({ id, startDate, endDate, state }) => {
    const withdraw = () =>
      act(
        message,
        () => ask('member/withdraw-idle-period', { ...member, contractId: contract.id, idlePeriodId: id }),
        again,
      );
    const pending = state === 'PENDING_VERIFICATION' ? ` (${text('idlePeriodPending')})` : '';
    const words = `${text('idle', { from: formatDate(startDate), to: formatDate(endDate) })}${pending} `;
    const button = h(
      'button',
      { type: 'button', className: 'link-button', onclick: () => void withdraw() },
      text('idlePeriodBack'),
    );
    const message = errorMessage();
    return h('div', {}, h('p', {}, words, button), message);
  });
}

/**
 * @param {number} contractId
 * @param {IdlePeriodConfig} config
 * @param {Member} member
 * @param {() => Promise<void>} again
 */
function idlePeriodForm(contractId, config, member, again) {
  const reasons = config.idlePeriodReasons;
  const start = h('input', {
    type: 'date',
    name: 'startDate',
    value: config.firstPossibleStartDate,
    min: config.firstPossibleStartDate,
  });
  const terms = h(
    'select',
    { name: 'terms' },
    ...Array.from({ length: config.maxTerms }, (_, index) => new Option(String(index + 1))),
  );
  const file = h('input', { type: 'file', name: 'document', accept: '.pdf,.jpg,.jpeg,.png' });
  const fileLabel = h('label', {}, text('document'), file);
  const askForDocument = () => {
    const isNeeded = reasons.find(({ id }) => String(id) === reason.value)?.documentRequired ?? false;
    fileLabel.hidden = !isNeeded;
    file.required = isNeeded;
  };
  const reason = h(
    'select',
    { name: 'reason', onchange: askForDocument },
    ...reasons.map(({ id, name }) => new Option(name, String(id))),
  );
  askForDocument();
  const message = errorMessage();
  const form = h(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const request = {
          ...{
            startDate: start.value,
            temporalUnit: config.temporalUnit,
            termValue: Number(terms.value),
            unlimited: false,
          },
          ...(reason.value ? { reasonId: Number(reason.value) } : {}),
        };
        const send = async () => {
          const [chosen] = file.required ? (file.files ?? []) : [];
          const document = chosen && { name: chosen.name, base64: await base64Of(chosen) };
          return ask('member/create-idle-period', { ...member, contractId, request, document });
        };
        void act(message, send, again);
      },
    },
    h('label', {}, text('idlePeriodFrom'), start),
    h('label', {}, text('idlePeriodFor', { count: config.maxTerms }), terms),
    reasons.length > 0 ? h('label', {}, text('reason'), reason) : null,
    reasons.length > 0 ? fileLabel : null,
    message,
    h('button', { type: 'submit', className: 'button quiet' }, text('idlePeriodNow')),
  );
  return h('details', { className: 'folded' }, h('summary', {}, text('idlePeriod')), form);
}

/**
 * @param {{ id: number, startDate: string, endDate?: string }} contract
 * @param {{ id: number }} way
 * @param {{ readonly member: Member, readonly pay: Pay, readonly again: () => Promise<void> }} shown the member, how
 * the member pays, and a function that shows the memberships again
 */
function switchForm({ id: sourceContractId, startDate, endDate }, way, { member, pay, again }) {
  // A switch starts after the contract's first day, and while the contract runs.
  const first = [tomorrow(), dayAfter(startDate)].sort()[1] ?? '';
  if (endDate && first > endDate) return null;
  const offers = h('select', { name: 'term' });
  const start = h('input', { type: 'date', name: 'startDate', value: first, min: first, max: endDate });
  const message = errorMessage();
  const price = h('p', { role: 'status' });
  const request = () => ({
    ...{
      configId: way.id,
      sourceContractId,
      membershipOfferTermId: Number(offers.value),
      startDate: start.value,
    },
  });
  const confirm = h('button', { type: 'button', className: 'button', hidden: true }, text('switchNow'));
  const form = h(
    'form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void act(message, preview);
      },
      oninput: () => {
        confirm.hidden = true;
        price.textContent = '';
      },
    },
    h('label', {}, text('newMembership'), offers),
    h('label', {}, text('switchFrom'), start),
    h('button', { type: 'submit', className: 'button quiet' }, text('showPrice')),
    price,
    confirm,
    message,
  );
  const place = h('div');
  const ontoggle = () => {
    if (!details.open || place.contains(form)) return;
    void load(place, () => ask('member/switch-options', { ...member, configId: way.id }), fill, { rows: 1 });
  };
  const details = h('details', { className: 'folded', ontoggle }, h('summary', {}, text('switchTo')), place);
  return details;

  /** @param {{ destinationMembershipOffers: readonly any[] }} options */
  function fill({ destinationMembershipOffers }) {
    const terms = destinationMembershipOffers.flatMap((offer) =>
      offer.terms.map(
        (/** @type {any} */ { id, term, rateBonusPeriods = [] }) =>
          new Option(`${offer.name}, ${formatRuntime(term, rateBonusPeriods)}`, String(id)),
      ),
    );
    offers.replaceChildren(...terms);
    return [form];
  }
  /** Shows the price before anything is changed. */
  async function preview() {
    const { paymentPreview, contractVolumeInformation } = await ask('member/switch-preview', {
      ...member,
      request: request(),
    });
    const due = paymentPreview.dueOnSigningAmount;
    price.textContent = text('switchCost', {
      due: formatMoney(due),
      volume: formatMoney(contractVolumeInformation.totalContractVolume),
    });
    confirm.hidden = false;
    confirm.onclick = () => {
      if (due.amount > 0) pay(due.amount, (token) => change({ initialPaymentRequestToken: token }));
      else void act(message, () => change({}));
    };
  }
  /** @param {{ initialPaymentRequestToken?: string }} payment */
  async function change(payment) {
    await ask('member/switch', { ...member, request: { ...request(), ...payment } });
    await again();
  }
}

/** Builds the place for a message about a failed action, next to the control that started it. */
function errorMessage() {
  return h('p', { className: 'field-error', role: 'alert', hidden: true });
}

/**
 * Runs an action. If it fails, shows the reason in `message`.
 *
 * @param {HTMLElement} message
 * @param {() => Promise<unknown>} work
 * @param {() => Promise<void>} [done]
 */
async function act(message, work, done) {
  // A second press while the first is under way would do the same again.
  if (message.ariaBusy) return;
  message.ariaBusy = 'true';
  message.hidden = true;
  try {
    await work();
    await done?.();
  } catch (error) {
    message.textContent = reasonOf(error);
    message.hidden = false;
  } finally {
    message.ariaBusy = null;
  }
}

/** @param {File} file @returns {Promise<string>} */
function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new BackendError(0, { message: text('documentUnreadable') }));
    // In a data URL, the base64 follows the comma.
    reader.onload = () => resolve(/** @type {string} */ (reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(file);
  });
}

function tomorrow() {
  return dayAfter(today());
}

/** @param {string} date yyyy-MM-dd */
function dayAfter(date) {
  const next = new Date(`${date}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
