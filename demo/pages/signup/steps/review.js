import { h } from '../dom.js';
import { showWrong } from '../fields.js';
import { formatDate, formatMoney, formatTerm } from '../format.js';
import { failure, problem } from '../problem.js';
import { signaturePad } from '../signature-pad.js';
import { priceTable } from '../summary.js';
import { text } from '../words.js';

/** Channels through which a studio may write to its members. None of them is ticked in advance. */
const CHANNELS = /** @type {const} */ (['EMAIL', 'TEXT_MESSAGE', 'PHONE', 'LETTER']);

/**
 * Builds the last step: a summary, the texts that belong to the contract, the signature, and the button that concludes
 * the contract.
 *
 * @param {import('../flow.js').Flow} flow
 */
export function reviewStep(flow) {
  const { offer, term, preview, typed, studio } = flow;
  if (!offer || !term || !preview) return h('p', { className: 'loading', role: 'status' }, text('preparing'));
  const place = h('div', { className: 'wrong' });
  const blocks = [...offer.contractTextBlocks].sort((one, other) => one.order - other.order);
  const consents = [...(preview.moduleConsentTextBlocks ?? []), ...(preview.voucherTextBlocks ?? [])];
  /** @type {import('../fields.js').Field[]} */
  const fields = [];
  const texts = [...blocks, ...consents].map((block) => textBlock(flow, block, fields));
  const pad = offer.contractSignaturesRequired
    ? signaturePad({
        ...{ label: text('contractSignature'), name: 'contractSignature', value: typed.contractSignature },
        onChange: (contractSignature) => flow.change({ contractSignature }),
      })
    : undefined;
  if (pad) fields.push(pad);

  const due = preview.paymentPreview.dueOnSigningAmount;
  const label = due.amount > 0 ? text('signAndPay', { amount: formatMoney(due) }) : text('sign');
  const button = h('button', { type: 'submit', className: 'button big' }, label);
  const form = h(
    'form',
    {
      noValidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const wrong = fields.filter((one) => !one.validate());
        showWrong(wrong, place);
        if (wrong.length === 0) void send();
      },
    },
    facts(flow),
    h(
      'div',
      { className: 'card prices-card' },
      priceTable(flow, preview),
      schedule(preview.paymentPreview.paymentSchedule, studio.language),
    ),
    texts.length > 0 ? h('h3', {}, text('texts')) : null,
    ...texts,
    pad ? h('h3', {}, text('signature')) : null,
    pad?.element,
    place,
    h('p', { className: 'hint' }, text(due.amount > 0 ? 'bindingPaid' : 'binding')),
    h('div', { className: 'actions' }, button),
  );
  if (flow.isSent) place.replaceChildren(unknown());
  return form;

  async function send() {
    // A second press finds the button busy and does nothing. The backend would only send the same request again anyway.
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    button.textContent = text('sending');
    place.replaceChildren();
    try {
      await flow.submit();
      flow.go('thanks');
    } catch (error) {
      button.textContent = label;
      button.setAttribute('aria-busy', 'false');
      refuse(error);
    }
  }

  /**
   * Shows a refusal in the step where the visitor can correct it, and every other failure here.
   * @param {unknown} error
   */
  function refuse(error) {
    if (flow.isSent) {
      place.replaceChildren(unknown());
    } else {
      const { reference = '' } = /** @type {{ reference?: string }} */ (error);
      const step = stepOf(reference);
      if (step) {
        flow.refusal = /** @type {import('../backend.js').BackendError} */ (error);
        flow.go(step);
        return;
      }
      place.replaceChildren(
        failure(
          error,
          () => void send(),
          () => flow.go('payment'),
        ),
      );
    }
    const [shown] = place.children;
    if (shown instanceof HTMLElement) shown.focus();
  }

  /** Shows that the outcome is unknown. The visitor can safely send the same request again, but no other. */
  function unknown() {
    button.hidden = true;
    return problem({
      ...{ title: text('outcomeUnknown'), more: text('outcomeUnknownMore') },
      action: {
        label: text('askAgain'),
        onClick: () => {
          button.hidden = false;
          void send();
        },
      },
    });
  }
}

/**
 * Returns the step in which the visitor can correct a refused field.
 * @param {string} reference such as `customer.email` or `contract.startDate`
 */
function stepOf(reference) {
  if (/paymentRequestToken$/i.test(reference)) return 'payment';
  if (reference.startsWith('customer.')) return 'person';
  return /(startDate|preuseDate|voucherCode)$/.test(reference) ? 'membership' : undefined;
}

/** @param {import('../flow.js').Flow} flow */
function facts({ offer, term, typed, payments, member, studio }) {
  const person = typed.person ?? {};
  const { firstName, lastName, street, houseNumber = '', zipCode, city, email, dateOfBirth } = person;
  const modules = [...(offer?.selectableModules ?? []), ...(term?.optionalModules ?? [])]
    .filter(({ id }) =>
      [...(typed.selectableModuleIds ?? []), ...(typed.optionalModuleIds ?? [])].includes(id),
    )
    .map(({ name }) => name);
  const preUse = typed.preuseDate ? [text('useFrom', { date: formatDate(typed.preuseDate) })] : [];
  const rows = [
    row(
      'membership',
      [`${offer?.name ?? ''}, ${term ? formatTerm(term.term) : ''}`, ...modules],
      text('yourMembership'),
      studio.language,
    ),
    row('membership', [formatDate(typed.startDate ?? ''), ...preUse], text('startDate')),
    member
      ? row(undefined, [member.name], text('you'))
      : row(
          'person',
          [
            `${firstName} ${lastName}${dateOfBirth ? `, ${formatDate(dateOfBirth)}` : ''}`,
            `${street} ${houseNumber}`.trim() + `, ${zipCode} ${city}`,
            email ?? '',
          ],
          text('you'),
        ),
    ...Object.entries(payments).map(([part, { label }]) =>
      row('payment', [label || text('given')], text(part === 'INITIAL' ? 'initialTitle' : 'recurringTitle')),
    ),
  ];
  return h('dl', { className: 'card facts' }, ...rows);

  /**
   * @param {string | undefined} step step in which the row can be changed
   * @param {readonly string[]} lines
   * @param {string} title
   * @param {string} [lang]
   */
  function row(step, lines, title, lang) {
    const change = step ? h('a', { href: `#${step}` }, text('change')) : null;
    change?.setAttribute('aria-label', `${text('change')}: ${title}`);
    const words = lines.map((line) => h('span', lang ? { lang } : {}, line));
    return h('div', {}, h('dt', {}, title), h('dd', {}, ...words), h('dd', {}, change));
  }
}

