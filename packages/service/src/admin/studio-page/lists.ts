import { html, type Html } from '@upc/server-kit/html';
import { addressOf, type Filter } from './filter.js';
import type { Frame } from './frame.js';

/** Entries of a list in the overview of a tab, and on a page of the list alone. */
const FEW = 5;
const MANY = 20;

/** A part of a list, newest first. */
export interface Range {
  readonly size: number;
  /** Id of the last entry on the previous page. */
  readonly before: number | null;
}

/** Returns the part of a list that is shown: its newest entries, or one page if only this list is asked for. */
export function rangeOf({ list, before }: Filter, name: string, size = FEW): Range {
  return list === name
    ? { size: MANY, before: before === null ? null : Number(before) }
    : { size, before: null };
}

export interface Part<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
}

/** Cuts rows to the size of a page; the query has to load one more. */
export function partOf<T>(rows: readonly T[], { size }: Pick<Range, 'size'>): Part<T> {
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

export const NO_ROWS: Part<never> = { rows: [], hasMore: false };

export interface List<T> {
  /** Name of the list in the address. */
  readonly name: string;
  readonly title: string;
  readonly part: Part<T>;
  readonly item: (row: T) => Html;
  readonly idOf: (row: T) => string | number;
  /** What is said if there are no entries. Without it, an empty list is left out. */
  readonly empty?: Html | null;
  readonly before?: Html | null;
  /** Whether the overview shows a whole page, so that the next page follows it. */
  readonly isPaged?: true;
}

/** Renders a list with its heading and a link to its older entries. */
export function section<T>(frame: Frame, list: List<T>): Html | null {
  const { name, title, part, item, empty = null, before = null } = list;
  const { filter } = frame;
  if (part.rows.length === 0 && empty === null && filter.list !== name) return null;
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title}</h2>
    ${before}
    ${
      part.rows.length === 0
        ? (empty ?? html`<p class="empty">${frame.words.lists.empty}</p>`)
        : html`<ol class="cards">
            ${part.rows.map((row) => html`<li>${item(row)}</li>`)}
          </ol>`
    }
    ${links(frame, list)}
  </section>`;
}

function links<T>({ filter, words }: Frame, { name, title, part, idOf, isPaged }: List<T>): Html | null {
  const { all, back, newest, older, pages } = words.lists;
  const last = part.rows.at(-1);
  const isAlone = filter.list === name;
  const link = (to: Partial<Filter>, text: string) =>
    html`<a href="${addressOf({ ...filter, ...to })}">${text}</a>`;
  const next =
    part.hasMore && last !== undefined
      ? html`<a href="${addressOf({ ...filter, list: name, before: String(idOf(last)) })}" rel="next"
          >${older}</a
        >`
      : null;
  if (!isAlone) {
    if (!part.hasMore) return null;
    return html`<p class="paging">${isPaged ? next : link({ list: name, before: null }, all(title))}</p>`;
  }
  return html`<nav class="paging" aria-label="${pages}">
    ${link({ list: null, before: null }, back)}
    ${filter.before === null ? null : link({ before: null }, newest)} ${next}
  </nav>`;
}

/** Renders a customer's number as a link to what the tab shows of this customer alone. */
export function customerLink({ filter, words }: Frame, customerId: number): Html {
  const address = addressOf({ ...filter, search: null, customerId, list: null, before: null });
  return html`<a href="${address}">${words.payments.customer} ${customerId}</a>`;
}
