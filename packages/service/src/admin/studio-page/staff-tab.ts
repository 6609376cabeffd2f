import { html, type Html } from '@upc/server-kit/html';
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { STAFF_ACTIONS } from '../staff-actions.js';
import { BACK_FIELD, STUDIO_FIELD } from './action-pages.js';
import { addressOf, isListed } from './filter.js';
import {
  actionWords,
  day,
  fieldName,
  type Frame,
  ids,
  known,
  knownWord,
  studioName,
  time,
  wordFor,
} from './frame.js';
import { partOf, type Range, rangeOf, section } from './lists.js';
import type { Words } from './words-en.js';

/** Performed actions in the overview. */
const SHOWN = 10;

type Area = keyof Words['staff']['areas'];

/** Areas in which actions are listed, by the subjects of their names. */
const AREAS: Readonly<Record<Area, readonly string[]>> = {
  members: [
    'contract',
    'cancelation',
    'declaration',
    'module-contract',
    'idle-period',
    'payment-run',
    'credit',
    'payment-link',
    'customer',
    'amendment',
    'consent',
    'communication',
    'member-list',
  ],
  entrance: ['check-in', 'access-medium', 'access-restriction', 'aggregator', 'aggregator-member'],
  bank: ['bank', 'bank-file', 'bank-batch', 'bank-debit', 'bank-entry'],
  collection: ['debt-collection'],
  integrations: ['integration', 'key', 'webhook', 'event', 'device'],
  offers: ['offer', 'additional-module', 'voucher', 'class', 'class-slot', 'appointment', 'booking'],
  studio: ['studio', 'settings', 'origin', 'employee'],
};

type AuditRecord = typeof auditRecords.$inferSelect;

/** Loads and renders what staff did and can do; null if a search finds nothing. */
export async function staffTab({ db }: Context, frame: Frame): Promise<Html | null> {
  const { filter, words } = frame;
  const records = await newestRecords(db, frame, rangeOf(filter, 'did', SHOWN));
  if (filter.search !== null && records.length === 0) return null;
  return html`${isListed(filter, 'actions') && filter.search === null ? actionList(frame) : null}
  ${section(frame, {
    ...{ name: 'did', title: words.staff.did, part: partOf(records, rangeOf(filter, 'did', SHOWN)) },
    item: (record) => recordItem(frame, record),
    idOf: ({ id }) => id,
    empty: html`<p class="empty">${words.staff.none}</p>`,
  })}`;
}

async function newestRecords(
  db: Database,
  { filter }: Frame,
  { size, before }: Range,
): Promise<AuditRecord[]> {
  const { search, studioId } = filter;
  return db
    .select()
    .from(auditRecords)
    .where(
      and(
        search === null
          ? undefined
          : or(
              eq(auditRecords.traceId, search),
              eq(sql`split_part(${auditRecords.entity}, ' ', 2)`, search),
              eq(auditRecords.action, search),
            ),
        studioId === null ? undefined : eq(auditRecords.studioId, studioId),
        before === null ? undefined : lt(auditRecords.id, before),
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(size + 1);
}

/** Renders a link to the form of each staff action, by area. */
function actionList(frame: Frame): Html {
  const { words, filter } = frame;
  const query = new URLSearchParams({
    ...(filter.studioId !== null && { [STUDIO_FIELD]: String(filter.studioId) }),
    [BACK_FIELD]: addressOf(filter),
  }).toString();
  return html`<section aria-labelledby="actions">
    <h2 id="actions">${words.staff.actions}</h2>
    <div class="areas">
      ${(Object.entries(AREAS) as [Area, readonly string[]][]).map(
        ([area, subjects]) =>
          html`<section aria-labelledby="area-${area}">
            <h3 id="area-${area}">${words.staff.areas[area]}</h3>
            <ul>
              ${STAFF_ACTIONS.filter(({ name }) => subjects.includes(name.split('.')[0] ?? '')).map(
                ({ name }) =>
                  html`<li>
                    <a href="/studio/actions/${name}?${query}">${actionWords(frame, name).title}</a>
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
    </div>
  </section>`;
}

function recordItem(frame: Frame, record: AuditRecord): Html {
  const { action, actor, createdAt, studioId, traceId } = record;
  const { form, payments } = frame.words;
  const [kind, who] = actor.split(': ');
  const by = kind === 'studio page' ? form.page : kind === 'command' ? `${form.command}: ${who}` : actor;
  return html`<h3>${actionWords(frame, action).title}</h3>
    <p class="about">${time(frame, createdAt, studioId)} · ${studioName(frame, studioId)} · ${by}</p>
    ${whatChanged(frame, record)} ${ids(['upc-service staff', action], [payments.trace, traceId])}`;
}

/**
 * Renders the subject of an action and what it changed, as in “Contract 599005 – Last day: 31 Jan 2027”. Settings, which
 * staff write as JSON, are behind disclosures.
 */
function whatChanged(frame: Frame, { action, entity, changed, studioId }: AuditRecord): Html {
  const [kind = '', ...words] = entity.split(' ');
  // Banks choose the ids of their messages, which may have spaces.
  const id = words.join(' ');
  const all = Object.entries(changed).map(([name, value]) => ({
    name: fieldName(frame, name, action),
    fact: factText(frame, value, studioId),
    json: JSON.stringify(value, null, 2),
  }));
  const facts = all.flatMap(({ name, fact }) => (fact === null ? [] : [html`${name}: ${fact}`]));
  return html`<p>
      ${known(frame.words.entities, kind) ?? kind}
      ${id}${facts.map((fact, index) => html`${index === 0 ? ' – ' : ', '}${fact}`)}
    </p>
    ${all.map(({ name, fact, json }) =>
      fact === null
        ? html`<details>
            <summary>${name}</summary>
            <pre><code>${json}</code></pre>
          </details>`
        : null,
    )}`;
}

/** Returns a changed value in words; null if it has several parts. */
function factText(frame: Frame, value: unknown, studioId: number | null): string | Html | null {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return wordFor(frame, String(value));
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return day(frame, value);
    if (/^\d{4}-\d\d-\d\dT.+Z$/.test(value)) return time(frame, new Date(value), studioId);
    return knownWord(frame, value) ?? value;
  }
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.map((each) => knownWord(frame, String(each)) ?? String(each)).join(', ') || '–';
  }
  return null;
}

/** Renders what an action has just done; null if there is no such record. */
export async function doneNotice(db: Database, frame: Frame, recordId: number): Promise<Html | null> {
  const [record] = await db.select().from(auditRecords).where(eq(auditRecords.id, recordId));
  if (record === undefined) return null;
  // The focus makes screen readers read the notice, although it is there from the start.
  return html`<div class="notice good" role="status" tabindex="-1" autofocus>
    <p><strong>${frame.words.form.done} ${actionWords(frame, record.action).title}</strong></p>
    ${whatChanged(frame, record)}
  </div>`;
}
