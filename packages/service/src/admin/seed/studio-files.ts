import { readdirSync, readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { staffRefusal } from '../../core/errors/staff-error.js';
import { timeOf } from '../../core/relative-times.js';
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
                /** The last day, if it has been cancelled. */
                cancelationDate: Type.Optional(Type.String()),
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
        typeof value === 'string' ? timeOf(value, now) : value,
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
