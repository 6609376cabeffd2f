import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParts } from './generated-parts.mjs';
import { markdownTable } from '../lib/markdown-table.mjs';
import { root } from '../lib/root.mjs';

const PAGE = 'docs/errors.md';
const WIDGET = 'src/errors/payment-widget-error.ts';
const SERVICE = 'packages/service/src/core/errors/api-error.ts';

/** Cause and remedy of each code of the widget. */
const CODES = {
  VALIDATION_ERROR: [
    'a field, or the configuration, is wrong',
    'nothing: fields show it; correct the configuration',
  ],
  API_ERROR: [
    'the gateway refused, or answered with something that is not its contract',
    '`httpStatus` 401: call `init` with a new session token; 429: see `retryAfter`',
  ],
  PSP_ERROR: [
    'the provider refused, the payment was cancelled, or the provider’s fields did not load',
    'show why (`reason`); the person can try again',
  ],
  NETWORK_ERROR: ['no answer, and nothing was charged', 'the person can try again'],
  POLLING_TIMEOUT: [
    'the outcome is not known yet, and the method’s deadline is over',
    '**do not offer to pay again**: the widget keeps polling and may still call `onSuccess`',
  ],
  GENERIC_ERROR: ['anything else', 'report it'],
};

/** Advice for the person, for each reason of a payment that ended without a token. */
const REASONS = {
  DECLINED: 'another card or method, or a call to the bank',
  INSUFFICIENT_FUNDS: 'another card or account, or the same one later',
  EXPIRED_CARD: 'another card',
  INCORRECT_CVC: 'type the security code again',
  PROCESSING_ERROR: 'try again; then another method',
  AUTHENTICATION_FAILED: 'try again and confirm at the bank',
  INVALID_ACCOUNT: 'check the account number',
  CANCELLED_BY_PAYER: 'nothing, or try again',
  CANCELLED_ELSEWHERE: 'look at the other tab first',
  EXPIRED: 'try again; what was taken is given back',
  OUTCOME_UNKNOWN: '**wait, and do not pay again** (code `POLLING_TIMEOUT`)',
};

const correct = 'Correct the request; the same one is refused again.';
const person = 'Show the message to the person, at the field that `reference` names.';
const key = 'Check the key, its scopes and its studio.';
const gone = 'Fetch what you refer to again: it is not there, or not for this key.';
const link = 'Fetch the record again: its new address works.';
const again = 'Wait as long as `Retry-After` says, and send the same request again.';
const same = 'Send the very same request again, with the same `Idempotency-Key`, until the outcome is known.';
const session = 'Open a new session and call `init` with its token.';
const payAgain = 'Back to the payment with a new session; keep everything else that was typed.';
const rule = 'Tell the person; a rule of the studio or the state of the record is against it.';
const report = 'Report it with the trace id.';
const shown = 'Nothing: the widget shows it at the field.';
const offered = 'Nothing: the widget says so and offers what is possible.';

/** Advice for partners on each code of the service. @type {Readonly<Record<string, readonly string[]>>} */
const GROUPS = {
  'Requests and keys': [
    'request.',
    'authentication.',
    'permission.',
    'third.',
    'not.found',
    'rate.',
    'service.',
    'internal',
    'concurrent.',
  ],
  'Sessions, payments and tokens': ['payment.', 'PAYMENT_'],
  'Sign-up and memberships': ['membership.', 'contract.'],
  Customers: ['customer.', 'communication.', 'document.', 'access.', 'DUPLICATE_'],
  'Freeze periods': ['idle.', 'IDLEPERIOD_'],
  'Debt collection': ['debt.'],
  'Check-ins, classes and trials': ['checkin.', 'class.', 'trial.', 'aggregator.', 'member.'],
  'Devices, events and pictures': ['device.', 'integration.', 'webhook.', 'event.', 'image.'],
};

