import { type Static, type TProperties, Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { RequiredLine } from '../../core/http/schemas.js';

export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

/** Defines an object without unknown keys, for data from a file. */
const Exactly = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Weekday = Type.Enum(WEEKDAYS, { type: 'string' });
const Time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$',
  description: "In the studio's time zone, such as 06:00:00.",
});
const Moment = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date' });

const OpeningHours = Type.Array(
  Exactly({ dayOfWeekFrom: Weekday, dayOfWeekTo: Weekday, timeFrom: Time, timeTo: Time }),
  { maxItems: 100 },
);

/** Parts of an address beside street, house number, postal code and city. */
export const ADDRESS_PARTS = [
  'secondStreet', 'cityPart', 'district', 'streetType', 'streetBlock', 'portal', 'stairway', 'door', 'province',
  'provinceCode', 'additionalAddressInformation', 'floor', 'buildingName',
] as const; // prettier-ignore

/** How a studio presents itself to members and partners. */
export const StudioInformation = Exactly({
  description: Type.Optional(Type.String({ maxLength: 20_000 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  telephone: Type.Optional(RequiredLine('+49 30 5550100', 50)),
  website: Type.Optional(Type.String({ pattern: '^https?://', maxLength: 2000 })),
  logoUrl: Type.Optional(Type.String({ pattern: '^https://', maxLength: 2000 })),
  openingDate: Type.Optional(Day),
  closingDate: Type.Optional(Day),
  openingHours: OpeningHours,
  publicOpeningHours: Type.Optional(OpeningHours),
  closingHours: Type.Array(
    Exactly({ reason: Type.Optional(RequiredLine('Christmas')), dateTimeFrom: Moment, dateTimeTo: Moment }),
    { maxItems: 1000 },
  ),
  openingHoursCategories: Type.Array(
    Exactly({
      categoryId: Type.Integer({ minimum: 1 }),
      name: RequiredLine('Off-peak'),
      openingHours: Type.Array(Exactly({ dayOfWeek: Weekday, timeFrom: Time, timeTo: Time })),
    }),
    { maxItems: 100 },
  ),
  address: Type.Optional(
    Exactly({
      street: RequiredLine('Müllerstraße'),
      houseNumber: Type.Optional(RequiredLine('12', 50)),
      zip: RequiredLine('13353', 50),
      city: RequiredLine('Berlin'),
      countryCode: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' }),
      ...Type.Partial(Type.Record(Type.Enum(ADDRESS_PARTS), RequiredLine('2'))).properties,
    }),
  ),
  location: Type.Optional(
    Exactly({
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
    }),
  ),
  accessCodes: Type.Boolean({ description: 'Whether members enter with a code that they show.' }),
});
export type StudioInformation = Static<typeof StudioInformation>;

export const STUDIO_INFORMATION: StoredSchema<StudioInformation> = storedSchema(StudioInformation);
