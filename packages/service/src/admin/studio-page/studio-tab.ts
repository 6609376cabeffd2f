import { html, type Html } from '@upc/server-kit/html';
import { and, desc, eq, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { type CustomerStatus, customerStatus } from '../../modules/customer-queries/customer-status.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { employees } from '../../modules/employees/employees.tables.js';
import { leads } from '../../modules/leads/leads.tables.js';
import {
  type StudioInformation,
  WEEKDAYS,
} from '../../modules/studio-information/studio-information.stored.js';
import { informationOf, tagsOf } from '../../modules/studio-information/studio-information.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { exportLink } from '../../modules/tax-exports/tax-exports.js';
import { taxExports } from '../../modules/tax-exports/tax-exports.tables.js';
import { actionButton, actionLink, hidden } from './action-pages.js';
import { moduleItem, shownModules } from './additional-modules.js';
import type { FoundCustomer } from './customer-search.js';
import { keptOutByPartners, keptOutItem, newestUses, useItem } from './entrance.js';
import { isListed, wholeNumber } from './filter.js';
import { badge, day, type Frame, ids, studioName, time, weekday, wordFor } from './frame.js';
import { customerLink, NO_ROWS, type Part, partOf, type Range, rangeOf, section } from './lists.js';
import { bookingItem, newestBookings, nextSlots, slotItem } from './timetable.js';

/** Studios in the overview. */
const SHOWN = 10;

/**
 * Loads and renders what studios publish about themselves, what they offer besides memberships, who uses it, their
 * employees, leads and tax exports; null if a search finds nothing.
 *
 * @param found customers that match the search; null if there is no search
 */
export async function studioTab(
  context: Context,
  frame: Frame,
  found: readonly FoundCustomer[] | null,
): Promise<Html | null> {
  const { db } = context;
  const { filter, words } = frame;
  const { customerId, search } = filter;
  const isSearch = search !== null;
  const isOfOne = customerId !== null;
  const shown =
    isListed(filter, 'studios') && !isSearch && !isOfOne
      ? await shownStudios(db, frame, rangeOf(filter, 'studios', SHOWN))
      : NO_ROWS;
  const team =
    isListed(filter, 'employees') && !isOfOne
      ? await shownEmployees(db, frame, rangeOf(filter, 'employees'))
      : NO_ROWS;
  const interested = isListed(filter, 'leads')
    ? await shownLeads(context, frame, rangeOf(filter, 'leads'), found)
    : NO_ROWS;
  const slots =
    isListed(filter, 'timetable') && !isSearch && !isOfOne
      ? await nextSlots(context, frame, rangeOf(filter, 'timetable'))
      : NO_ROWS;
  const customerIds = isOfOne ? [customerId] : (found?.map(({ id }) => id) ?? null);
  const booked = isListed(filter, 'bookings')
    ? await newestBookings(context, frame, rangeOf(filter, 'bookings'), customerIds)
    : NO_ROWS;
  const modules =
    isListed(filter, 'modules') && !isSearch && !isOfOne
      ? await shownModules(context, frame, rangeOf(filter, 'modules'))
      : NO_ROWS;
  const uses = isListed(filter, 'benefits')
    ? await newestUses(db, frame, rangeOf(filter, 'benefits'), customerIds)
    : NO_ROWS;
  const keptOut = isListed(filter, 'restrictions')
    ? await keptOutByPartners(db, frame, rangeOf(filter, 'restrictions'), customerIds)
    : NO_ROWS;
  const exports =
    isListed(filter, 'exports') && !isSearch && !isOfOne
      ? await newestExports(db, frame, rangeOf(filter, 'exports'))
      : NO_ROWS;
  const all = [team.rows, interested.rows, booked.rows, uses.rows, keptOut.rows];
  if (isSearch && all.every(({ length }) => length === 0)) return null;
  const text = words.studio;
  const nothing = isSearch || isOfOne ? null : html`<p class="empty">${words.lists.empty}</p>`;
  return html`${section(frame, {
    ...{ name: 'studios', title: text.studios, part: shown },
    item: (row) => studioItem(frame, row),
    idOf: ({ studio }) => studio.id,
  })}
  ${section(frame, {
    ...{ name: 'timetable', title: text.timetable, part: slots },
    item: (row) => slotItem(frame, row),
    idOf: ({ slot }) => slot.id,
  })}
  ${
    isListed(filter, 'bookings')
      ? section(frame, {
          ...{ name: 'bookings', title: text.bookings, part: booked, empty: nothing },
          item: (row) => bookingItem(frame, row),
          idOf: ({ booking }) => booking.id,
        })
      : null
  }
  ${section(frame, {
    ...{ name: 'modules', title: text.modules, part: modules },
    item: (row) => moduleItem(frame, row),
    idOf: ({ row }) => row.id,
  })}
  ${section(frame, {
    ...{ name: 'benefits', title: text.benefits, part: uses },
    item: (row) => useItem(frame, row),
    idOf: ({ use }) => use.id,
  })}
  ${section(frame, {
    ...{ name: 'restrictions', title: text.restrictions, part: keptOut },
    item: (row) => keptOutItem(frame, row),
    idOf: ({ customerId: id }) => id,
  })}
  ${
    isListed(filter, 'employees')
      ? section(frame, {
          ...{ name: 'employees', title: text.employees, part: team, empty: nothing },
          item: (row) => employeeItem(frame, row),
          idOf: ({ id }) => id,
        })
      : null
  }
  ${
    isListed(filter, 'leads')
      ? section(frame, {
          ...{ name: 'leads', title: text.leads, part: interested, empty: nothing },
          item: (row) => leadItem(frame, row),
          idOf: ({ lead }) => lead.id,
        })
      : null
  }
  ${section(frame, {
    ...{ name: 'exports', title: text.exports, part: exports },
    item: (row) => exportItem(context, frame, row),
    idOf: ({ id }) => id,
  })}`;
}

interface ShownStudio {
  readonly studio: Studio;
  readonly information: StudioInformation;
  readonly tags: readonly string[];
}

async function shownStudios(
  db: Database,
  { filter: { studioId } }: Frame,
  { size, before }: Range,
): Promise<Part<ShownStudio>> {
  const rows = await db
    .select()
    .from(studios)
    .where(
      and(
        studioId === null ? undefined : eq(studios.id, studioId),
        before === null ? undefined : lt(studios.id, before),
      ),
    )
    .orderBy(desc(studios.id))
    .limit(size + 1);
  const { rows: page, hasMore } = partOf(rows, { size });
  const shown: ShownStudio[] = [];
  for (const studio of page) {
    shown.push({ studio, information: await informationOf(db, studio), tags: await tagsOf(db, studio) });
  }
  return { rows: shown, hasMore };
}

function studioItem(frame: Frame, { studio, information, tags }: ShownStudio): Html {
  const { studio: text } = frame.words;
  const { description, address, openingHours, closingHours } = information;
  const { line1, postalCode, city } = studio.creditor.address;
  const place = address
    ? `${address.street} ${address.houseNumber ?? ''}, ${address.zip} ${address.city}`
    : `${line1}, ${postalCode} ${city}`;
  return html`<h3>${studio.name}</h3>
    ${description === undefined ? null : html`<p>${description}</p>`}
    <p class="about">${place}${tags.length === 0 ? null : html` · ${tags.join(', ')}`}</p>
    <details>
      <summary>${text.hours}</summary>
      ${openingHours.length === 0 ? html`<p class="empty">${text.noHours}</p>` : null}
      <ul class="rows">
        ${openingHours.map((hours) => html`<li>${hoursText(frame, hours)}</li>`)}
        ${closingHours.map(
          ({ reason, dateTimeFrom, dateTimeTo }) =>
            html`<li>
              ${text.closed}: ${time(frame, new Date(dateTimeFrom), studio.id)} –
              ${time(frame, new Date(dateTimeTo), studio.id)}${reason === undefined ? null : ` (${reason})`}
            </li>`,
        )}
      </ul>
    </details>
    ${ids([text.studio, studio.id])}
    <div class="buttons">
      ${actionLink(frame, 'studio.publish', studio.id, {}, studio.name)}
      ${actionLink(frame, 'employee.add', studio.id, {}, studio.name)}
    </div>`;
}

function hoursText(
  frame: Frame,
  { dayOfWeekFrom, dayOfWeekTo, timeFrom, timeTo }: StudioInformation['openingHours'][number],
): string {
  const name = (day: (typeof WEEKDAYS)[number]) => weekday(frame, WEEKDAYS.indexOf(day));
  const days =
    dayOfWeekFrom === dayOfWeekTo ? name(dayOfWeekFrom) : `${name(dayOfWeekFrom)} – ${name(dayOfWeekTo)}`;
  const hours =
    timeFrom === timeTo ? frame.words.studio.allDay : `${timeFrom.slice(0, 5)} – ${timeTo.slice(0, 5)}`;
  return `${days}: ${hours}`;
}

type Employee = typeof employees.$inferSelect;

async function shownEmployees(
  db: Database,
  { filter: { search, studioId } }: Frame,
  { size, before }: Range,
): Promise<Part<Employee>> {
  const rows = await db
    .select()
    .from(employees)
    .where(
      and(
        search === null ? undefined : isEmployee(search),
        studioId === null ? undefined : eq(employees.studioId, studioId),
        before === null ? undefined : lt(employees.id, before),
      ),
    )
    .orderBy(desc(employees.id))
    .limit(size + 1);
  return partOf(rows, { size });
}

function isEmployee(search: string): SQL | undefined {
  const number = wholeNumber(search);
  const { definition } = employees;
  const name = sql`concat(${definition} ->> 'firstName', ' ', ${definition} ->> 'lastName')`;
  return or(
    number === null ? undefined : eq(employees.id, number),
    ilike(name, `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`),
  );
}

function employeeItem(frame: Frame, { id, studioId, definition }: Employee): Html {
  const { firstName, lastName, businessRole, employeeCompetences = [] } = definition;
  const name = `${firstName} ${lastName}`;
  const role = businessRole === undefined ? [] : [wordFor(frame, businessRole)];
  return html`<h3>${name}</h3>
    <p class="about">${[...role, studioName(frame, studioId), ...employeeCompetences].join(' · ')}</p>
    ${ids([frame.words.studio.employee, id])}
    <div class="buttons">
      ${actionLink(frame, 'employee.change', studioId, { employeeId: id }, name)}
      ${actionButton(frame, 'employee.delete', studioId, { employeeId: id }, name)}
    </div>`;
}

interface ShownLead {
  readonly lead: typeof leads.$inferSelect;
  readonly name: string;
  readonly status: CustomerStatus;
}

async function shownLeads(
  { db, clock }: Context,
  { filter: { search, studioId, customerId } }: Frame,
  { size, before }: Range,
  found: readonly FoundCustomer[] | null,
): Promise<Part<ShownLead>> {
  const number = search === null ? null : wholeNumber(search);
  const isFound =
    found === null
      ? undefined
      : or(
          inArray(
            leads.customerId,
            found.map(({ id }) => id),
          ),
          number === null ? undefined : eq(leads.id, number),
        );
  const rows = await db
    .select({
      lead: leads,
      name: sql<string>`concat(${customers.firstName}, ' ', ${customers.lastName})`,
      // The list contains studios of several time zones. One day at the end of a contract does not matter here.
      status: customerStatus(db, calendarDateIn(clock.now(), 'UTC')),
    })
    .from(leads)
    .innerJoin(customers, eq(customers.id, leads.customerId))
    .where(
      and(
        isFound,
        studioId === null ? undefined : eq(leads.studioId, studioId),
        customerId === null ? undefined : eq(leads.customerId, customerId),
        before === null ? undefined : lt(leads.id, before),
      ),
    )
    .orderBy(desc(leads.id))
    .limit(size + 1);
  return partOf(rows, { size });
}

function leadItem(frame: Frame, { lead, name, status }: ShownLead): Html {
  const { studio: text } = frame.words;
  const { id, studioId, customerId, source, createdAt, notes } = lead;
  return html`<h3>${name} ${badge(frame, status)}</h3>
    <p class="about">
      ${time(frame, createdAt, studioId)} · ${text.from} ${wordFor(frame, source)} ·
      ${customerLink(frame, customerId)} · ${studioName(frame, studioId)}
    </p>
    ${notes === null ? null : html`<p>${notes}</p>`} ${ids([text.lead, id])}`;
}

type TaxExport = typeof taxExports.$inferSelect;

async function newestExports(
  db: Database,
  { filter: { studioId } }: Frame,
  { size, before }: Range,
): Promise<Part<TaxExport>> {
  const rows = await db
    .select()
    .from(taxExports)
    .where(
      and(
        studioId === null ? undefined : eq(taxExports.studioId, studioId),
        before === null ? undefined : lt(taxExports.id, before),
      ),
    )
    .orderBy(desc(taxExports.id))
    .limit(size + 1);
  return partOf(rows, { size });
}

function exportItem(context: Context, frame: Frame, row: TaxExport): Html {
  const { contracts, studio: text } = frame.words;
  const { id, studioId, fromDate, toDate, format, fileFormat, state, createdAt } = row;
  return html`<h3>${contracts.dates(day(frame, fromDate), day(frame, toDate))} ${badge(frame, state)}</h3>
    <p class="about">
      ${time(frame, createdAt, studioId)} · ${wordFor(frame, format)} · ${fileFormat} ·
      ${studioName(frame, studioId)}
    </p>
    ${ids([text.export, id])}
    ${
      state === 'READY'
        ? html`<div class="buttons">
            <a class="button" href="${exportLink(context, id)}"
              >${text.download}${hidden(`${text.export} ${id}`)}</a
            >
          </div>`
        : null
    }`;
}
