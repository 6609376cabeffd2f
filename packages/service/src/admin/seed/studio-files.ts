import { readdirSync, readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { type Static, Type } from 'typebox';
import { staffRefusal } from '../../core/errors/staff-error.js';
import { AppointmentImport } from '../../modules/appointments/import-appointments.js';
import { ClassImport } from '../../modules/classes/import-classes.js';
import { CONTACT_FIELD_NAMES } from '../../modules/customers/contact-data.js';
import { CustomerProfileSchema } from '../../modules/customers/customers.stored.js';
import { CustomerImport } from '../../modules/customers/import-customers.js';
import { AdditionalModuleImport } from '../../modules/memberships/additional-modules/import-additional-modules.js';
import { ContractImport } from '../../modules/memberships/contracts/import-contracts.js';
import { OfferImport } from '../../modules/memberships/offers/import-offers.js';
import { VoucherImport } from '../../modules/memberships/vouchers/import-vouchers.js';
import { StudioInformation } from '../../modules/studio-information/studio-information.stored.js';
import { SETTINGS } from '../../modules/studios/settings/studio-settings.js';
import { requireInput } from '../../modules/studios/staff/staff-action.js';
import { StudioInput } from '../studios/studio-definition.js';
import { SeedBookings } from './bookings.js';

const FOLDER = new URL('./data/', import.meta.url);
/** Time zone in which the files count days. */
const TIME_ZONE = 'Europe/Berlin';
/** Time relative to the day of the seed: `now - 5 hours`, `today + 1 month`, `first of this month`. */
const RELATIVE = /^(now|today|first of this month)(?: ([+-]) (\d+) (minute|hour|day|week|month)s?)?$/;

const Instant = Type.Unsafe<Date>({});

/** A studio as its file describes it: the inputs of the imports, and demo data that no import covers. */
const StudioFile = Type.Object(
  {
    studio: Type.Object(
      {
        ...StudioInput.properties,
        id: Type.Integer(),
        publicKey: Type.String(),
        registeredOrigins: Type.Array(Type.String()),
        settings: Type.Partial(Type.Object(SETTINGS)),
      },
      { additionalProperties: false },
    ),
    information: Type.Partial(StudioInformation),
    tags: Type.Array(Type.String()),
    ...OfferImport.properties,
    ...CustomerImport.properties,
    ...Type.Partial(
      Type.Object({
        ...AdditionalModuleImport.properties,
        ...VoucherImport.properties,
        ...ContractImport.properties,
        ...ClassImport.properties,
        ...AppointmentImport.properties,
        bookings: SeedBookings,
        visits: Type.Array(
          Type.Object({
            customerId: Type.Integer(),
            checkedInAt: Instant,
            checkedOutAt: Type.Union([Instant, Type.Null()]),
          }),
        ),
        contactDataChanges: Type.Array(
          Type.Object({
            customerId: Type.Integer(),
            changes: Type.Partial(Type.Record(Type.Enum(CONTACT_FIELD_NAMES), Type.String())),
          }),
        ),
        documents: Type.Array(
          Type.Object({
            contentKey: Type.String(),
            customerId: Type.Integer(),
            fileName: Type.String(),
            description: Type.String(),
            title: Type.String(),
            text: Type.String(),
          }),
        ),
        images: Type.Array(Type.Object({ customerId: Type.Integer(), base64: Type.String() })),
        idleMembers: Type.Array(
          Type.Object({
            signedOn: Type.String(),
            contract: Type.Object({ contractOfferTermId: Type.Integer(), startDate: Type.String() }),
            profile: CustomerProfileSchema,
            module: Type.Optional(
              Type.Object({
                bookedOn: Type.String(),
                additionalModuleId: Type.Integer(),
                paymentFrequencyId: Type.Integer(),
                bookTrialPeriod: Type.Boolean(),
              }),
            ),
            idlePeriod: Type.Object({
              startDate: Type.String(),
              termValue: Type.Integer(),
              reasonId: Type.Integer(),
            }),
            isPending: Type.Boolean(),
          }),
        ),
      }),
    ).properties,
    /** Rows by table name; the columns are named as in the table's definition. */
    rows: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))),
  },
  { additionalProperties: false },
);

export type StudioFile = Static<typeof StudioFile>;

/**
 * Returns the demo studios with the relative times of their files resolved at a moment, ordered by id.
 *
 * @throws Error naming the file, what is wrong in it and what is allowed.
 */
export function studioFiles(now: Date): StudioFile[] {
  return readdirSync(FOLDER)
    .map((name) => {
      const file: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'), (_, value: unknown) =>
        typeof value === 'string' ? resolved(value, now) : value,
      );
      try {
        requireInput(StudioFile, file);
      } catch (error) {
        throw new Error(`The demo's ${name} is wrong: ${staffRefusal(error)?.message}`, { cause: error });
      }
      return file as StudioFile;
    })
    .sort((one, other) => one.studio.id - other.studio.id);
}

function resolved(text: string, now: Date): string | Date {
  const [, from, sign = '+', count = '0', unit = 'day'] = RELATIVE.exec(text) ?? [];
  if (from === undefined) return text;
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(TIME_ZONE);
  const moment = (from === 'first of this month' ? start.with({ day: 1 }) : start).add({
    [`${unit}s`]: Number(sign + count),
  });
  return from === 'now' ? new Date(moment.epochMilliseconds) : moment.toPlainDate().toString();
}
