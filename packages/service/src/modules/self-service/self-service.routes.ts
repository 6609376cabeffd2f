import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { requestLanguage, requestMeta } from '../../core/http/request-meta.js';
import {
  CalendarDate,
  CustomerPath,
  Int64,
  Line,
  RequiredLine,
  VoidResult,
} from '../../core/http/schemas.js';
import { translate } from '../../core/i18n/translate.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { CONTACT_FIELD_NAMES, contactDataOf } from '../customers/contact-data.js';
import { checkPlausible, CUSTOMER_TITLES, GENDERS } from '../customers/profile.js';
import { studioOf } from '../integrations/api-key.js';
import { maskIban } from '../payments/bank-details/iban.js';
import { AMENDMENT_MODES, settingsOf } from '../studios/settings/studio-settings.js';
import { readData, requestChange, withdrawAmendment } from './amendments.js';
import { ADDRESS_PARTS, type AddressData, type MasterData, type PaymentData } from './amendments.stored.js';
import { addressDataOf, masterDataOf } from './data-kinds.js';
import { accountOf, applyAccount, checkedAccount } from './payment-data.js';

const tags = ['Customers Self-service'];
const READ = 'CUSTOMER_SELF_SERVICE_READ';
const WRITE = 'CUSTOMER_SELF_SERVICE_WRITE';
const ONE_AT_A_TIME =
  'Returns the change; with an id, it awaits a decision of the studio. Refused with 409 while another change of this ' +
  'kind waits, and with 403 if the studio lets members only look at the data.';

const Email = Type.String({ format: 'email', maxLength: 254, examples: ['email@example.com'] });
const Phone = (example: string) => Type.Optional(Line(60, [example]));
const contact = {
  email: Type.Optional(Email),
  phonePrivate: Phone('+49 30 5550142'),
  phonePrivateMobile: Phone('+49 151 55501420'),
  phoneBusiness: Phone('+49 30 5550143'),
  phoneBusinessMobile: Phone('+49 151 55501430'),
};
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] });
const address = {
  street: RequiredLine('Torstraße'),
  zipCode: RequiredLine('10119', 50),
  city: RequiredLine('Berlin'),
  countryCode: Country,
  ...Type.Partial(Type.Record(Type.Enum(ADDRESS_PARTS), Line())).properties,
};
const master = {
  firstName: RequiredLine('Mara'),
  lastName: RequiredLine('Lindner'),
  gender: Type.Enum(GENDERS, { type: 'string' }),
  dateOfBirth: CalendarDate,
  countryOfBirth: Type.Optional(Country),
  customerTitle: Type.Enum(CUSTOMER_TITLES, { type: 'string' }),
};
const account = {
  accountHolder: RequiredLine('Mara Lindner', 70),
  bankName: RequiredLine('Musterbank', 100),
  iban: RequiredLine('DE89370400440532013000', 60),
  bic: RequiredLine('COBADEFFXXX', 20),
};
const shownAccount = {
  accountHolder: Type.Optional(Type.String({ examples: ['Mara Lindner'] })),
  bankName: Type.Optional(Type.String()),
  iban: Type.Optional(Type.String({ description: 'Masked.', examples: ['DE89 •••• 3000'] })),
  bic: Type.Optional(Type.String()),
  requireSignature: Type.Optional(
    Type.Boolean({ description: 'Whether a request must contain a signature.' }),
  ),
};
/** An address as stored, which may lack what requests must contain. */
const storedAddress = {
  ...Type.Partial(Type.Object(address)).properties,
  ...{ street: Type.String(), zipCode: Type.String(), city: Type.String(), countryCode: Type.String() },
};

const id = Type.Optional(Int64);
const status = {
  amendmentConfigurationStatus: Type.Enum(AMENDMENT_MODES, {
    type: 'string',
    description: 'Whether members can request changes, and whether staff must approve them.',
  }),
};
const Address = Type.Object(address, { title: 'AddressData' });
const Master = Type.Object(master, { title: 'MasterData' });
const Contact = Type.Object(contact, {
  title: 'ContactData',
  description:
    'The new values. Omitted fields stay unchanged; an empty telephone number removes the stored one.',
});

const ContactAmendment = Type.Object({ id, ...contact }, { title: 'ContactAmendment' });
const AddressAmendment = Type.Object({ id, ...address }, { title: 'AddressAmendment' });
const MasterAmendment = Type.Object({ id, ...master }, { title: 'MasterAmendment' });
const PaymentAmendment = Type.Object({ id, ...shownAccount }, { title: 'PaymentAmendment' });

