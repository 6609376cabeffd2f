import { html, type Html } from '@upc/server-kit/html';
import { translate, type TextKey } from '../../core/i18n/translate.js';
import { day, type Frame, known, knownWord, reasonText, time } from './frame.js';
import type { Words } from './words-en.js';

type Say = (words: Words, ...parts: string[]) => string;

/** How the service writes the details of events, and how each is said; a part can be a detail itself. */
const SENTENCES: readonly (readonly [written: RegExp, say: Say])[] = [
  [
    /^contract (\d+), idle period (\d+): (.+)$/,
    (words, contract, freeze, rest = '') => `${words.details.freeze(contract, freeze)}: ${said(words, rest)}`,
  ],
  [
    /^(\S+) to (\S+), ([A-Z_]+)$/,
    ({ contracts }, from = '', to = '', state = '') =>
      `${to === 'open' ? contracts.openEnd(from) : contracts.dates(from, to)} (${state})`,
  ],
  [
    /^transaction (\d+) of customer (\d+) is disputed; answer at the provider until (\S+)$/,
    ({ details }, id, customer, until = '') =>
      `${details.transaction(id, customer)}: ${details.answerUntil} ${until}`,
  ],
  [
    /^transaction (\d+) of customer (\d+) was returned after refund (\S+)$/,
    ({ details }, id, customer, refund = '') =>
      `${details.transaction(id, customer)}: ${details.alsoRefunded} (${refund})`,
  ],
  [
    /^(charge|refund|transaction) ([\w-]+) of customer (\d+)(?:: (.+))?$/,
    (words, kind = '', id, customer, rest) => {
      const { charge, refund, transaction } = words.details;
      const name = ({ charge, refund }[kind] ?? transaction)(id, customer);
      return rest === undefined ? name : `${name}: ${said(words, rest)}`;
    },
  ],
  [
    /^(.+); the payment stays ([A-Z_]+)$/,
    (words, rest = '', status = '') => `${said(words, rest)}; ${words.details.paymentStays} ${status}`,
  ],
  [/^([A-Z_]+) session opened$/, (_, scope = '') => scope],
  [/^([A-Z_]+), stored instrument$/, ({ payments }, method) => `${method}, ${payments.storedInstrument}`],
  [/^([A-Z_]+), removed by the payer$/, ({ details }, method) => `${method}, ${details.removedByPayer}`],
  [
    /^no response to ([A-Z_]+); the sale stays reserved$/,
    ({ details }, usage = '') => `${usage}: ${details.saleStays}`,
  ],
  [
    /^(\w+) when detaching an instrument; it will be retried$/,
    ({ details }, code = '') => `${details.code} ${code}: ${details.detaching}`,
  ],
  [/^provider says ([A-Z_]+)$/, (_, status = '') => status],
  [
    /^(\d+) payments failed within (\d+) minutes\. .+ accepts (\d+) attempts per minute\./,
    ({ details }, failed = '', minutes = '', attempts = '') => details.attack(failed, minutes, attempts),
  ],
  [
    /^(.+): it was made (\d+) times(?: \(.+\))?; nothing is repeated until that is clear$/,
    ({ details }, key, times) => `${details.madeTwice(times)} ${details.notRepeated} (${key})`,
  ],
  [
    /^(.+): the result of the earlier attempt cannot be read.*; nothing is repeated until that is clear$/,
    ({ details }, key) => `${details.unreadable} ${details.notRepeated} (${key})`,
  ],
  [
    /^No payments go through Stripe: (.+) \((\w+)\)$/,
    ({ details }, trouble = '', account = '') =>
      `${details.noStripe} ${known(details.phrases, trouble) ?? trouble} (${account})`,
  ],
  [
    /^the bank has refused the batch (\S+): (.+); its (\d+) debits wait for the next file$/,
    (words, batch = '', reason = '', debits = '') =>
      words.details.batchRefused(
        batch,
        known(words.details.phrases, reason) ?? reasonText(words, reason),
        debits,
      ),
  ],
  [
    /^line (\d+) of a bank file cannot be assigned \((\w+)\); staff must decide about entry (\S+)$/,
    ({ bank, details }, line = '', problem = '', id = '') =>
      details.entryToDecide(line, known(bank.problems, problem) ?? problem, id),
  ],
  [/^([a-z]+(?:_[a-z]+)*)$/, ({ details }, code = '') => `${details.code} ${code}`],
];

/** Returns a detail in the page's language; times, days and names in capitals are still those of the interface. */
function said(words: Words, detail: string): string {
  const phrase = known(words.details.phrases, detail);
  if (phrase !== undefined) return phrase;
  for (const [written, say] of SENTENCES) {
    const [whole, ...parts] = written.exec(detail) ?? [];
    if (whole !== undefined) return say(words, ...parts);
  }
  // Several holds of a payment can be released together.
  const several = detail.split(', ').map((each) => known(words.details.phrases, each) ?? null);
  return several.every((each) => each !== null) ? several.join(' · ') : detail;
}

/** Renders the detail of an event in the page's language. Text that has no words here is marked as English. */
export function detailText(frame: Frame, detail: string, studioId: number | null): Html {
  const refused = refusalText(frame, detail);
  if (refused !== null) return html`${refused}`;
  const text = said(frame.words, detail);
  const parts = text.split(/(\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|\b[A-Z]{2,}(?:_[A-Z]+)*\b)/);
  const shown = parts.map((part) => {
    if (/^\d{4}-/.test(part) && Number.isNaN(Date.parse(part))) return part;
    if (/^\d{4}-\d\d-\d\dT/.test(part)) return time(frame, new Date(part), studioId);
    if (/^\d{4}-\d\d-\d\d$/.test(part)) return day(frame, part);
    return knownWord(frame, part) ?? part;
  });
  const isWritten = frame.language !== 'en' && text === detail && /[a-z]/.test(detail);
  return isWritten ? html`<span lang="en">${shown}</span>` : html`${shown}`;
}

/** Returns the code of a refused request, as its response had it; null for other events. */
export function refusalCode(frame: Frame, detail: string): string | null {
  return refusalText(frame, detail) === null ? null : detail;
}

/** Returns the message of a refused request. Its values are not recorded: a problem or an id at the end is left out, others are “…”. */
function refusalText({ language }: Frame, detail: string): string | null {
  const [, key = ''] = /^\d{3} ([\w.]+)(?:, .+)?$/.exec(detail) ?? [];
  if (key === '') return null;
  // This option of i18next leaves placeholders as they are.
  const text = translate(language, key as TextKey, { skipInterpolation: 1 });
  return text === key
    ? null
    : text.replaceAll(/(: \{\{\w+| \{\{\w+Id)\}\}(?=\.)/g, '').replaceAll(/\{\{\w+\}\}/g, '…');
}
