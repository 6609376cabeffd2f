import { now } from '../clock.js';
import { isGerman, locale } from '../language.js';
import { text } from './words.js';

/**
 * @typedef {import('./types').Money} Money
 * @typedef {import('./types').Term} Term
 * @typedef {import('./types').Frequency} Frequency
 * @typedef {import('./types').BonusPeriod} BonusPeriod
 */

/** @param {Money} money */
export function formatMoney({ amount, currency }) {
  return withMinus(new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount));
}

/**
 * Replaces Intl's hyphen with a minus sign. A hyphen is shorter and allows a line break after it.
 * @param {string} figure
 */
function withMinus(figure) {
  return figure.replace('-', '\u2212');
}

/**
 * Formats a calendar date. It is the same day everywhere, so it is read and shown in UTC.
 *
 * @param {string} date yyyy-MM-dd
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function formatDate(date, options = { dateStyle: 'long' }) {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return onOneLine(format.format(new Date(`${date}T00:00Z`)));
}

/** @param {Term} term */
export function formatTerm({ value, unit }) {
  const name = /** @type {const} */ ({ DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' })[unit];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
  return onOneLine(format.format(value));
}

/**
 * Replaces spaces by ones at which no line breaks.
 * @param {string} words
 */
export function onOneLine(words) {
  return words.replaceAll(' ', '\u00a0');
}

/**
 * Formats how long a contract runs at first: its term, and the free time by which it is longer.
 *
 * @param {Term} term
 * @param {readonly BonusPeriod[]} bonuses
 * @param {(term: Term) => string} [format]
 */
export function formatRuntime(term, bonuses, format = formatTerm) {
  const added = bonuses.filter(
    ({ runtimeExtensionType, termStrategy }) =>
      runtimeExtensionType === 'WITH_EXTENSION' && termStrategy !== 'START_OF_NEXT_TERM',
  );
  /** @type {Term[]} */
  const sums = [];
  for (const one of [term, ...added.map((bonus) => bonus.term)].map(inMonths)) {
    const same = sums.find(({ unit }) => unit === one.unit);
    if (same) same.value += one.value;
    else sums.push({ ...one });
  }
  const parts = added.length === 0 ? [term] : sums;
  return new Intl.ListFormat(locale).format(parts.map(format));
}

/**
 * @param {Term} term
 * @returns {Term}
 */
function inMonths({ value, unit }) {
  return unit === 'YEAR' ? { value: value * 12, unit: 'MONTH' } : { value, unit };
}

/**
 * Says which part of the first term is free.
 * @param {readonly BonusPeriod[]} bonuses
 */
export function freeTime(bonuses) {
  return bonuses.flatMap(({ term, termStrategy }) => {
    if (termStrategy === 'CONTRACT_START') return [text('bonus', { term: formatTerm(term) })];
    return termStrategy === 'END_OF_CURRENT_TERM' ? [text('bonusEnd', { term: formatTerm(term) })] : [];
  });
}

/**
 * Formats a term that follows "after" or "in", which take the dative in German: "nach 3 Monaten".
 * @param {Term} term
 */
export function dativeTerm(term) {
  const words = formatTerm(term);
  return isGerman && term.value !== 1 ? words.replace(/e$/, 'en') : words;
}

/**
 * Formats the interval of a payment, such as "a month" or "every 6 months".
 * @param {Term} term
 */
function formatRhythm(term) {
  if (term.value !== 1) return text('every', { term: formatTerm(term) });
  return text(
    /** @type {const} */ ({ DAY: 'aDay', WEEK: 'aWeek', MONTH: 'aMonth', YEAR: 'aYear' })[term.unit],
  );
}

/**
 * Splits a price into the parts that people read: the amount, how often it is due, and later prices.
 *
 * @param {Frequency} frequency
 * @returns {{ figure: string, rhythm: string, later: string[] }}
 */
export function priceOf({ type, term, price, monthDaysToPrices = [], termsToPrices = [] }) {
  const rhythm = term ? formatRhythm(term) : '';
  switch (type) {
    case 'FREE':
      return { figure: text('free'), rhythm: '', later: [] };
    case 'MONTH_DAY': {
      const days = monthDaysToPrices.map(({ monthDay, price: due }) => {
        const date = `2000-${pad(monthDay.monthValue)}-${pad(monthDay.dayOfMonth)}`;
        return {
          due: formatMoney(due),
          on: text('onDay', { date: formatDate(date, { day: 'numeric', month: 'long' }) }),
        };
      });
      const [first = { due: '', on: '' }, ...others] = days;
      return {
        figure: first.due,
        rhythm: first.on,
        later: others.map(({ due, on }) => text('alsoDue', { price: `${due} ${on}` })),
      };
    }
    case 'TERM_BASED': {
      const [first, ...others] = termsToPrices;
      return {
        figure: first ? formatMoney(first.price) : '',
        rhythm,
        later: others.map((step) =>
          text('later', { price: formatMoney(step.price), term: dativeTerm(step.term) }),
        ),
      };
    }
    case 'NON_RECURRING':
      return { figure: price ? formatMoney(price) : '', rhythm: text('once'), later: [] };
    case 'RECURRING':
      return { figure: price ? formatMoney(price) : '', rhythm, later: [] };
  }
}

/**
 * Formats a price in one line, for lists.
 * @param {Frequency} frequency
 */
export function priceLine(frequency) {
  const { figure, rhythm } = priceOf(frequency);
  return `${figure} ${rhythm}`.trim();
}

/**
 * Formats prices by age, such as "14–25: −15 %".
 * @param {Frequency} frequency
 * @param {string} currency
 */
export function agePrices({ ageBasedAdjustments = [] }, currency) {
  return ageBasedAdjustments.map(({ ageRange: { startAge, endAge }, value, type }) => {
    const change =
      type === 'PERCENTAGE'
        ? withMinus(
            new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100),
          )
        : formatMoney({ amount: value, currency });
    const ages =
      endAge >= 100 ? text('agesFrom', { age: startAge }) : text('ages', { from: startAge, to: endAge });
    return `${ages}: ${change}`;
  });
}

/**
 * Formats the hours of a week, such as "Mon–Fri 06:00–16:00".
 * @param {readonly { dayOfWeek: string, timeFrom: string, timeTo: string }[]} availabilities
 */
export function formatHours(availabilities) {
  /** @type {{ first: number, last: number, hours: string }[]} */
  const runs = [];
  const days = availabilities
    .map(({ dayOfWeek, timeFrom, timeTo }) => ({
      day: DAYS.indexOf(dayOfWeek),
      hours: `${formatTime(timeFrom)}–${formatTime(timeTo)}`,
    }))
    .sort((one, other) => one.day - other.day);
  for (const { day, hours } of days) {
    const run = runs.at(-1);
    if (run?.hours === hours && run.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day, hours });
  }
  return runs
    .map(({ first, last, hours }) => {
      const name = first === last ? dayName(first) : `${dayName(first)}–${dayName(last)}`;
      return `${name} ${hours}`;
    })
    .join(', ');
}

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** @param {number} day 0 for Monday */
function dayName(day) {
  // 1 January 2024 was a Monday.
  return formatDate(`2024-01-${pad(day + 1)}`, { weekday: 'short' });
}

/** @param {string} time such as 06:00:00 */
function formatTime(time) {
  const options = /** @type {const} */ ({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return new Intl.DateTimeFormat(locale, options).format(new Date(`2024-01-01T${time}Z`));
}

/** Returns today in the visitor's time zone, as yyyy-MM-dd. */
export function today() {
  const time = now();
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}

/** @param {number} number */
function pad(number) {
  return String(number).padStart(2, '0');
}
