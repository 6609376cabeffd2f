import { h } from '../dom.js';
import { showWrong, tickField } from '../fields.js';
import { formatDate, formatMoney, formatRuntime, onOneLine } from '../format.js';
import { obligesToPay } from '../obligation.js';
import { failure, problem } from '../problem.js';
import { representativeConsent } from '../representative.js';
import { signaturePad } from '../signature-pad.js';
import { bonusesOf, priceTable } from '../summary.js';
import { withdrawalSection } from '../withdrawal.js';
import { text } from '../words.js';

/** Time after which the button says that the request is still under way. */
const SLOW_MS = 8000;

/** Channels through which a studio may write to its members. None of them is ticked in advance. */
const CHANNELS = /** @type {const} */ (['EMAIL', 'TEXT_MESSAGE', 'PHONE', 'LETTER']);

/**
 * Builds the last step: a summary, the texts that belong to the contract, the signature, and the button that concludes
 * the contract.
 *
 * @param {import('../flow.js').Flow} flow
 */
export function reviewStep(flow) {
  const { offer, term, preview, typed, studio, refusal } = flow;
  if (!offer || !term) return h('div');
  if (!preview)
    return failure(flow.previewError, () => void flow.retryPreview().then(() => flow.go('review')));
  const place = h('div', { className: 'wrong' });
  const blocks = [...offer.contractTextBlocks].sort((one, other) => one.order - other.order);
  const consents = [...(preview.moduleConsentTextBlocks ?? []), ...(preview.voucherTextBlocks ?? [])];
  /** @type {import('../fields.js').Field[]} */
  const fields = [];
  const texts = [...blocks, ...consents].map((block) => textBlock(flow, block, fields));
  const pad = offer.contractSignaturesRequired
    ? signaturePad({
        ...{ label: text('contractSignature'), name: 'contractSignature', value: typed.contractSignature },
        ...(refusal?.reference.includes('contractSignature') ? { error: refusal.message } : {}),
        onChange: (contractSignature) => flow.change({ contractSignature }),
      })
    : undefined;
  if (pad) fields.push(pad);
  const representative = flow.needsRepresentative ? representativeConsent(flow, fields) : null;

  const due = preview.paymentPreview.dueOnSigningAmount;
  const amount = formatMoney(due);
  const [label, binding] =
    due.amount > 0
      ? [text('signAndPay', { amount }), text('bindingPaid', { amount })]
      : obligesToPay(term, preview)
        ? [text('signToPay'), text('bindingLater')]
        : [text('sign'), text('binding')];
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
    h('h3', {}, text('withdrawal')),
    withdrawalSection(flow),
    pad || representative ? h('h3', {}, text('signature')) : null,
    pad
      ? h(
          'section',
          { className: 'card text-block', 'aria-label': text('contractSignature') },
          h('p', {}, text('contractSignatureWhy', { studio: studio.name })),
          pad.element,
        )
      : null,
    representative,
    place,
    h('p', { className: 'hint' }, binding),
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
    const slow = setTimeout(() => (button.textContent = text('stillSending')), SLOW_MS);
    try {
      await flow.submit();
      flow.go('thanks');
    } catch (error) {
      button.textContent = label;
      button.setAttribute('aria-busy', 'false');
      refuse(error);
    } finally {
      clearTimeout(slow);
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
      if (flow.refuse(error)) return;
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

/** @param {import('../flow.js').Flow} flow */
function facts(flow) {
  const { offer, term, preview, typed, payments, member, studio } = flow;
  const { needsRepresentative, representativeName } = flow;
  const person = typed.person ?? {};
  const { firstName, lastName, street, houseNumber = '', zipCode, city, email, dateOfBirth } = person;
  const modules = [...(offer?.selectableModules ?? []), ...(term?.optionalModules ?? [])]
    .filter(({ id }) =>
      [...(typed.selectableModuleIds ?? []), ...(typed.optionalModuleIds ?? [])].includes(id),
    )
    .map(({ name }) => name);
  const runtime = term ? formatRuntime(term.term, bonusesOf(term, preview)) : '';
  const preUse = typed.preuseDate ? [text('useFrom', { date: formatDate(typed.preuseDate) })] : [];
  const rows = [
    row(
      'membership',
      [`${offer?.name ?? ''}, ${runtime}`, ...modules],
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
            `${onOneLine(`${street} ${houseNumber}`.trim())}, ${onOneLine(`${zipCode} ${city}`)}`,
            email ?? '',
          ],
          text('you'),
        ),
    ...(needsRepresentative && !member ? [row('person', [representativeName], text('representative'))] : []),
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
  const count = payments.filter(({ amount }) => amount.amount > 0).length;
  const rows = payments.map(({ dueDate, description, amount }) =>
    h(
      'tr',
      {},
      h('td', {}, formatDate(dueDate, { dateStyle: 'medium' })),
      h('td', { lang }, description),
      h('td', { className: 'amount' }, amount.amount === 0 ? text('free') : formatMoney(amount)),
    ),
  );
  const head = h(
    'tr',
    {},
    ...[text('date'), text('forWhat'), text('amount')].map((words) => h('th', { scope: 'col' }, words)),
  );
  return h(
    'details',
    { className: 'schedule folded' },
    h('summary', {}, text('schedule', { count })),
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
  const key = kindOf(block);
  const tick = block.confirmationRequired
    ? tickField({
        ...{ name, words: text(key, { title }), missing: text(`${key}Missing`, { title }) },
        checked: flow.typed.confirmed?.includes(id) ?? false,
        onChange: (isOn) => {
          const others = (flow.typed.confirmed ?? []).filter((one) => one !== id);
          flow.change({ confirmed: isOn ? [...others, id] : others });
        },
      })
    : undefined;
  if (tick) fields.push(tick);
  const pad = block.hasSignature
    ? signaturePad({
        ...{ label: text('signatureFor', { title }), name: `${name}-signature` },
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
    ? h('a', { href: link.url, target: '_blank', rel: 'noopener', lang: language }, link.title, '\u00a0↗')
    : file
      ? h(
          'a',
          { href: file.url, target: '_blank', rel: 'noopener' },
          block.attachmentType === 'CONTRACT_PDF_PREVIEW' ? text('contractPdf') : file.fileName,
        )
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
    tick?.element,
    pad
      ? h(
          'details',
          // A signature that was given already stays visible.
          {
            className: 'optional-signature folded',
            open: flow.typed.textBlockSignatures?.some((one) => one.textBlockId === id),
          },
          h('summary', {}, text('signatureOptional', { title })),
          pad.element,
        )
      : null,
  );
}

/**
 * Returns the text of the box: a declaration is confirmed, information about data is read, everything else is agreed to.
 *
 * @param {import('../types').TextBlock} block
 * @returns {'confirmDeclare' | 'confirmRead' | 'confirmAccept'}
 */
function kindOf({ hasSignature, showCommunicationPrivacyOptions }) {
  if (hasSignature) return 'confirmDeclare';
  return showCommunicationPrivacyOptions ? 'confirmRead' : 'confirmAccept';
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
