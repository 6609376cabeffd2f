import { h } from '../dom.js';
import { field, validateAll } from '../fields.js';
import { priceLine, today } from '../format.js';
import { text } from '../words.js';
import { runtime } from './offers.js';

/**
 * Builds the second step: start date, modules and voucher.
 *
 * @param {import('../flow.js').Flow} flow
 */
export function membershipStep(flow) {
  const { offer, term, typed, studio, refusal } = flow;
  if (!offer || !term) return h('div');
  const wrong = h('div', { className: 'wrong' });
  /** @param {string} name */
  const refused = (name) => (refusal?.reference.endsWith(name) ? { error: refusal.message } : {});

  // The studio's date may differ from the visitor's. The date that the studio proposes can always be chosen.
  const [earliest = ''] = [term.defaultContractStartDate, today()].sort();
  const start = field({
    ...{
      name: 'startDate',
      label: text('startDate'),
      type: 'date',
      min: earliest,
      value: typed.startDate ?? '',
    },
    ...refused('startDate'),
    check: (value) => (value < earliest ? text('startPast') : undefined),
    onInput: (value) => isDate(value) && flow.change({ startDate: value }),
  });
  const preUse =
    offer.preUseType === 'NOT_AVAILABLE'
      ? undefined
      : field({
          ...{ name: 'preuseDate', label: text('preuseDate'), type: 'date', min: earliest, required: false },
          ...{ value: typed.preuseDate ?? '', ...refused('preuseDate') },
          hint: text(offer.preUseType === 'FREE' ? 'preuseFree' : 'preuseChargeable'),
          check: (value) =>
            value < earliest
              ? text('preusePast')
              : value > (flow.typed.startDate ?? '')
                ? text('preuseLate')
                : undefined,
          onInput: (value) => (value === '' || isDate(value)) && flow.change({ preuseDate: value }),
        });
  const fields = [start, ...(preUse ? [preUse] : [])];
  const others = offer.terms.length > 1 ? h('a', { href: '#offers' }, text('otherTerm')) : null;

  return h(
    'form',
    {
      ...{ id: 'step-form', noValidate: true },
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (validateAll(fields, wrong)) flow.go(flow.member ? 'payment' : 'person');
      },
    },
    wrong,
    h(
      'p',
      { className: 'lead' },
      h('strong', { lang: studio.language }, offer.name),
      ` ${runtime(term)}`,
      others,
    ),
    ...fields.map(({ element }) => element),
    moduleChoice(flow, {
      modules: offer.selectableModules,
      ids: 'selectableModuleIds',
      most: offer.maximumNumberOfSelectableModules,
      title: text('modules', { count: offer.maximumNumberOfSelectableModules }),
    }),
    moduleChoice(flow, {
      modules: term.optionalModules,
      ids: 'optionalModuleIds',
      most: Infinity,
      title: text('extras'),
    }),
    ...term.priceAdjustmentRules.map(({ defaultDescription }) =>
      h('p', { className: 'hint', lang: studio.language }, defaultDescription),
    ),
    voucher(flow),
    h(
      'div',
      { className: 'actions' },
      h('button', { type: 'submit', className: 'button' }, text('continue')),
    ),
  );
}

/**
 * @param {import('../flow.js').Flow} flow
 * @param {{ modules: readonly import('../types').Module[], ids: 'selectableModuleIds' | 'optionalModuleIds', most: number, title: string }} choice
 */
function moduleChoice(flow, { modules, ids, most, title }) {
  if (modules.length === 0 || most === 0) return null;
  const chosen = new Set(flow.typed[ids] ?? []);
  const boxes = modules.map(({ id, name, description, paymentFrequency, trialPeriod }) => {
    const box = h('input', {
      type: 'checkbox',
      checked: chosen.has(id),
      onchange: () => toggle(id, box.checked),
    });
    const isFree = !paymentFrequency || paymentFrequency.type === 'FREE';
    const price = isFree ? text('free') : `+ ${priceLine(paymentFrequency)}`;
    const more = [description, trialPeriod?.description].filter((line) => line !== undefined);
    const { language } = flow.studio;
    const words = h(
      'span',
      { className: 'module-words' },
      h('strong', { lang: language }, name),
      ...more.map((line) => h('span', { lang: language }, line)),
    );
    return {
      id,
      box,
      element: h(
        'label',
        { className: 'module' },
        box,
        words,
        h('span', { className: 'module-price' }, price),
      ),
    };
  });
  limit();
  return h(
    'fieldset',
    { className: 'modules' },
    h('legend', {}, title),
    ...boxes.map(({ element }) => element),
  );

  /**
   * @param {number} id
   * @param {boolean} isOn
   */
  function toggle(id, isOn) {
    if (isOn) chosen.add(id);
    else chosen.delete(id);
    limit();
    flow.change({ [ids]: [...chosen] });
  }
  /** Disables the other boxes when as many are ticked as the offer allows. */
  function limit() {
    for (const { id, box } of boxes) box.disabled = chosen.size >= most && !chosen.has(id);
  }
}

/** @param {import('../flow.js').Flow} flow */
function voucher(flow) {
  const status = h('p', { className: 'done', role: 'status', hidden: true });
  let code = '';
  let isTrying = false;
  const input = field({
    ...{ name: 'voucherCode', label: text('voucher'), required: false, value: flow.typed.voucherCode ?? '' },
    onInput: (value) => {
      code = value.trim();
    },
  });
  const apply = () => {
    if (code === '') return;
    isTrying = true;
    button.setAttribute('aria-busy', 'true');
    flow.change({ voucherCode: code });
  };
  // Renders the step again, because it looks different with a voucher. The focus stays where the visitor was.
  const showAgain = () => {
    flow.go('membership');
    const button = document.querySelector('.voucher button');
    if (button instanceof HTMLButtonElement) button.focus();
  };
  const remove = () => {
    flow.change({ voucherCode: undefined });
    showAgain();
  };
  const button = flow.typed.voucherCode
    ? h('button', { type: 'button', className: 'button quiet', onclick: remove }, text('voucherRemove'))
    : h('button', { type: 'button', className: 'button quiet', onclick: apply }, text('voucherApply'));
  // In this field, Enter applies the code and does not lead to the next step.
  input.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  });
  const box = h('div', { className: 'voucher' }, input.element, button, status);
  const listen = () => {
    if (!box.isConnected) return flow.removeEventListener('price', listen);
    if (flow.isPreviewing) return;
    button.removeAttribute('aria-busy');
    if (!flow.preview || flow.previewError || !flow.typed.voucherCode) return;
    if (flow.preview.voucherErrorCode) {
      const refused = flow.typed.voucherCode;
      flow.change({ voucherCode: undefined });
      input.fail(text('voucherWrong', { code: refused }));
    } else if (isTrying) {
      showAgain();
    }
  };
  flow.addEventListener('price', listen);
  if (flow.typed.voucherCode && flow.preview?.voucherSuccessMessage) {
    status.textContent = flow.preview.voucherSuccessMessage;
    status.hidden = false;
    input.element.querySelector('input')?.setAttribute('readonly', '');
  }
  return box;
}

/** @param {string} value */
function isDate(value) {
  return /^20\d\d-\d\d-\d\d$/.test(value);
}
