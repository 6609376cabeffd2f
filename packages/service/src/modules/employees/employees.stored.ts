import { type Static, Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { CalendarDate, RequiredLine } from '../../core/http/schemas.js';
import { GENDERS } from '../customers/profile.js';

const BUSINESS_ROLES = [
  'STUDIO_OWNER',
  'STUDIO_MANAGER',
  'TRAINER',
  'SERVICE_EMPLOYEE',
  'ADMINISTRATION_OR_FINANCE',
  'MARKETING',
] as const;

/** An employee of a studio, as the studio enters them. */
export const EmployeeSchema = Type.Object(
  {
    firstName: RequiredLine('Jana'),
    lastName: RequiredLine('Weber'),
    gender: Type.Enum(GENDERS, { type: 'string' }),
    dateOfBirth: Type.Optional(CalendarDate),
    employeeNumber: Type.Optional(RequiredLine('P-17')),
    employeeInitials: RequiredLine('JW', 10),
    publicName: Type.Optional(
      Type.String({
        ...RequiredLine('Jana W.'),
        description: 'The name that members see; if absent, the first and last name.',
      }),
    ),
    businessRole: Type.Optional(Type.Enum(BUSINESS_ROLES, { type: 'string' })),
    externalRole: Type.Optional(RequiredLine('Yoga teacher')),
    employeeImageUrl: Type.Optional(Type.String({ pattern: '^https://', maxLength: 2000 })),
    phone1: Type.Optional(RequiredLine('+49 30 5550117', 50)),
    phone2: Type.Optional(RequiredLine('+49 30 5550118', 50)),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    street: Type.Optional(RequiredLine('Torstraße')),
    houseNumber: Type.Optional(RequiredLine('12', 50)),
    zipCode: Type.Optional(RequiredLine('10119', 50)),
    city: Type.Optional(RequiredLine('Berlin')),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' })),
    employeeCompetences: Type.Optional(Type.Array(RequiredLine('First aid'), { maxItems: 100 })),
  },
  { additionalProperties: false },
);
export type EmployeeDefinition = Static<typeof EmployeeSchema>;

export const EMPLOYEE: StoredSchema<EmployeeDefinition> = storedSchema(EmployeeSchema);
