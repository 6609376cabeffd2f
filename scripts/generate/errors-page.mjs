import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParts } from './generated-parts.mjs';
import { markdownTable } from '../lib/markdown-table.mjs';
import { root } from '../lib/root.mjs';

const WIDGET_PAGE = 'docs/errors.md';
const API_PAGE = 'docs/api-errors.md';
const WIDGET = 'src/errors/payment-widget-error.ts';
const SERVICE = 'packages/service/src/core/errors/api-error.ts';

/** Cause and remedy of each widget error code; codes with a similar remedy follow each other. */
const CODES = {
  NETWORK_ERROR: [
    'The gateway did not respond, and nothing was charged.',
    'The member can try again. There is nothing for your page to do.',
  ],
  PSP_ERROR: [
    'The provider refused the payment, the payment was cancelled, or the provider’s fields did not load.',
    'The member can try again. If you display errors yourself, show the message for `reason`.',
  ],
  POLLING_TIMEOUT: [
    'The outcome is still unknown after the time limit of the payment method.',
    '**Do not offer to pay again.** The widget continues to poll and may still call `onSuccess`.',
  ],
  VALIDATION_ERROR: [
    'A field or the configuration is invalid.',
    'The widget shows errors of fields at the field. Correct errors of the configuration; `message` names the parameter.',
  ],
  API_ERROR: [
    'The gateway refused the request, or its response does not match the API contract.',
    'With `httpStatus` 401, call `init` with a new session token. With 429, wait for `retryAfter` seconds if it is set. Otherwise, look up `reason` below.',
  ],
  GENERIC_ERROR: [
    'Any other error occurred.',
    'With `reason` `NO_SESSION_TOKEN`, your promise of a session token was rejected: call `init` with another one. Otherwise, report it with the `traceId` and the `message`.',
  ],
};

/** Advice for the member by remedy, for each reason of a payment that ended without a token. */
const REASONS = {
  'Correct the details': {
    INCORRECT_CVC: 'Enter the security code again.',
    INVALID_ACCOUNT: 'Check the account number.',
  },
  'Use another card, account or method': {
    DECLINED: 'Use another card or method, or call the bank.',
    INSUFFICIENT_FUNDS: 'Use another card or account, or try the same one later.',
    EXPIRED_CARD: 'Use another card.',
  },
  'Try again': {
    PROCESSING_ERROR: 'Try again. If that fails, use another method.',
    AUTHENTICATION_FAILED: 'Try again and confirm the payment at the bank.',
    CANCELLED_BY_PAYER: 'Try again, or do nothing.',
    EXPIRED: 'Try again. The service refunds any amount that was taken.',
  },
  'Check before paying again': {
    CANCELLED_ELSEWHERE: 'Look at the other tab first.',
    OUTCOME_UNKNOWN: '**Wait, and do not pay again.** The `code` is `POLLING_TIMEOUT`.',
  },
};

/**
 * Remedy for an error code of the service: a heading, and a sentence below it. @typedef {{ readonly title: string,
 * readonly about: string }} Remedy
 */

/** Remedies on the page of the widget, in their order there. @satisfies {Readonly<Record<string, Remedy>>} */
const WIDGET_REMEDIES = {
  session: {
    title: 'Open a new session',
    about: 'The session cannot be used any more. Open a new session and call `init` with its token.',
  },
  setup: {
    title: 'Correct the setup',
    about: 'Your page or the studio must change something before the payment can work.',
  },
  pause: {
    title: 'Wait',
    about: 'The widget tells the member about the delay. The member can then try again.',
  },
  shown: {
    title: 'Nothing to do: shown at the field',
    about: 'The widget shows the message at the field, and the member corrects the entry.',
  },
  offered: {
    title: 'Nothing to do: shown in the form',
    about: 'The widget shows the message and offers the options that remain.',
  },
  mandateLink: {
    title: 'Mandate downloads',
    about:
      'The link to a mandate returns these errors. It is valid for 24 hours after the member has agreed.',
  },
  paymentLink: {
    title: 'Pages of payment links',
    about:
      'The page of a [payment link](payment-links.md) shows these messages. They reveal nothing about the customer.',
  },
};