/** By code, for those that need something else than their status says. @type {Readonly<Record<string, string>>} */
const ACTIONS = {
  'customer.contact.data.read.only': rule,
  'third.party.customer.access.disabled':
    'Stop asking for this member: they have not agreed, or not any more.',
  'concurrent.modification': 'Fetch the record again and decide by what it is now.',
  'customer.field.invalid': person,
  'customer.field.required': person,
  'membership.offer.not.available': 'Fetch the offers again.',
  'membership.start.date.invalid': person,
  'membership.preuse.date.invalid': person,
  'membership.modules.invalid': person,
  'membership.voucher.credit.redeemed': person,
  'membership.voucher.invalid': person,
  'membership.voucher.not.redeemable': person,
  'membership.voucher.with.referral': person,
  'membership.signature.required': person,
  'membership.signature.invalid': person,
  'membership.payment.required': 'Ask for the price again and open a session for the amount that is due.',
  'membership.payment.choice': payAgain,
  'membership.cancelation.not.possible': rule,
  'membership.switch.not.possible': rule,
  'idle.period.document.required': person,
  'idle.period.withdrawal.too.late': rule,
  'idle.period.not.pending': rule,
  'access.medium.card.invalid': person,
  'access.medium.taken': 'Give the member another card or code.',
  'aggregator.not.connected': rule,
  'aggregator.refused': rule,
  'checkin.absent': 'Nothing: it is so already.',
  'checkin.present': 'Nothing: it is so already.',
  'checkin.code.used': rule,
  'checkin.refused': rule,
  'checkin.voucher.redeemed': rule,
  DUPLICATE_CUSTOMER: 'Ask the person to log in, or use the customer that the studio has.',
  'class.slot.not.bookable': rule,
  'trial.session.not.bookable': rule,
  'image.link.invalid': link,
  'document.link.invalid': link,
  'document.type.unsupported': person,
  'payment.session.invalid': session,
  'payment.session.expired': session,
  'payment.session.used': session,
  'payment.origin.not.registered':
    'Have the studio register the origin of the page ([origins](going-live.md#origins)).',
  'payment.not.found': session,
  'payment.method.not.offered': offered,
  'payment.instrument.unknown': offered,
  'payment.instrument.expired': offered,
  'payment.instrument.in.use': offered,
  'payment.details.required': shown,
  'payment.details.invalid': shown,
  'payment.iban.invalid': shown,
  'payment.iban.country.unsupported': shown,
  'payment.iban.swiss.required': shown,
  'payment.iban.qr': shown,
  'payment.iban.use.ch.dd': shown,
  'payment.iban.use.lsv': shown,
  'payment.digits.invalid': shown,
  'payment.sort.code.mismatch': shown,
  'payment.routing.number.invalid': shown,
  'payment.email.invalid': shown,
  'payment.mandate.required': shown,
  'payment.mandate.outdated': offered,
  'payment.mandate.link.invalid': link,
  'payment.mandate.link.expired': 'The person asks the studio for a copy.',
  'payment.signature.required': shown,
  'payment.signature.invalid': shown,
  'payment.return.url.invalid': 'Set `returnUrl` to a page on a registered origin.',
  'payment.idempotency.key.reused': 'Use a new key for another request.',
  'payment.pending': offered,
  'payment.finished': offered,
  'payment.attempts.exceeded': 'Nothing: the widget says when the next attempt is possible (`retryAfter`).',
  'payment.token.invalid': payAgain,
  'payment.token.expired': payAgain,
  'payment.token.used': payAgain,
  'payment.token.amount': 'Ask for the price again and open a session for the amount that is due.',
  'payment.token.pending': same,
  'payment.claims.pending': 'Wait until the other payment is decided.',
  'payment.outcome.unknown': same,
  'debt.collection.request.id.reused': 'Use a new `requestId` for another update.',
  'debt.collection.run.not.waiting': 'Nothing, if you have confirmed it; otherwise fetch the run again.',
  'debt.collection.not.possible': rule,
  'event.delivery.pending': 'Wait until it is delivered or given up.',
  PAYMENT_DECLINED: payAgain,
  'customer.amendment.closed': 'Nothing: it is closed.',
  IDLEPERIOD_DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT: person,
  IDLEPERIOD_DEACTIVATED_FOR_CONTRACT: rule,
  IDLEPERIOD_DEADLINE_VIOLATED: person,
  IDLEPERIOD_ENDDATE_BEFORE_STARTDATE: person,
  IDLEPERIOD_EXPECTED_STARTDATE_MISMATCH: person,
  IDLEPERIOD_MAXIMUM_TERMS_VIOLATED: person,
  IDLEPERIOD_MAXIMUM_YEARS_VIOLATED: person,
  IDLEPERIOD_OVERLAPPING: person,
  IDLEPERIOD_PENDING_VERIFICATION: rule,
};

