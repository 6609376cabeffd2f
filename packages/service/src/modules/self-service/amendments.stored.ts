import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { CONTACT_FIELD_NAMES, type ContactData } from '../customers/contact-data.js';
import { CUSTOMER_TITLES, GENDERS } from '../customers/profile.js';

/** Parts of an address beside street, postal code, city and country. */
export const ADDRESS_PARTS = [
  'houseNumber', 'province', 'provinceCode', 'secondStreet', 'cityPart', 'district', 'streetType', 'streetBlock',
  'portal', 'stairway', 'door', 'additionalAddressInformation', 'floor', 'buildingName',
] as const; // prettier-ignore

export interface AddressData extends Partial<Record<(typeof ADDRESS_PARTS)[number], string>> {
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  readonly countryCode: string;
}

export interface MasterData {
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: (typeof GENDERS)[number];
  readonly dateOfBirth: string;
  readonly countryOfBirth?: string;
  readonly customerTitle: (typeof CUSTOMER_TITLES)[number];
}

/** A bank account, and how the member has agreed to its being debited. */
export interface PaymentData {
  readonly accountHolder: string;
  readonly bankName: string;
  readonly iban: string;
  readonly bic: string;
  /** SVG, redrawn by the service; null if the studio requires none. */
  readonly signature: string | null;
  /** The request by which the mandate was accepted. */
  readonly request: {
    readonly ip: string;
    readonly userAgent: string;
    readonly language: string;
    readonly locale: string;
  };
}

/** Requested values of each kind. */
export interface Changes {
  /** New values of some fields. An empty text removes a field, except for the e-mail address. */
  readonly CONTACT_DATA: ContactData;
  readonly ADDRESS_DATA: AddressData;
  readonly MASTER_DATA: MasterData;
  readonly PAYMENT_DATA: PaymentData;
}

export type AmendmentKind = keyof Changes;

const Text = Type.String();

/** Requested values under their kind. */
export const REQUESTED: StoredSchema<Partial<Changes>> = storedSchema(
  Type.Object({
    CONTACT_DATA: Type.Optional(Type.Partial(Type.Record(Type.Enum(CONTACT_FIELD_NAMES), Text))),
    ADDRESS_DATA: Type.Optional(
      Type.Object({
        ...Type.Partial(Type.Record(Type.Enum(ADDRESS_PARTS), Text)).properties,
        ...{ street: Text, zipCode: Text, city: Text, countryCode: Text },
      }),
    ),
    MASTER_DATA: Type.Optional(
      Type.Object({
        ...{ firstName: Text, lastName: Text, dateOfBirth: Text },
        gender: Type.Enum(GENDERS),
        countryOfBirth: Type.Optional(Text),
        customerTitle: Type.Enum(CUSTOMER_TITLES),
      }),
    ),
    PAYMENT_DATA: Type.Optional(
      Type.Object({
        ...{ accountHolder: Text, bankName: Text, iban: Text, bic: Text },
        signature: Type.Union([Text, Type.Null()]),
        request: Type.Object({ ip: Text, userAgent: Text, language: Text, locale: Text }),
      }),
    ),
  }),
);
