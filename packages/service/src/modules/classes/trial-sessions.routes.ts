import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { formatDateTime, formatUtcDateTime, formatZonedDateTime } from '../../core/date-time.js';
import { DateTimeInput, instantOf } from '../../core/http/date-times.js';
import { CalendarDate, Int64, Line, RequiredLine } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { GENDERS, type PersonProfile } from '../customers/profile.js';
import type { Period } from '../bookings/terms.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import {
  bookTrialSession,
  confirmTrialSession,
  freeSlots,
  MOST_DAYS,
  trialSessionOf,
} from './trial-sessions.js';

/**
 * Date-time formats of slots: the interface's original one, the current one, and the one in which some clients send
 * them back.
 */
const DATE_TIME_FORMS = {
  UTC: formatUtcDateTime,
  ZONED: formatZonedDateTime,
  OFFSET: formatDateTime,
} as const satisfies Record<string, (instant: Date, timeZone: string) => string>;

type WrittenAs = keyof typeof DATE_TIME_FORMS;

/** Returns the format of a received date-time. */
function formOf(dateTime: string): WrittenAs {
  if (dateTime.endsWith(']')) return 'ZONED';
  return dateTime.endsWith('Z') ? 'UTC' : 'OFFSET';
}

/** A person in the legacy interface's format. */
interface LegacyLead {
  readonly firstname: string;
  readonly lastname: string;
  readonly secondLastname?: string;
  readonly email: string;
  readonly gender?: NonNullable<PersonProfile['gender']>;
  readonly dateOfBirth?: string;
  readonly phone?: string;
  readonly address?: {
    readonly street?: string;
    readonly houseNumber?: string;
    readonly zip?: string;
    readonly city?: string;
    readonly country?: string;
  };
}

/** Converts a person to a customer profile. */
function personOf(lead: LegacyLead): PersonProfile {
  const { firstname: firstName, lastname: lastName, secondLastname: secondLastName, email, gender } = lead;
  const { street, houseNumber, zip: zipCode, city, country: countryCode } = lead.address ?? {};
  const optional = {
    secondLastName,
    gender,
    dateOfBirth: lead.dateOfBirth,
    phoneNumberPrivate: lead.phone,
    street,
    houseNumber,
    zipCode,
    city,
    countryCode,
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { firstName, lastName, email, ...(Object.fromEntries(given) as Partial<PersonProfile>) };
}

const tags = ['Trial sessions (legacy)'];

/** Limit in bytes: the longest note and the longest texts of a person, with every character written as `\u…`. */
const BOOKING_LIMIT = 32 * 1024;

const SlotTime = Type.String({
  maxLength: 60,
  examples: ['2026-11-23T10:00:00+01:00[Europe/Berlin]'],
  description:
    'UTC with the suffix Z, or local time with an offset and a time zone in brackets, depending on the setting of the studio.',
});
const Slot = Type.Object({ startDateTime: SlotTime, endDateTime: SlotTime }, { title: 'TrialSessionSlot' });

const BookedSlot = Type.Object(
  {
    ...Slot.properties,
    confirmBy: Type.Optional(
      Type.String({
        maxLength: 60,
        description:
          'Time by which the person must confirm the booking, as an email asks them to. Absent if no confirmation is needed.',
      }),
    ),
  },
  { title: 'BookedTrialSession' },
);

const Lead = Type.Object(
  {
    firstname: RequiredLine('Max'),
    lastname: RequiredLine('Mustermann'),
    secondLastname: Type.Optional(Line()),
    email: Type.String({ format: 'email', maxLength: 254, examples: ['example@email.com'] }),
    gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
    dateOfBirth: Type.Optional(CalendarDate),
    phone: Type.Optional(Line()),
    address: Type.Optional(
      Type.Object({
        street: Type.Optional(Line()),
        houseNumber: Type.Optional(Line()),
        zip: Type.Optional(Line(20)),
        city: Type.Optional(Line()),
        country: Type.Optional(
          Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] }),
        ),
      }),
    ),
  },
  { title: 'TrialSessionLead' },
);

