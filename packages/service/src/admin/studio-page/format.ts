import { html, type Html } from '@upc/server-kit/html';
import { isKnownZone } from '../../core/calendar.js';
import { toMoney } from '../../core/money.js';

/**
 * Renders the time of an event in the studio's time zone and in UTC; only in UTC if there is no studio or its zone is
 * unknown.
 *
 * @param timeZone of the studio, IANA
 */
export function time(date: Date, timeZone?: string): Html {
  const iso = date.toISOString();
  const universal = `${iso.slice(0, 19).replace('T', ' ')} UTC`;
  if (timeZone === undefined || !isKnownZone(timeZone)) {
    return html`<time datetime="${iso}">${universal}</time>`;
  }
  // The Swedish date format is that of ISO 8601.
  const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    date,
  );
  const [localDay = ''] = local.split(' ');
  const short = universal.startsWith(localDay) ? universal.slice(11) : universal;
  const place = timeZone.split('/').pop()?.replaceAll('_', ' ') ?? timeZone;
  return html`<time datetime="${iso}">${local} ${place} <span class="utc">(${short})</span></time>`;
}

/** Renders the day of a time in UTC. */
export function day(date: Date): Html {
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

/**
 * Formats an amount.
 *
 * @param minor amount in minor units
 */
export function money(minor: number, currency: string): string {
  const { amount } = toMoney(minor, currency);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}

export function badge(status: string): Html {
  return html`<span class="badge" data-status="${status}">${status}</span>`;
}