/** Remedies on the page of the API, in their order there. @satisfies {Readonly<Record<string, Remedy>>} */
const API_REMEDIES = {
  correct: {
    title: 'Correct the request',
    about: 'The same request fails again. If there is a `reference`, it names the field to correct.',
  },
  person: {
    title: 'Show the message to the member',
    about: 'Show `errorMessage` to the member, at the field that `reference` names.',
  },
  rule: {
    title: 'Tell the member that it is not possible',
    about:
      'A rule of the studio or the current state of the record does not allow the request. `errorMessage` gives the reason.',
  },
  key: {
    title: 'Check the API key',
    about: 'Check the key, its scopes and its studio.',
  },
  gone: {
    title: 'Check the id',
    about: 'The record does not exist, or this key cannot access it. Check the id, or fetch it again.',
  },
  changed: {
    title: 'Fetch the current state',
    about: 'Fetch the record again and decide based on its current state.',
  },
  link: {
    title: 'Fetch a new link',
    about: 'The link is wrong or has expired. Fetch the record again; it contains a new link.',
  },
  again: {
    title: 'Wait, then repeat the request',
    about: 'Wait for the number of seconds in `Retry-After`, then send the same request again.',
  },
  same: {
    title: 'Repeat the request until the outcome is known',
    about:
      'Send exactly the same request again, with the same `idempotency-key`, until the outcome is known.',
  },
  payAgain: {
    title: 'Collect the payment again',
    about: 'Return to the payment step with a new session. Keep everything else that the member entered.',
  },
  amount: {
    title: 'Open a session for the amount due',
    about: 'Request the price again. Then open a session for the amount that is due.',
  },
  reused: {
    title: 'Use a new idempotency key',
    about: 'The key or `requestId` belongs to a different request. Use a new one for each new request.',
  },
  other: {
    title: 'Other remedies',
    about: 'Each of these codes has its own remedy.',
  },
  none: {
    title: 'Nothing to do',
    about: 'The record already has the state that you requested, or the request is no longer possible.',
  },
  report: {
    title: 'Report the error',
    about: 'Report the error with its `traceId`.',
  },
};

/** @typedef {keyof typeof WIDGET_REMEDIES | keyof typeof API_REMEDIES} RemedyName */

/**
 * The remedy of each code whose status does not imply it. Where codes with the same remedy need different steps, the second
 * item is the step.
 *
 * @type {Readonly<Record<string, RemedyName | readonly [RemedyName, string]>>}
 */