/** Serves the legacy interface of trial sessions, which requires no key (docs/decisions/0025). */
export function trialSessionRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/connect/v1/trialsession',
      {
        config: { operation: 'getTrialSession', isPublic: true },
        schema: {
          operationId: 'getTrialSession',
          tags,
          summary: `Returns the trial session of a studio and its free slots, for at most ${MOST_DAYS + 1} days. No key required.`,
          security: [],
          querystring: Type.Object({ startDate: CalendarDate, endDate: CalendarDate, studioId: Int64 }),
          response: {
            200: Type.Object(
              {
                name: Type.String({ examples: ['Trial training'] }),
                description: Type.String(),
                bookingWithoutResourcesAllowed: Type.Boolean({
                  description: 'Whether the session can be booked without a trainer.',
                }),
                slots: Type.Array(Slot),
              },
              { title: 'TrialSession' },
            ),
          },
        },
      },
      async (request) => {
        const { studio, session } = await trialSessionOf(context.db, request.query.studioId);
        request.language = studio.language;
        const slots = await freeSlots(context, studio, session, request.query);
        const form = settingsOf(studio).trialSessions.dateTimeForm;
        return {
          name: session.name,
          description: session.description,
          bookingWithoutResourcesAllowed: session.bookingWithoutResourcesAllowed,
          slots: slots.map((slot) => write(slot, form, studio.timeZone)),
        };
      },
    );

    app.post(
      '/connect/v1/trialsession/book',
      {
        config: { operation: 'bookTrialSession', isPublic: true },
        bodyLimit: BOOKING_LIMIT,
        schema: {
          operationId: 'bookTrialSession',
          tags,
          summary:
            'Books a slot of a trial session. Send the slot as it was returned; the response repeats it in the same form. ' +
            'Returns 429 if too many bookings came from the same IP address within a day. No key required.',
          security: [],
          headers: IdempotencyHeaders,
          body: Type.Object({
            studioId: Int64,
            startDateTime: DateTimeInput('Start of the slot as it was returned.'),
            leadCustomer: Lead,
            trainerRequired: Type.Optional(
              Type.Boolean({ description: 'If absent, the booking includes a trainer if one is free.' }),
            ),
            note: Type.Optional(Type.String({ maxLength: 2000, pattern: '^[^\\u0000\\p{Cs}]*$' })),
            referrerId: Type.Optional(Int64),
            sourceCampaignId: Type.Optional(Int64),
          }),
          response: { 200: BookedSlot },
        },
      },
      async (request) => {
        const { studioId, startDateTime, leadCustomer, trainerRequired, ...rest } = request.body;
        const { studio, session } = await trialSessionOf(context.db, studioId);
        request.language = studio.language;
        const startsAt = instantOf(startDateTime, 'startDateTime');
        const { note, referrerId, sourceCampaignId } = rest;
        const person = personOf(leadCustomer);
        const keyed = keyedRequest(context, request, `studio ${studio.id} public`);
        const { ip } = request;
        const asked = { startsAt, person, trainerRequired, note, referrerId, sourceCampaignId, keyed, ip };
        const { confirmBy, ...slot } = await bookTrialSession(context, studio, session, asked);
        const form = formOf(startDateTime);
        return {
          ...write(slot, form, studio.timeZone),
          startDateTime,
          ...(confirmBy && { confirmBy: DATE_TIME_FORMS[form](confirmBy, studio.timeZone) }),
        };
      },
    );

    app.post(
      '/connect/v1/trialsession/confirm',
      {
        config: { operation: 'confirmTrialSession', isPublic: true },
        schema: {
          operationId: 'confirmTrialSession',
          tags,
          summary:
            'Confirms a booking. Its id is in the event TRIAL_SESSION_CONFIRMATION_REQUIRED. You can repeat the request. ' +
            'Returns 404 if the booking was not confirmed in time. No key required.',
          security: [],
          body: Type.Object({ bookingId: Type.String({ format: 'uuid' }) }),
          response: { 200: Slot },
        },
      },
      async (request) => {
        const { studio, slot } = await confirmTrialSession(context, request.body.bookingId);
        request.language = studio.language;
        return write(slot, settingsOf(studio).trialSessions.dateTimeForm, studio.timeZone);
      },
    );
  };
}

function write({ startsAt, endsAt }: Period, form: WrittenAs, timeZone: string) {
  const written = DATE_TIME_FORMS[form];
  return { startDateTime: written(startsAt, timeZone), endDateTime: written(endsAt, timeZone) };
}
