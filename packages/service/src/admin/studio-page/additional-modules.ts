import { html, type Html } from '@upc/server-kit/html';
import { and, desc, eq, lt } from 'drizzle-orm';
import { addTerm, type CalendarDate, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { additionalModules } from '../../modules/memberships/additional-modules/additional-modules.tables.js';
import { moduleEnd, moduleTrialEnd } from '../../modules/memberships/additional-modules/module-bookings.js';
import {
  type ModuleContract,
  moduleContractsOf,
} from '../../modules/memberships/additional-modules/module-contracts.js';
import type { Contract } from '../../modules/memberships/contracts/contracts.js';
import { idleTimesOf } from '../../modules/memberships/idle-periods/idle-periods.js';
import { basePriceOf } from '../../modules/memberships/pricing/fees.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { actionButton, actionLink } from './action-pages.js';
import { badge, day, type Frame, ids, money, studioName, termName, wordFor } from './frame.js';
import { type Part, partOf, type Range } from './lists.js';

export interface ShownModule {
  readonly row: typeof additionalModules.$inferSelect;
  /** Prices as of today, each in minor units. */
  readonly prices: readonly number[];
  readonly currency: string;
}

/** Loads the additional modules that studios have defined. */
export async function shownModules(
  { db, clock }: Context,
  { filter: { studioId } }: Frame,
  { size, before }: Range,
): Promise<Part<ShownModule>> {
  const rows = await db
    .select({ row: additionalModules, studio: studios })
    .from(additionalModules)
    .innerJoin(studios, eq(studios.id, additionalModules.studioId))
    .where(
      and(
        studioId === null ? undefined : eq(additionalModules.studioId, studioId),
        before === null ? undefined : lt(additionalModules.id, before),
      ),
    )
    .orderBy(desc(additionalModules.id))
    .limit(size + 1);
  const { rows: page, hasMore } = partOf(rows, { size });
  return {
    hasMore,
    rows: page.map(({ row, studio }) => {
      const { term, paymentFrequencies } = row.definition;
      const start = todayAt({ clock }, studio);
      const runtime = { start, end: addTerm(start, term) };
      const prices = paymentFrequencies.map((frequency) => basePriceOf(frequency, runtime));
      return { row, prices, currency: studio.currency };
    }),
  };
}

export function moduleItem(frame: Frame, { row, prices, currency }: ShownModule): Html {
  const { studio: text } = frame.words;
  const { id, studioId, definition } = row;
  const { name, description, isActive, isOnline, term, trialPeriod, paymentFrequencies } = definition;
  const facts = [
    ...paymentFrequencies.map((frequency, index) => {
      const price = money(frame, prices[index] ?? 0, currency);
      return frequency.type === 'RECURRING' ? `${price} / ${termName(frame, frequency.term)}` : price;
    }),
    text.atLeast(termName(frame, term)),
    ...(trialPeriod ? [text.trial(termName(frame, trialPeriod.term))] : []),
    ...(isActive ? [] : [text.notOffered]),
    ...(isOnline ? [] : [text.notOnline]),
    studioName(frame, studioId),
  ];
  return html`<h3>${name}</h3>
    ${description === undefined ? null : html`<p>${description}</p>`}
    <p class="about">${facts.join(' · ')}</p>
    ${ids([text.module, id])}`;
}

/** A module that was booked onto a contract, with its days as idle periods have moved them. */
export interface ModuleStory {
  readonly booked: ModuleContract;
  readonly endDate: CalendarDate;
  /** null without a trial. */
  readonly trialEndDate: CalendarDate | null;
  readonly hasEnded: boolean;
}

/** Loads the modules that were booked onto contracts, past and present, in the order in which they were booked. */
export async function moduleStories(
  { db, clock }: Context,
  rows: readonly { readonly contract: Contract; readonly studio: Studio }[],
): Promise<ModuleStory[]> {
  const all = await moduleContractsOf(
    db,
    rows.map(({ contract }) => contract.id),
  );
  const stories: ModuleStory[] = [];
  for (const { contract, studio } of rows) {
    const own = all.filter(({ contractId }) => contractId === contract.id);
    if (own.length === 0) continue;
    const today = todayAt({ clock }, studio);
    const running = { contract, today, idleTimes: await idleTimesOf(db, contract.id, today) };
    for (const booked of own) {
      const endDate = moduleEnd(booked, running);
      const trialEndDate = moduleTrialEnd(booked, running);
      stories.push({ booked, endDate, trialEndDate, hasEnded: endDate < today });
    }
  }
  return stories;
}

/** Renders the modules that were booked onto a contract. */
export function moduleList(frame: Frame, stories: readonly ModuleStory[], studioId: number): Html | null {
  if (stories.length === 0) return null;
  return html`<details>
    <summary>${frame.words.contracts.modules(stories.length)}</summary>
    <ol class="rows">
      ${stories.map((story) => html`<li>${bookedModule(frame, story, studioId)}</li>`)}
    </ol>
  </details>`;
}

function bookedModule(
  frame: Frame,
  { booked, endDate, trialEndDate, hasEnded }: ModuleStory,
  studioId: number,
): Html {
  const { contracts: text } = frame.words;
  const { id, startDate, cancelation, details } = booked;
  const fields = { additionalModuleContractId: id };
  const of = `${text.module} ${id}`;
  return html`<p><strong>${details.module.name}</strong> ${cancelation ? badge(frame, 'CANCELED') : null}</p>
    <p>
      ${text.dates(day(frame, startDate), day(frame, endDate))}${
        trialEndDate === null ? null : ` · ${text.trialUntil(day(frame, trialEndDate))}`
      }${
        cancelation
          ? html` · ${text.cancelled(day(frame, cancelation.receivedOn), wordFor(frame, cancelation.origin))}`
          : null
      }
    </p>
    ${ids([text.module, id])}
    ${
      hasEnded
        ? null
        : html`<div class="buttons">
            ${
              cancelation
                ? actionButton(frame, 'module-contract.withdraw-cancelation', studioId, fields, of)
                : actionLink(frame, 'module-contract.cancel', studioId, fields, of)
            }
          </div>`
    }`;
}