const ACTIONS = {
  'customer.data.read.only': 'rule',
  'third.party.customer.access.disabled': [
    'other',
    'Stop requesting data of this member. They have not agreed to access by third parties, or have withdrawn their consent.',
  ],
  'concurrent.modification': 'changed',
  'customer.field.invalid': 'person',
  'customer.field.required': 'person',
  'membership.offer.not.available': 'changed',
  'membership.start.date.invalid': 'person',
  'membership.preuse.date.invalid': 'person',
  'membership.modules.invalid': 'person',
  'membership.voucher.credit.redeemed': 'person',
  'membership.voucher.invalid': 'person',
  'membership.voucher.not.redeemable': 'person',
  'membership.voucher.with.referral': 'person',
  'membership.signature.required': 'person',
  'membership.signature.invalid': 'person',
  'membership.payment.required': 'amount',
  'membership.payment.choice': 'payAgain',
  'membership.cancelation.not.possible': 'rule',
  'membership.switch.not.possible': 'rule',
  'idle.period.document.required': 'person',
  'idle.period.withdrawal.too.late': 'rule',
  'idle.period.not.pending': 'rule',
  'access.medium.card.invalid': 'person',
  'access.medium.taken': ['other', 'Give the member a different card or code.'],
  'aggregator.not.connected': 'rule',
  'aggregator.refused': 'rule',
  'checkin.absent': ['none', 'The member is already checked out.'],
  'checkin.present': ['none', 'The member is already checked in.'],
  'checkin.code.used': 'rule',
  'checkin.refused': 'rule',
  'checkin.voucher.redeemed': 'rule',
  DUPLICATE_CUSTOMER: ['other', 'Ask the person to log in, or use the existing customer.'],
  'class.slot.not.bookable': 'rule',
  'trial.session.not.bookable': 'rule',
  'image.link.invalid': 'link',
  'document.link.invalid': 'link',
  'document.type.unsupported': 'person',
  'payment.session.invalid': 'session',
  'payment.session.expired': 'session',
  'payment.session.used': 'session',
  'payment.origin.not.registered': [
    'setup',
    'Ask the studio to register the origin of the page ([origins](going-live.md#origins)).',
  ],
  'payment.not.found': 'session',
  'payment.method.not.offered': 'offered',
  'payment.instrument.unknown': 'offered',
  'payment.instrument.expired': 'offered',
  'payment.instrument.in.use': 'offered',
  'payment.details.required': 'shown',
  'payment.details.invalid': 'shown',
  'payment.iban.invalid': 'shown',
  'payment.iban.country.unsupported': 'shown',
  'payment.iban.swiss.required': 'shown',
  'payment.iban.qr': 'shown',
  'payment.iban.use.ch.dd': 'shown',
  'payment.iban.use.lsv': 'shown',
  'payment.digits.invalid': 'shown',
  'payment.sort.code.mismatch': 'shown',
  'payment.routing.number.invalid': 'shown',
  'payment.email.invalid': 'shown',
  'payment.mandate.required': 'shown',
  'payment.mandate.outdated': 'offered',
  'payment.mandate.link.invalid': ['mandateLink', 'Use the link exactly as the widget returned it.'],
  'payment.mandate.link.expired': ['mandateLink', 'The member asks the studio for a copy.'],
  'payment.link.invalid': ['paymentLink', 'Send the whole address, with everything after `#`.'],
  'payment.link.expired': ['paymentLink', 'Create a new link.'],
  'payment.link.used': ['paymentLink', 'Nothing is left to do.'],
  'payment.link.closed': ['paymentLink', 'Nothing is left to do, or you have cancelled the link.'],
  'payment.link.payment.not.needed': ['paymentLink', 'Nothing: the service returns the money itself.'],
  'payment.signature.required': 'shown',
  'payment.signature.invalid': 'shown',
  'payment.return.url.required': ['setup', 'Set `returnUrl` to a page on a registered origin.'],
  'payment.return.url.invalid': ['setup', 'Set `returnUrl` to a page on a registered origin.'],
  'payment.wallet.not.allowed': ['setup', 'Send `details.wallet` only with `CREDIT_CARD`.'],
  'payment.provider.unavailable': 'pause',
  'payment.idempotency.key.reused': 'reused',
  'payment.pending': 'offered',
  'payment.finished': 'offered',
  'payment.attempts.exceeded': 'pause',
  'payment.token.invalid': 'payAgain',
  'payment.token.expired': 'payAgain',
  'payment.token.used': 'payAgain',
  'payment.token.amount': 'amount',
  'payment.token.pending': 'same',
  'payment.claims.pending': ['other', 'Wait until the outcome of the other payment is known.'],
  'payment.outcome.unknown': 'same',
  'debt.collection.request.id.reused': 'reused',
  'debt.collection.run.not.waiting': [
    'none',
    'If you have already confirmed the run, do nothing. Otherwise, fetch it again.',
  ],
  'debt.collection.not.possible': 'rule',
  'event.delivery.pending': ['other', 'Wait until the delivery has ended.'],
  PAYMENT_DECLINED: 'payAgain',
  'customer.amendment.closed': ['none', 'The change is closed.'],
  'customer.amendment.pending': [
    'other',
    'Withdraw the change that waits, or wait for the decision of the studio.',
  ],
  'customer.image.invalid': 'person',
  'customer.move.not.possible': 'rule',
  'benefit.not.available': 'rule',
  IDLEPERIOD_DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT: 'person',
  IDLEPERIOD_DEACTIVATED_FOR_CONTRACT: 'rule',
  IDLEPERIOD_DEADLINE_VIOLATED: 'person',
  IDLEPERIOD_ENDDATE_BEFORE_STARTDATE: 'person',
  IDLEPERIOD_EXPECTED_STARTDATE_MISMATCH: 'person',
  IDLEPERIOD_MAXIMUM_TERMS_VIOLATED: 'person',
  IDLEPERIOD_MAXIMUM_YEARS_VIOLATED: 'person',
  IDLEPERIOD_OVERLAPPING: 'person',
  IDLEPERIOD_PENDING_VERIFICATION: 'rule',
};

/** The remedy of all other codes. @type {Readonly<Record<string, RemedyName>>} */
const BY_STATUS = {
  400: 'correct',
  401: 'key',
  403: 'key',
  404: 'gone',
  409: 'changed',
  413: 'correct',
  415: 'correct',
  429: 'again',
  500: 'report',
  503: 'again',
};

/**
 * Generates the page of widget errors: widget error codes, failure reasons and gateway error codes, with their English
 * texts.
 * @returns {string} Markdown
 * @throws Error when a code has no line here, or a line no code
 */
export function errorsPage() {
  return withParts(WIDGET_PAGE, {
    codes: codeTable(),
    reasons: reasonTables(),
    gateway: remedyTables(WIDGET_REMEDIES),
  });
}

/**
 * Generates the page of API errors: all other error codes of the service, grouped by remedy, with their English texts.
 * @returns {string} Markdown
 * @throws Error when a code has no remedy, or a remedy no code
 */
export function apiErrorsPage() {
  return withParts(API_PAGE, { service: remedyTables(API_REMEDIES) });
}

