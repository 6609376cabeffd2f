import type { customers } from '../../modules/customers/customers.tables.js';
import type { debtClaims } from '../../modules/payments/account/account.tables.js';

type SeededCustomer = typeof customers.$inferInsert & { readonly id: number };
type SeededClaim = typeof debtClaims.$inferInsert & { readonly id: number };

/** This member gets a stored instrument when the service starts. */
export const CUSTOMER_WITH_INSTRUMENT = 2002;

/** The members of the demo studios. */
export const SEED_CUSTOMERS: readonly SeededCustomer[] = [
  {
    id: 2001,
    studioId: 1001,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001',
    firstName: 'Mara',
    lastName: 'Lindner',
  },
  {
    id: 2002,
    studioId: 1001,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2002000001',
    firstName: 'Jonas',
    lastName: 'Okafor',
  },
  {
    id: 2003,
    studioId: 1001,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2003000001',
    firstName: 'Elif',
    lastName: 'Aydin',
    thirdPartyAccess: false,
  },
  {
    id: 2101,
    studioId: 1002,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2101000001',
    firstName: 'Reto',
    lastName: 'Baumann',
  },
  {
    id: 2201,
    studioId: 1003,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2201000001',
    firstName: 'Gwen',
    lastName: 'Harris',
  },
  {
    id: 2301,
    studioId: 1004,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2301000001',
    firstName: 'Dale',
    lastName: 'Whitman',
  },
  {
    id: 2401,
    studioId: 1007,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2401000001',
    firstName: 'Ruby',
    lastName: 'Campbell',
  },
  {
    id: 2501,
    studioId: 1005,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2501000001',
    firstName: 'Giulia',
    lastName: 'Ferrero',
  },
  {
    id: 2601,
    studioId: 1006,
    paymentCustomerId: '5b0f6a52-0d1c-4a6e-9f6b-0a2601000001',
    firstName: 'Pablo',
    lastName: 'Soler',
  },
];

/** Debts of the demo customers, in minor units. */
export const SEED_CLAIMS: readonly SeededClaim[] = [
  {
    id: 3001,
    customerId: 2001,
    description: 'Membership fee September',
    amount: 3990,
    dueDate: '2026-09-01',
  },
  { id: 3002, customerId: 2001, description: 'Membership fee October', amount: 3990, dueDate: '2026-10-01' },
  { id: 3003, customerId: 2001, description: 'Towel service', amount: 550, dueDate: '2026-10-15' },
  { id: 3004, customerId: 2002, description: 'Membership fee October', amount: 2990, dueDate: '2026-10-01' },
  {
    id: 3101,
    customerId: 2101,
    description: 'Mitgliederbeitrag Oktober',
    amount: 8900,
    dueDate: '2026-10-01',
  },
  { id: 3201, customerId: 2201, description: 'Membership fee October', amount: 3500, dueDate: '2026-10-01' },
  { id: 3301, customerId: 2301, description: 'Membership fee October', amount: 4900, dueDate: '2026-10-01' },
  { id: 3401, customerId: 2401, description: 'Membership fee October', amount: 5600, dueDate: '2026-10-01' },
  { id: 3501, customerId: 2501, description: 'Quota di ottobre', amount: 4500, dueDate: '2026-10-01' },
  { id: 3601, customerId: 2601, description: 'Cuota de octubre', amount: 3900, dueDate: '2026-10-01' },
];