/** Serves the data of a member and accepts the changes that the member requests. */
export function selfServiceRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/customers/:customerId/self-service/contact-data',
      {
        config: { operation: 'getCustomerContactData', scope: READ },
        schema: {
          operationId: 'getCustomerContactData',
          tags,
          summary: `Returns the contact data of a customer, and a requested change that is pending. Scope ${READ}.`,
          params: CustomerPath,
          response: {
            200: Type.Object(
              {
                ...contact,
                ...status,
                pendingAmendment: Type.Optional(ContactAmendment),
              },
              { title: 'CustomerContactData' },
            ),
          },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params, kind: 'CONTACT_DATA' } as const;
        const { customer, pending } = await readData(context, of);
        return {
          ...contactDataOf(customer),
          amendmentConfigurationStatus: settingsOf(of.studio).selfService.contactData,
          ...(pending && { pendingAmendment: { id: pending.amendment.id, ...pending.changes } }),
        };
      },
    );

    app.post(
      '/v1/customers/:customerId/self-service/contact-data',
      {
        config: { operation: 'createCustomerContactDataAmendment', scope: WRITE },
        schema: {
          operationId: 'createCustomerContactDataAmendment',
          tags,
          summary: `Requests a change of contact data. Scope ${WRITE}.`,
          description: `${ONE_AT_A_TIME} Without an id, the response contains the current contact data.`,
          params: CustomerPath,
          body: Contact,
          headers: IdempotencyHeaders,
          response: { 200: ContactAmendment },
        },
      },
      async (request) => {
        const changes = Value.Clean(Contact, { ...request.body }) as Static<typeof Contact>;
        if (Object.keys(changes).length === 0) {
          const allowed = CONTACT_FIELD_NAMES.join(', ');
          throw new ApiError('errormessage.request.nothing.given', undefined, { allowed });
        }
        const of = { studio: studioOf(request), ...request.params, kind: 'CONTACT_DATA' } as const;
        const requested = await requestChange(context, of, changes, keyedRequest(context, request));
        const { amendment, customer } = requested;
        if (!amendment) return contactDataOf(customer);
        const { pending } = await readData(context, of);
        return { id: amendment.id, ...pending?.changes };
      },
    );

    app.get(
      '/v1/customers/:customerId/self-service/address-data',
      {
        config: { operation: 'getCustomerAddressData', scope: READ },
        schema: {
          operationId: 'getCustomerAddressData',
          tags,
          summary: `Returns the address of a customer, and a requested change that is pending. Scope ${READ}.`,
          params: CustomerPath,
          response: {
            200: Type.Object(
              {
                ...storedAddress,
                ...status,
                pendingAmendment: Type.Optional(AddressAmendment),
              },
              { title: 'CustomerAddressData' },
            ),
          },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params, kind: 'ADDRESS_DATA' } as const;
        const { customer, pending } = await readData(context, of);
        return {
          ...addressDataOf(customer),
          amendmentConfigurationStatus: settingsOf(of.studio).selfService.addressData,
          ...(pending && { pendingAmendment: { id: pending.amendment.id, ...pending.changes } }),
        };
      },
    );

    app.post(
      '/v1/customers/:customerId/self-service/address-data',
      {
        config: { operation: 'createCustomerAddressDataAmendment', scope: WRITE },
        schema: {
          operationId: 'createCustomerAddressDataAmendment',
          tags,
          summary: `Requests another address. Scope ${WRITE}.`,
          description: `It replaces the whole address. ${ONE_AT_A_TIME}`,
          params: CustomerPath,
          body: Address,
          headers: IdempotencyHeaders,
          response: { 200: AddressAmendment },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params, kind: 'ADDRESS_DATA' } as const;
        const wanted = given<AddressData>(Value.Clean(Address, { ...request.body }));
        requirePlausible(context, of.studio, wanted);
        const { amendment } = await requestChange(context, of, wanted, keyedRequest(context, request));
        return { ...(amendment && { id: amendment.id }), ...wanted };
      },
    );

    app.get(
      '/v1/customers/:customerId/self-service/master-data',
      {
        config: { operation: 'getCustomerMasterData', scope: READ },
        schema: {
          operationId: 'getCustomerMasterData',
          tags,
          summary: `Returns the master data of a customer, and a requested change that is pending. Scope ${READ}.`,
          description:
            'UNISEX and NONE also stand for what is not known. An unknown date of birth is absent.',
          params: CustomerPath,
          response: {
            200: Type.Object(
              {
                ...master,
                dateOfBirth: Type.Optional(CalendarDate),
                ...status,
                pendingAmendment: Type.Optional(MasterAmendment),
              },
              { title: 'CustomerMasterData' },
            ),
          },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params, kind: 'MASTER_DATA' } as const;
        const { customer, pending } = await readData(context, of);
        return {
          ...masterDataOf(context, customer),
          amendmentConfigurationStatus: settingsOf(of.studio).selfService.masterData,
          ...(pending && { pendingAmendment: { id: pending.amendment.id, ...pending.changes } }),
        };
      },
    );

    app.post(
      '/v1/customers/:customerId/self-service/master-data',
      {
        config: { operation: 'createCustomerMasterDataAmendment', scope: WRITE },
        schema: {
          operationId: 'createCustomerMasterDataAmendment',
          tags,
          summary: `Requests a change of name, birth, gender or title. Scope ${WRITE}.`,
          description: `It replaces all master data. ${ONE_AT_A_TIME}`,
          params: CustomerPath,
          body: Master,
          headers: IdempotencyHeaders,
          response: { 200: MasterAmendment },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params, kind: 'MASTER_DATA' } as const;
        const wanted = given<MasterData>(Value.Clean(Master, { ...request.body }));
        requirePlausible(context, of.studio, wanted);
        const { amendment } = await requestChange(context, of, wanted, keyedRequest(context, request));
        return { ...(amendment && { id: amendment.id }), ...wanted };
      },
    );

    app.get(
      '/v1/customers/:customerId/self-service/payment-data',
      {
        config: { operation: 'getCustomerPaymentData', scope: READ },
        schema: {
          operationId: 'getCustomerPaymentData',
          tags,
          summary: `Returns the bank account that payment runs debit, and a requested one that is pending. Scope ${READ}.`,
          params: CustomerPath,
          response: {
            200: Type.Object(
              {
                ...shownAccount,
                ...status,
                pendingAmendment: Type.Optional(PaymentAmendment),
              },
              { title: 'CustomerPaymentData' },
            ),
          },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params, kind: 'PAYMENT_DATA' } as const;
        const { requireSignature, paymentData } = settingsOf(of.studio).selfService;
        const { customer, pending } = await readData(context, of);
        const { signature: _, ...current } = (await accountOf(context.db, customer)) ?? {};
        return {
          ...current,
          requireSignature,
          amendmentConfigurationStatus: paymentData,
          ...(pending && {
            pendingAmendment: { id: pending.amendment.id, ...masked(pending.changes), requireSignature },
          }),
        };
      },
    );

    app.post(
      '/v1/customers/:customerId/self-service/payment-data',
      {
        config: { operation: 'createCustomerPaymentDataAmendment', scope: WRITE },
        schema: {
          operationId: 'createCustomerPaymentDataAmendment',
          tags,
          summary: `Requests another bank account for payment runs. Scope ${WRITE}.`,
          description:
            "With the request, the member gives the studio's direct debit mandate for the account; show its text " +
            `before. Debits that are under way keep the earlier account. ${ONE_AT_A_TIME}`,
          params: CustomerPath,
          body: Type.Object(
            {
              ...account,
              signature: Type.Optional(
                Type.Object({
                  base64SvgSignature: Type.String({
                    maxLength: 300_000,
                    description: 'An SVG in Base64. Required if requireSignature is true.',
                  }),
                }),
              ),
            },
            { title: 'PaymentData' },
          ),
          headers: IdempotencyHeaders,
          response: { 200: PaymentAmendment },
        },
      },
      async (request) => {
        const of = { studio: studioOf(request), ...request.params, kind: 'PAYMENT_DATA' } as const;
        const keyed = keyedRequest(context, request);
        await readData(context, of);
        const { accountHolder, bankName, iban, bic, signature } = request.body;
        const body = { accountHolder, bankName, iban, bic, ...(signature && { signature }) };
        const wanted = checkedAccount(context, of.studio, body, requestMeta(request));
        const { amendment } = await requestChange(context, of, wanted, keyed);
        const { requireSignature } = settingsOf(of.studio).selfService;
        if (amendment?.status !== 'APPLYING') {
          return { ...(amendment && { id: amendment.id }), ...masked(wanted), requireSignature };
        }
        await applyAccount(context, of.studio, amendment, { traceId: request.id, refused: 'REJECTED' });
        return { ...masked(wanted), requireSignature };
      },
    );

    app.delete(
      '/v1/customers/:customerId/self-service/amendment/:amendmentId',
      {
        config: { operation: 'withdrawAmendment', scope: WRITE },
        schema: {
          operationId: 'withdrawAmendment',
          tags,
          summary: `Withdraws a pending change of any kind. Scope ${WRITE}.`,
          params: Type.Object({ customerId: Int64, amendmentId: Int64 }),
          response: { 200: VoidResult },
        },
      },
      async (request) => {
        const { customerId, amendmentId } = request.params;
        await withdrawAmendment(context, studioOf(request), customerId, amendmentId);
        return { success: translate(requestLanguage(request), 'amendment.withdrawn') };
      },
    );
  };
}

/** Removes empty texts, which stand for what a customer does not have. */
function given<T>(body: unknown): T {
  return Object.fromEntries(Object.entries(body as object).filter(([, value]) => value !== '')) as T;
}

function requirePlausible(
  context: Context,
  studio: ReturnType<typeof studioOf>,
  data: Partial<AddressData & MasterData>,
): void {
  const { countryCode, countryOfBirth, dateOfBirth } = data;
  checkPlausible(
    {
      ...{ firstName: '', lastName: '' },
      ...(countryCode !== undefined && { countryCode }),
      ...(countryOfBirth !== undefined && { countryOfBirth }),
      ...(dateOfBirth !== undefined && { dateOfBirth }),
    },
    todayAt(context, studio),
    '',
  );
}

function masked({ accountHolder, bankName, iban, bic }: PaymentData) {
  return { accountHolder, bankName, iban: maskIban(iban), bic };
}
