import { methodNames } from '@upc/contract/catalogue';
import { html, type Html } from '@upc/server-kit/html';
import type { FoundCustomer } from './customer-search.js';
import {
  addressOf,
  type Filter,
  isNarrowed,
  PAYMENT_STATUSES,
  pathOf,
  SESSION_STATUSES,
  type Tab,
  TABS,
} from './filter.js';
import { type Frame, PAGE_LANGUAGES, studioName, wordFor } from './frame.js';

interface Shell {
  readonly title: string;
  readonly content: Html;
}

/** Renders a document with the page's style and script. */
export function pageShell({ language, words }: Frame, { title, content }: Shell): string {
  const { markup } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – ${words.title}</title>
        <link rel="stylesheet" href="/studio/studio.css" />
        <script src="/studio/studio.js" defer></script>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `;
  return markup;
}

export interface TabPage {
  /** Lists of the tab; null if a search found nothing. */
  readonly content: Html | null;
  /** Customers that match the search; null if there is no search. */
  readonly found: readonly FoundCustomer[] | null;
  /** Faults of the address, one sentence each. If there are any, the page lists nothing. */
  readonly problems: readonly string[];
  /** What staff have just done; null if nothing. */
  readonly done: Html | null;
  /** Address of the demo's pages; null if there are none. */
  readonly demoUrl: string | null;
}

export function tabPage(frame: Frame, { content, found, problems, done, demoUrl }: TabPage): string {
  const { words, filter } = frame;
  const name = words.tabs[filter.tab];
  return pageShell(frame, {
    title: done === null ? name : `${words.form.done} ${name}`,
    content: html`<header>
        ${demoUrl === null ? null : demoLinks(frame, demoUrl)}
        <div class="title">
          <h1>${words.title}</h1>
          ${languageLink(frame)}
        </div>
        <p class="quiet">${words.lead}</p>
        <nav class="tabs" aria-label="${words.sections}">
          ${shownTabs(frame).map(
            (tab) =>
              html`<a
                href="${addressOf(carried(filter, tab))}"
                ${tab === filter.tab ? html`aria-current="page"` : null}
                >${words.tabs[tab]}</a
              >`,
          )}
        </nav>
      </header>
      ${done} ${searchForm(frame)}
      <div id="stories">
        ${problems.length > 0 ? problemList(frame, problems) : null}
        ${problems.length > 0 ? null : html`${customerList(frame, found)} ${content ?? nothingFound(frame, found)}`}
      </div>`,
  });
}

/** Returns the tabs that have something to show: bank files only where a bank collects debits. */
function shownTabs({ studios, filter: { tab, studioId } }: Frame): readonly Tab[] {
  const hasBank = studios.some((studio) => studio.hasBank && (studioId === null || studio.id === studioId));
  return TABS.filter((each) => each !== 'bank' || each === tab || hasBank);
}

/** Returns the filter for another tab: the studio, the customer and the search stay. */
function carried({ search, sealedSearch, studioId, customerId }: Filter, tab: Filter['tab']): Filter {
  return {
    ...{ tab, search, sealedSearch, studioId, customerId, list: null, before: null, withoutAttempts: false },
    ...{ paymentStatus: null, sessionStatus: null, method: null, from: null, to: null },
  };
}

function demoLinks({ words }: Frame, demoUrl: string): Html {
  const { signup, member, styling, studio } = words.demo;
  const pages = [
    ['/signup', signup],
    ['/', member],
    ['/styling', styling],
  ] as const;
  return html`<nav class="top" aria-label="${words.main}">
    ${pages.map(([path, name]) => html`<a href="${demoUrl + path}">${name}</a>`)}
    <a href="/studio" aria-current="true">${studio}</a>
  </nav>`;
}

function languageLink({ language, words, filter }: Frame): Html {
  const other = PAGE_LANGUAGES.find((each) => each !== language) ?? language;
  const address = addressOf(filter);
  const link = `${address}${address.includes('?') ? '&' : '?'}lang=${other}`;
  return html`<a class="language" lang="${other}" hreflang="${other}" href="${link}">${words.language}</a>`;
}

function problemList({ words }: Frame, problems: readonly string[]): Html {
  return html`<div class="notice bad" role="alert">
    <h2>${words.search.wrong}</h2>
    ${problems.map((problem) => html`<p>${problem}</p>`)}
  </div>`;
}

function nothingFound({ words, filter }: Frame, found: readonly FoundCustomer[] | null): Html {
  if (found !== null && found.length > 0) {
    return html`<p class="empty" role="status">${words.search.nothingOf(found.length)}</p>`;
  }
  return html`<div class="notice" role="status">
    <p><strong>${words.search.nothing(filter.search ?? '')}</strong></p>
    <p>${words.search.try} ${words.search.hints[filter.tab]}.</p>
  </div>`;
}

/** Renders the customers that a search has found, with links to what belongs to each. */
function customerList(frame: Frame, found: readonly FoundCustomer[] | null): Html | null {
  if (found === null || found.length === 0) return null;
  const { filter, words } = frame;
  return html`<section aria-labelledby="customers">
    <h2 id="customers">${words.search.customers}</h2>
    <ul class="people">
      ${found.map(
        ({ id, name, studioId, hasImage }) =>
          html`<li>
            <a href="${addressOf({ ...carried(filter, filter.tab), search: null, customerId: id })}"
              >${name}</a
            >
            <span class="quiet"
              >${[id, studioName(frame, studioId), ...(hasImage ? [words.search.hasImage] : [])].join(' · ')}</span
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

/**
 * Renders search and filters. They become part of the page's address, so that it can be reloaded and shared; a form that
 * wrote the address itself would put names into it.
 */
function searchForm(frame: Frame): Html {
  const { filter, words, studios } = frame;
  const { search: text } = words;
  const { tab, search, studioId, customerId, list } = filter;
  return html`<form role="search" class="search" method="post" action="${pathOf(tab)}">
    <label class="wide">
      <span>${text.label}</span>
      <input
        type="search"
        name="q"
        value="${search ?? ''}"
        aria-describedby="search-hint"
        autocomplete="off"
        spellcheck="false"
      />
    </label>
    <label>
      <span>${text.studio}</span>
      <select name="studio">
        ${option('', text.all, studioId === null)}
        ${studios.map(({ id, name }) => option(String(id), name, id === studioId))}
      </select>
    </label>
    <button class="primary">${text.go}</button>
    <small id="search-hint" class="wide">${text.hints[tab]}</small>
    ${
      tab === 'payments'
        ? paymentFilters(frame)
        : customerId === null
          ? null
          : html`<input type="hidden" name="customer" value="${customerId}" />`
    }
    ${list === null ? null : html`<input type="hidden" name="list" value="${list}" />`}
    <p class="wide line">
      ${
        customerId === null
          ? null
          : html`<span>${text.only(String(customerId))}</span>
              <a href="${addressOf({ ...filter, customerId: null, before: null })}">${text.drop}</a>`
      }
      ${isNarrowed(filter) || studioId !== null ? html`<a href="${pathOf(tab)}">${text.clear}</a>` : null}
      <label class="check" id="refreshing" hidden>
        <input id="refresh" type="checkbox" checked /> ${text.refresh}
      </label>
    </p>
  </form>`;
}

function paymentFilters(frame: Frame): Html {
  const { search: text } = frame.words;
  const { paymentStatus, sessionStatus, method, customerId, from, to, withoutAttempts } = frame.filter;
  const isUsed =
    [paymentStatus, sessionStatus, method, customerId, from, to].some((part) => part !== null) ||
    withoutAttempts;
  const options = <T extends string>(all: readonly T[], chosen: T | null) =>
    all.map((each) => option(each, wordFor(frame, each), each === chosen));
  return html`<details class="wide" ${isUsed ? html`open` : null}>
    <summary>${text.more}</summary>
    <div class="filters">
      <label>
        <span>${text.method}</span>
        <select name="method">
          ${option('', text.all, method === null)} ${options(methodNames, method)}
        </select>
      </label>
      <label>
        <span>${text.status}</span>
        <select name="status">
          ${option('', text.all, paymentStatus === null && sessionStatus === null)}
          <optgroup label="${text.attempt}">${options(PAYMENT_STATUSES, paymentStatus)}</optgroup>
          <optgroup label="${text.session}">${options(SESSION_STATUSES, sessionStatus)}</optgroup>
        </select>
      </label>
      <label>
        <span>${text.customer}</span>
        <input name="customer" value="${customerId ?? ''}" inputmode="numeric" autocomplete="off" />
      </label>
      <label>
        <span>${text.from}</span>
        <input name="from" type="date" value="${from ?? ''}" />
      </label>
      <label>
        <span>${text.to}</span>
        <input name="to" type="date" value="${to ?? ''}" />
      </label>
      <label class="check wide">
        <input name="empty" type="checkbox" value="shown" ${withoutAttempts ? html`checked` : null} />
        ${text.empty}
      </label>
    </div>
  </details>`;
}

function option(value: string, label: string, isChosen: boolean): Html {
  return html`<option value="${value}" ${isChosen ? html`selected` : null}>${label}</option>`;
}