/** For all others. @type {Readonly<Record<string, string>>} */
const BY_STATUS = {
  400: correct,
  401: key,
  403: key,
  404: gone,
  409: 'Fetch the record again and decide by what it is now.',
  413: correct,
  415: correct,
  429: again,
  500: report,
  503: again,
};

/**
 * The page of errors: codes and reasons of the widget, codes of the service, with the texts that people read in English.
 * @returns {string} Markdown
 * @throws Error when a code has no line here, or a line no code
 */
export function errorsPage() {
  return withParts(PAGE, { codes: codeTable(), reasons: reasonTable(), service: serviceTables() });
}

function codeTable() {
  const [, union = ''] = /export type ErrorCode =\s+(.+?);/s.exec(read(WIDGET)) ?? [];
  const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code = '']) => code);
  requireSame('codes of the widget', codes, Object.keys(CODES));
  const texts = textsOf('locales');
  return markdownTable(
    ['`code`', 'What happened', 'What to do', 'What the member reads'],
    Object.entries(CODES).map(([code, [what = '', todo = '']]) => [
      `\`${code}\``,
      what,
      todo,
      texts[`error.payment.${code}`] ?? '',
    ]),
  );
}

function reasonTable() {
  const [, list = ''] =
    /\n {4}FailureCode:.+?enum:\n((?: {8}- \w+\n)+)/s.exec(read('packages/contract/gateway.yaml')) ?? [];
  const reasons = [...[...list.matchAll(/- (\w+)/g)].map(([, reason = '']) => reason), 'OUTCOME_UNKNOWN'];
  requireSame('reasons of the contract', reasons, Object.keys(REASONS));
  const texts = textsOf('locales');
  return markdownTable(
    ['`reason`', 'What the member reads', 'What the member can do'],
    Object.entries(REASONS).map(([reason, todo]) => [
      `\`${reason}\``,
      texts[`error.payment.reason.${reason}`] ?? texts['error.payment.POLLING_TIMEOUT'] ?? '',
      todo,
    ]),
  );
}

function serviceTables() {
  const [, record = ''] = /const ERROR_STATUS = \{\n(.+?)\n\} as const/s.exec(read(SERVICE)) ?? [];
  const codes = [...record.matchAll(/^ {2}'?([\w.]+)'?: (\d{3}),$/gm)].map(
    ([, code = '', status = '']) => /** @type {const} */ ([code, status]),
  );
  const short = (/** @type {string} */ code) => code.replace('errormessage.', '');
  const unknown = Object.keys(ACTIONS).filter((name) => !codes.some(([code]) => short(code) === name));
  if (unknown.length > 0) throw new Error(`${SERVICE} has no code ${unknown.join(', ')}.`);
  const homeless = codes.filter(([code]) => groupsOf(short(code)).length !== 1);
  if (homeless.length > 0)
    throw new Error(
      `These codes are not in exactly one group: ${homeless.map(([code]) => code).join(', ')}.`,
    );
  const texts = textsOf('packages/service/locales');
  return Object.keys(GROUPS)
    .map((group) => {
      const rows = codes
        .filter(([code]) => groupsOf(short(code)).includes(group))
        .map(([code, status]) => [
          status,
          `\`${code}\``,
          textOf(texts[code] ?? ''),
          ACTIONS[short(code)] ?? BY_STATUS[status] ?? '',
        ]);
      return `### ${group}\n\n${markdownTable(['Status', '`errorCode`', 'Text', 'What to do'], rows)}`;
    })
    .join('\n\n');
}

/** @param {string} code without `errormessage.` */
function groupsOf(code) {
  return Object.keys(GROUPS).filter((group) => GROUPS[group]?.some((prefix) => code.startsWith(prefix)));
}

/** @param {string} text whose holes are filled when it is said: `{{field}}` becomes *field* */
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