function codeTable() {
  const [, union = ''] = /export type ErrorCode =\s+(.+?);/s.exec(read(WIDGET)) ?? [];
  const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code = '']) => code);
  requireSame('widget error codes', codes, Object.keys(CODES));
  const texts = textsOf('locales');
  return markdownTable(
    ['`code`', 'What happened', 'What to do', 'Message to the member'],
    Object.entries(CODES).map(([code, [what = '', todo = '']]) => [
      `\`${code}\``,
      what,
      todo,
      texts[`error.payment.${code}`] ?? '',
    ]),
  );
}

function reasonTables() {
  const [, list = ''] =
    /\n {4}FailureCode:.+?enum:\n((?: {8}- \w+\n)+)/s.exec(read('packages/contract/gateway.yaml')) ?? [];
  const reasons = [...[...list.matchAll(/- (\w+)/g)].map(([, reason = '']) => reason), 'OUTCOME_UNKNOWN'];
  requireSame('reasons of the contract', reasons, Object.values(REASONS).flatMap(Object.keys));
  const texts = textsOf('locales');
  return Object.entries(REASONS)
    .map(([title, advice]) => {
      const rows = Object.entries(advice).map(([reason, todo]) => [
        `\`${reason}\``,
        texts[`error.payment.reason.${reason}`] ?? texts['error.payment.POLLING_TIMEOUT'] ?? '',
        todo,
      ]);
      return `### ${title}\n\n${markdownTable(['`reason`', 'Message to the member', 'What the member can do'], rows)}`;
    })
    .join('\n\n');
}

/** @param {Readonly<Record<string, Remedy>>} remedies of one page */
function remedyTables(remedies) {
  const codes = serviceCodes();
  const texts = textsOf('packages/service/locales');
  return Object.entries(remedies)
    .map(([name, { title, about }]) => {
      const own = codes.filter(({ remedy }) => remedy === name);
      if (own.length === 0) throw new Error(`No code has the remedy "${title}".`);
      const isParticular = own.some(({ todo }) => todo !== '');
      const head = ['`errorCode`', 'Status', 'Text', ...(isParticular ? ['What to do'] : [])];
      const rows = own.map(({ code, status, todo }) => [
        `\`${code}\``,
        status,
        textOf(texts[code] ?? ''),
        ...(isParticular ? [todo] : []),
      ]);
      return `### ${title}\n\n${about}\n\n${markdownTable(head, rows)}`;
    })
    .join('\n\n');
}

/** Returns every error code of the service with its remedy, in alphabetical order. */
function serviceCodes() {
  const [, record = ''] = /const ERROR_STATUS = \{\n(.+?)\n\} as const/s.exec(read(SERVICE)) ?? [];
  const codes = [...record.matchAll(/^ {2}'?([\w.]+)'?: (\d{3}),$/gm)].map(
    ([, code = '', status = '']) => /** @type {const} */ ([code, status]),
  );
  const short = (/** @type {string} */ code) => code.replace('errormessage.', '');
  const unknown = Object.keys(ACTIONS).filter((name) => !codes.some(([code]) => short(code) === name));
  if (unknown.length > 0) throw new Error(`${SERVICE} has no code ${unknown.join(', ')}.`);
  const withRemedies = codes
    .map(([code, status]) => {
      const [remedy, todo = ''] = [ACTIONS[short(code)] ?? BY_STATUS[status] ?? []].flat();
      if (remedy === undefined) throw new Error(`The code ${code} has no remedy for status ${status}.`);
      return { code, status, remedy, todo };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const [, widgetOnly = ''] = /WIDGET_ONLY.+?\[\n(.+?)\n\]/s.exec(read(SERVICE)) ?? [];
  requireSame(
    'codes of WIDGET_ONLY',
    [...widgetOnly.matchAll(/'([\w.]+)'/g)].map(([, code = '']) => code),
    withRemedies.filter(({ remedy }) => remedy in WIDGET_REMEDIES).map(({ code }) => code),
  );
  return withRemedies;
}

/** @param {string} text with placeholders: `{{field}}` becomes *field* */
function textOf(text) {
  return text.replaceAll(/\{\{(\w+)\}\}/g, '_$1_');
}

/**
 * @param {string} folder
 * @returns {Readonly<Record<string, string | undefined>>}
 */
function textsOf(folder) {
  return JSON.parse(read(`${folder}/en.json`));
}

/** @param {string} file from the root */
function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

/**
 * @param {string} what
 * @param {readonly string[]} there
 * @param {readonly string[]} here
 */
function requireSame(what, there, here) {
  const different = [
    ...there.filter((one) => !here.includes(one)),
    ...here.filter((one) => !there.includes(one)),
  ];
  if (there.length === 0 || different.length > 0)
    throw new Error(`scripts/generate/errors-page.mjs does not have the ${what}: ${different.join(', ')}.`);
}
