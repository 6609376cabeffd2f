import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as events from '../../core/events.tables.js';
import * as rateLimit from '../../core/http/rate-limit.tables.js';
import * as idempotency from '../../core/idempotency/idempotency.tables.js';
import * as jobs from '../../core/jobs/jobs.tables.js';
import * as aggregators from '../../modules/aggregators/aggregators.tables.js';
import * as benefits from '../../modules/benefits/benefits.tables.js';
import * as appointments from '../../modules/appointments/appointments.tables.js';
import * as bookings from '../../modules/bookings/bookings.tables.js';
import * as checkIns from '../../modules/check-ins/check-ins.tables.js';
import * as classes from '../../modules/classes/classes.tables.js';
import * as accessMediums from '../../modules/customers/access-mediums/access-mediums.tables.js';
import * as communication from '../../modules/customers/communication/communication.tables.js';
import * as customers from '../../modules/customers/customers.tables.js';
import * as images from '../../modules/customers/images/images.tables.js';
import * as memberLists from '../../modules/customers/member-lists/member-lists.tables.js';
import * as partnerRestrictions from '../../modules/customers/partner-restrictions/partner-restrictions.tables.js';
import * as debtCollection from '../../modules/debt-collection/debt-collection.tables.js';
import * as devices from '../../modules/devices/devices.tables.js';
import * as documents from '../../modules/documents/documents.tables.js';
import * as employees from '../../modules/employees/employees.tables.js';
import * as homeStudio from '../../modules/home-studio/home-studio.tables.js';
import * as integrations from '../../modules/integrations/integrations.tables.js';
import * as leads from '../../modules/leads/leads.tables.js';
import * as additionalModules from '../../modules/memberships/additional-modules/additional-modules.tables.js';
import * as contracts from '../../modules/memberships/contracts/contracts.tables.js';
import * as declarations from '../../modules/memberships/declarations/declarations.tables.js';
import * as idlePeriods from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import * as offers from '../../modules/memberships/offers/offers.tables.js';
import * as sales from '../../modules/memberships/sales/sales.tables.js';
import * as vouchers from '../../modules/memberships/vouchers/vouchers.tables.js';
import * as account from '../../modules/payments/account/account.tables.js';
import * as charges from '../../modules/payments/charges/charges.tables.js';
import * as instruments from '../../modules/payments/instruments/instruments.tables.js';
import * as bank from '../../modules/payments/providers/bank/bank.tables.js';
import * as paymentLinks from '../../modules/payments/links/links.tables.js';
import * as mandates from '../../modules/payments/mandates/mandates.tables.js';
import * as payments from '../../modules/payments/payments.tables.js';
import * as withdrawals from '../../modules/memberships/withdrawals/withdrawals.tables.js';
import * as refunds from '../../modules/payments/refunds/refunds.tables.js';
import * as sessions from '../../modules/payments/sessions/sessions.tables.js';
import * as usages from '../../modules/payments/usages/usages.tables.js';
import * as selfService from '../../modules/self-service/amendments.tables.js';
import * as studioInformation from '../../modules/studio-information/studio-information.tables.js';
import * as origins from '../../modules/studios/origins.tables.js';
import * as staff from '../../modules/studios/staff/staff.tables.js';
import * as studios from '../../modules/studios/studios.tables.js';
import * as taxExports from '../../modules/tax-exports/tax-exports.tables.js';
import * as webhooks from '../../modules/webhooks/webhooks.tables.js';
import * as weighings from '../../modules/weighings/weighings.tables.js';

/** All tables of the service; a test finds missing ones. */
export const ALL_TABLES: readonly PgTable[] = [
  events,
  rateLimit,
  idempotency,
  jobs,
  aggregators,
  benefits,
  appointments,
  bookings,
  checkIns,
  classes,
  accessMediums,
  communication,
  customers,
  images,
  memberLists,
  partnerRestrictions,
  debtCollection,
  studioInformation,
  devices,
  documents,
  employees,
  homeStudio,
  leads,
  integrations,
  contracts,
  additionalModules,
  declarations,
  idlePeriods,
  offers,
  sales,
  vouchers,
  account,
  bank,
  charges,
  instruments,
  paymentLinks,
  mandates,
  payments,
  refunds,
  withdrawals,
  selfService,
  sessions,
  usages,
  origins,
  staff,
  studios,
  taxExports,
  webhooks,
  weighings,
].flatMap((tables) => Object.values(tables).filter((value): value is PgTable => is(value, PgTable)));