/**
 * Lists every payment of the contract, for visitors who want the details.
 *
 * @param {readonly import('../types').ScheduledPayment[]} payments
 * @param {string} lang
 */
function schedule(payments, lang) {
  const rows = payments.map(({ dueDate, description, amount }) =>
    h(
      'tr',
      {},
      h('td', {}, formatDate(dueDate, { dateStyle: 'medium' })),
      h('td', { lang }, description),
      h('td', { className: 'amount' }, formatMoney(amount)),
    ),
  );
  const head = h(
    'tr',
    {},
    ...[text('date'), text('forWhat'), text('amount')].map((words) => h('th', { scope: 'col' }, words)),
  );
  return h(
    'details',
    { className: 'schedule' },
    h('summary', {}, text('schedule', { count: payments.length })),
    h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)),
  );
}

/**
 * Builds a text of the studio. Depending on the text, the visitor reads, accepts or signs it, opens its attachment, or
 * chooses the channels through which the studio may write.
 *
 * @param {import('../flow.js').Flow} flow
 * @param {import('../types').TextBlock} block
 * @param {import('../fields.js').Field[]} fields receives the fields that the visitor must fill in
 */
function textBlock(flow, block, fields) {
  const { language } = flow.studio;
  const { id, title, attachedExternalUrlDto: link, attachedDocument: file } = block;
  const name = `textBlock-${id}`;
  const message = h('p', { className: 'field-error', id: `${name}-error`, hidden: true });
  const box = h('input', {
    ...{ type: 'checkbox', id: `field-${name}`, checked: flow.typed.confirmed?.includes(id) ?? false },
    ...{ 'aria-describedby': message.id, 'aria-required': 'true' },
    onchange: () => {
      const others = (flow.typed.confirmed ?? []).filter((one) => one !== id);
      flow.change({ confirmed: box.checked ? [...others, id] : others });
      if (!message.hidden) validate();
    },
  });
  const fail = (/** @type {string} */ words) => {
    message.textContent = words;
    message.hidden = words === '';
    box.setAttribute('aria-invalid', String(words !== ''));
  };
  const validate = () => {
    fail(box.checked ? '' : text('confirmMissing'));
    return box.checked;
  };
  if (block.confirmationRequired) {
    fields.push({ element: box, name, label: title, validate, fail, focus: () => box.focus() });
  }
  const confirm = block.confirmationRequired
    ? h('label', { className: 'tick' }, box, h('span', {}, text('confirm', { title })))
    : null;
  const pad = block.hasSignature
    ? signaturePad({
        ...{ label: text('signatureOptional'), name: `${name}-signature` },
        value: flow.typed.textBlockSignatures?.find(({ textBlockId }) => textBlockId === id)
          ?.base64SvgSignature,
        onChange: (base64SvgSignature) => {
          const others = (flow.typed.textBlockSignatures ?? []).filter(
            ({ textBlockId }) => textBlockId !== id,
          );
          const signed = base64SvgSignature ? [{ textBlockId: id, base64SvgSignature }] : [];
          flow.change({ textBlockSignatures: [...others, ...signed] });
        },
      })
    : undefined;
  const attachment = link
    ? h('a', { href: link.url, target: '_blank', rel: 'noopener', lang: language }, link.title, ' ↗')
    : file
      ? h('a', { href: file.url, target: '_blank', rel: 'noopener' }, file.fileName)
      : null;
  return h(
    'section',
    { className: 'card text-block', 'aria-label': title },
    h('h4', { lang: language }, title),
    h('p', { lang: language }, block.text),
    attachment,
    block.attachmentType === 'CONTRACT_PDF_PREVIEW'
      ? h('p', { className: 'hint' }, text('contractAbove'))
      : null,
    block.showCommunicationPrivacyOptions && !flow.member ? channels(flow) : null,
    pad?.element,
    confirm,
    message,
  );
}

/** @param {import('../flow.js').Flow} flow */
function channels(flow) {
  const kept = flow.typed.communicationPreferences?.[0]?.channels ?? [];
  const state = CHANNELS.map((communicationChannel) => ({
    communicationChannel,
    active: kept.some((one) => one.communicationChannel === communicationChannel && one.active),
  }));
  const boxes = state.map((channel) => {
    const box = h('input', {
      ...{ type: 'checkbox', checked: channel.active },
      onchange: () => {
        channel.active = box.checked;
        flow.change({ communicationPreferences: [{ messageCategory: 'NEWSLETTER', channels: state }] });
      },
    });
    return h('label', { className: 'tick' }, box, h('span', {}, text(channel.communicationChannel)));
  });
  return h('fieldset', { className: 'channels' }, h('legend', {}, text('newsletter')), ...boxes);
}
