import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { formatDateTime } from '../../core/date-time.js';
import { requestLanguage } from '../../core/http/request-meta.js';
import { CalendarDate, Int64, RequiredLine } from '../../core/http/schemas.js';
import { studioOf } from '../integrations/api-key.js';
import type { Studio } from '../studios/studios.tables.js';
import { ADDRESS_PARTS, type StudioInformation, WEEKDAYS } from './studio-information.stored.js';
import { allTags, informationOf, setTags, tagsOf } from './studio-information.js';

const tags = ['Studios'];
const text = (example: string) => Type.Optional(Type.String({ examples: [example] }));
const Weekday = Type.Enum(WEEKDAYS, { type: 'string' });
// The format time of JSON Schema requires an offset.
const Time = Type.String({ pattern: '^\\d\\d:\\d\\d:\\d\\d$', examples: ['06:00:00'] });
const DateTime = Type.String({ format: 'date-time', examples: ['2026-12-24T14:00:00+01:00'] });

const OpeningHours = Type.Array(
  Type.Object(
    {
      dayOfWeekFrom: Type.Optional(Weekday),
      dayOfWeekTo: Type.Optional(Weekday),
      timeFrom: Type.Optional(Time),
      timeTo: Type.Optional(
        Type.String({
          ...Time,
          description: 'If not after timeFrom, the studio closes at that time on the next day.',
        }),
      ),
    },
    { title: 'OpeningHours' },
  ),
);

const Tag = Type.Object({ name: RequiredLine('Sauna') }, { title: 'Tag' });

/** The part of the information that lists of studios contain too. */
export const StudioSummary = Type.Object(
  {
    name: text('Northside Gym Berlin'),
    description: Type.Optional(Type.String()),
    country: Type.Optional(
      Type.String({ description: 'Name in the language of the response.', examples: ['Germany'] }),
    ),
    countryCode: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['DE'] })),
    studioId: Type.Integer({ ...Int64, examples: [1001] }),
    openingDate: Type.Optional(CalendarDate),
    closingDate: Type.Optional(CalendarDate),
  },
  { title: 'StudioWithOffers' },
);

const Information = Type.Object(
  {
    ...StudioSummary.properties,
    email: text('members@northside.example'),
    logoUrl: Type.Optional(Type.String()),
    telephone: text('+49 30 5550100'),
    website: text('https://northside.example'),
    openingHours: OpeningHours,
    publicOpeningHours: OpeningHours,
    closingHours: Type.Array(
      Type.Object({
        reason: Type.Optional(Type.String({ examples: ['Christmas'] })),
        dateTimeFrom: DateTime,
        dateTimeTo: DateTime,
      }),
      { description: 'Times at which the studio is closed although its opening hours say otherwise.' },
    ),
    openingHoursCategories: Type.Array(
      Type.Object({
        categoryId: Int64,
        name: Type.String({ examples: ['Off-peak'] }),
        openingHours: Type.Array(Type.Object({ dayOfWeek: Weekday, timeFrom: Time, timeTo: Time })),
      }),
      { description: 'Hours to which memberships can be limited.' },
    ),
    street: text('Müllerstraße'),
    houseNumber: text('12'),
    zip: text('13353'),
    city: text('Berlin'),
    ...Type.Partial(Type.Record(Type.Enum(ADDRESS_PARTS), Type.String())).properties,
    accessCodeConfiguration: Type.Object({
      enabled: Type.Optional(
        Type.Boolean({ description: 'Whether members enter with a code that they show.' }),
      ),
    }),
    location: Type.Optional(Type.Object({ longitude: Type.Number(), latitude: Type.Number() })),
    studioTags: Type.Array(Tag),
  },
  { title: 'StudioInformation' },
);

/** Serves what the studio publishes about itself, and its tags. */
export function studioInformationRoutes({ db }: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/studios/information',
      {
        config: { operation: 'getStudioInformation', scope: 'STUDIO_READ' },
        schema: {
          operationId: 'getStudioInformation',
          tags,
          summary: 'Returns what the studio publishes about itself. Scope STUDIO_READ.',
          response: { 200: Information },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        return toInformation(
          studio,
          await informationOf(db, studio),
          await tagsOf(db, studio),
          requestLanguage(request),
        );
      },
    );

    app.get(
      '/v1/studios/tags',
      {
        config: { operation: 'getAll', scope: 'STUDIO_READ' },
        schema: {
          operationId: 'getAll',
          tags,
          summary: 'Lists the tags that a studio can have. Scope STUDIO_READ.',
          response: { 200: Type.Array(Tag) },
        },
      },
      async () => toTags(await allTags(db)),
    );

    app.put(
      '/v1/studios/information/tags',
      {
        config: { operation: 'updateStudioTags', scope: 'STUDIO_WRITE' },
        schema: {
          operationId: 'updateStudioTags',
          tags,
          summary: 'Replaces the tags of the studio. Scope STUDIO_WRITE.',
          body: Type.Array(Tag, { uniqueItems: true, maxItems: 100 }),
          response: { 200: Type.Array(Tag) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        await setTags(
          db,
          studio,
          request.body.map(({ name }) => name),
        );
        return toTags(await tagsOf(db, studio));
      },
    );
  };
}

function toTags(names: readonly string[]): Static<typeof Tag>[] {
  return names.map((name) => ({ name }));
}

/** Converts the part of a studio's information that lists of studios contain too. */
export function toSummary(
  { id, name, creditor }: Studio,
  { description, openingDate, closingDate, address }: StudioInformation,
  language: string,
): Static<typeof StudioSummary> {
  const countryCode = address?.countryCode ?? creditor.address.country;
  return {
    studioId: id,
    name,
    ...(description !== undefined && { description }),
    country: new Intl.DisplayNames([language], { type: 'region' }).of(countryCode) ?? countryCode,
    countryCode,
    ...(openingDate !== undefined && { openingDate }),
    ...(closingDate !== undefined && { closingDate }),
  };
}

/** Converts a studio's information. What it has not published is taken from the creditor of its mandates. */
function toInformation(
  studio: Studio,
  information: StudioInformation,
  tagNames: readonly string[],
  language: string,
): Static<typeof Information> {
  const { creditor, timeZone } = studio;
  const { email = creditor.email, telephone = creditor.phone, website, logoUrl, location } = information;
  const { openingHours, closingHours, openingHoursCategories, accessCodes } = information;
  const { line1, line2, postalCode, city, state } = creditor.address;
  const { countryCode: _, ...address } = information.address ?? {
    countryCode: null,
    street: line1,
    ...(line2 && { secondStreet: line2 }),
    zip: postalCode,
    city,
    ...(state && { province: state }),
  };
  return {
    ...toSummary(studio, information, language),
    ...address,
    ...(email !== undefined && { email }),
    ...(telephone !== undefined && { telephone }),
    ...(website !== undefined && { website }),
    ...(logoUrl !== undefined && { logoUrl }),
    openingHours,
    publicOpeningHours: information.publicOpeningHours ?? openingHours,
    closingHours: closingHours.map(({ reason, dateTimeFrom, dateTimeTo }) => ({
      ...(reason !== undefined && { reason }),
      dateTimeFrom: formatDateTime(new Date(dateTimeFrom), timeZone),
      dateTimeTo: formatDateTime(new Date(dateTimeTo), timeZone),
    })),
    openingHoursCategories,
    accessCodeConfiguration: { enabled: accessCodes },
    ...(location && { location }),
    studioTags: toTags(tagNames),
  };
}
