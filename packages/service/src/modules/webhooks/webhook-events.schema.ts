import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { DeepReadonly } from '../../core/database/stored-schema.js';
import { Money } from '../../core/http/schemas.js';
import type { PARTNER_SCOPES } from '../integrations/scopes.js';

/** One type of event, as partners read about it in `docs/webhooks.md` and in the JSON Schema. */
interface EventDefinition {
  /** When it is sent, as Markdown. */
  readonly when: string;
  /** The record whose id is `entityId`. */
  readonly entity:
    | 'adjustment request'
    | 'booking'
    | 'class slot'
    | 'customer'
    | 'declaration'
    | 'device'
    | 'employee'
    | 'export'
    | 'run'
    | 'studio';
  /** Schema of `content`; absent if the type has none. */
  readonly content?: TObject;
  /** The content is personal data, so it is stored encrypted. */
  readonly isPersonal?: true;
  /** Scope that an integration needs to receive it; none if absent. */
  readonly scope?: (typeof PARTNER_SCOPES)[number];
  /** The public list of events does not contain the type. */
  readonly isOurs?: true;
}

const Id = Type.Integer();

const OfContract = Type.Object({ contractId: Id }, { title: 'ContractEventContent' });

const OfModule = Type.Object(
  { contractId: Id, moduleContractId: Id },
  { title: 'ModuleContractEventContent' },
);

const OfIdlePeriod = Type.Object(
  {
    contractId: Id,
    idlePeriodId: Id,
    idlePeriodAmount: Type.Optional(Type.Number({ description: 'Fee in the currency of the studio.' })),
    usedFreeTermsInDays: Type.Optional(Type.Integer()),
  },
  { title: 'IdlePeriodEventContent' },
);

const OfClass = Type.Object({ classId: Id }, { title: 'ClassSlotEventContent' });

const PaymentMethod = Type.String({ examples: ['SEPA'] });

/** What the events of payments have in common; `origin` says how the payment was made. */
const Payment = Type.Object({
  amount: Money,
  paymentMethod: PaymentMethod,
  origin: Type.Enum(['TOKEN', 'PAYMENT_RUN'], { type: 'string' }),
});

const TransactionId = Type.Integer({ description: 'The payment on the account of the customer.' });

const FailureCode = Type.String({
  description: 'One of the failure reasons of the widget.',
  examples: ['INSUFFICIENT_FUNDS'],
});

const ClaimIds = (description: string) => Type.Array(Id, { description });

const DateTime = Type.String({ format: 'date-time' });

/**
 * Events that partners are notified of (specification, Events; details, Webhooks). Types of the public list that
 * nothing here triggers are omitted; `docs/webhooks.md` lists them.
 */
const EVENTS = {
  CUSTOMER_CREATED: { when: 'A customer was created.', entity: 'customer' },
  CUSTOMER_UPDATED: {
    when: 'Contact data, the payment instrument, the image or other data of a customer changed.',
    entity: 'customer',
  },
  CUSTOMER_DELETED: {
    when: 'The personal data of a customer was erased. Requests for the customer now return 404. Erase the data that you store about them.',
    entity: 'customer',
  },
  CUSTOMER_ACCESS_DISABLED: {
    when: 'A member withdrew their consent. Requests for their data now return 403.',
    entity: 'customer',
  },
  CUSTOMER_COMMUNICATION_PREFERENCES_UPDATED: {
    when: 'The communication preferences of a customer changed.',
    entity: 'customer',
  },
  CUSTOMER_HOME_STUDIO_UPDATED: {
    when: 'A member moved to another studio, by staff or a partner. The partners of both studios receive this event.',
    entity: 'customer',
    content: Type.Object({ sourceStudioId: Id, targetStudioId: Id }),
  },
  CUSTOMER_ACCESS_MEDIUM_CREATED: {
    when: 'A card, PIN, barcode or pass was assigned to a customer.',
    entity: 'customer',
  },
  CUSTOMER_ACCESS_MEDIUM_UPDATED: {
    when: 'A card, PIN, barcode or pass of a customer changed.',
    entity: 'customer',
  },
  CUSTOMER_ACCESS_MEDIUM_DELETED: {
    when: 'A card, PIN, barcode or pass was withdrawn from a customer.',
    entity: 'customer',
  },
  CUSTOMER_ACCESS_RESTRICTION_CREATED: {
    when: 'A member’s access was blocked, by the studio or a partner.',
    entity: 'customer',
  },
  CUSTOMER_ACCESS_RESTRICTION_DELETED: {
    when: 'A member’s access was restored, by the studio or a partner.',
    entity: 'customer',
  },
  CUSTOMER_CHECKIN: { when: 'A customer checked in.', entity: 'customer' },
  CUSTOMER_CHECKOUT: { when: 'A customer checked out.', entity: 'customer' },
  AUTOMATIC_CUSTOMER_CHECKOUT: {
    when: 'The service checked out people who had not checked out themselves.',
    entity: 'studio',
    content: Type.Object(
      { checkouts: Type.Array(Type.Object({ customerId: Id, checkoutTime: DateTime })) },
      { description: '`checkouts`: a list of `customerId` and `checkoutTime`' },
    ),
  },
  CONTRACT_CREATED: { when: 'A contract was signed.', entity: 'customer', content: OfContract },
  CONTRACT_UPDATED: {
    when: 'A contract was extended or switched, its cancellation was withdrawn, or one of its modules changed.',
    entity: 'customer',
    content: OfContract,
  },
  CONTRACT_CANCELLED: { when: 'A contract was cancelled.', entity: 'customer', content: OfContract },
  DECLARATION_RECEIVED: {
    when: 'A member has cancelled a contract or withdrawn from it on a [public page](cancelling.md). Send them `text` by e-mail.',
    entity: 'declaration',
    content: Type.Object({
      kind: Type.Enum(['ORDINARY_CANCELATION', 'EXTRAORDINARY_CANCELATION', 'WITHDRAWAL'], {
        type: 'string',
      }),
      receivedAt: DateTime,
      name: Type.String({ description: 'As the member has typed it.' }),
      contractNumber: Type.String({ description: 'As the member has typed it.' }),
      email: Type.String(),
      language: Type.String({ description: 'The language of `subject` and `text`.' }),
      subject: Type.String(),
      text: Type.String({ description: 'The whole acknowledgement as plain text.' }),
    }),
    isPersonal: true,
    scope: 'MEMBERSHIP_SELF_SERVICE_READ',
    isOurs: true,
  },
  CONTRACT_IDLE_PERIOD_CREATED: {
    when: 'A freeze period was created.',
    entity: 'customer',
    content: OfIdlePeriod,
  },
  CONTRACT_IDLE_PERIOD_UPDATED: {
    when: 'A freeze period changed.',
    entity: 'customer',
    content: OfIdlePeriod,
  },
  CONTRACT_IDLE_PERIOD_CANCELLED: {
    when: 'A freeze period was withdrawn.',
    entity: 'customer',
    content: OfIdlePeriod,
  },
  CONTRACT_ADDITIONAL_MODULE_CREATED: {
    when: 'A module was booked onto a contract. `CONTRACT_UPDATED` is sent as well.',
    entity: 'customer',
    content: OfModule,
  },
  CONTRACT_ADDITIONAL_MODULE_UPDATED: {
    when: 'The last day of a module changed. `CONTRACT_UPDATED` is sent as well.',
    entity: 'customer',
    content: OfModule,
  },
  CONTRACT_ADDITIONAL_MODULE_CANCELLED: {
    when: 'A module was cancelled. `CONTRACT_UPDATED` is sent as well.',
    entity: 'customer',
    content: OfModule,
  },
  CONTRACT_WITHDRAWN: {
    when: 'A member withdrew from a contract, which is then as if it had never been. `amountToRefund` is what the member has paid beyond the use; `PAYMENT_REFUNDED` reports each refund.',
    entity: 'customer',
    content: Type.Object({ contractId: Id, amountUsed: Money, amountToRefund: Money }),
    isOurs: true,
  },
  PAYMENT_ANNOUNCED: {
    when: "The studio's own bank will collect a debit on `dueDate` or the next days. Tell the member: the mandate promises a notice before each debit.",
    entity: 'customer',
    content: Type.Object({
      transactionId: TransactionId,
      ...Payment.properties,
      dueDate: Type.String({ format: 'date' }),
      mandateReference: Type.String(),
      creditorIdentifier: Type.Optional(Type.String()),
    }),
    isOurs: true,
  },
  PAYMENT_SUCCEEDED: {
    when: 'A payment was booked on the account. A debit counts as paid as soon as it is submitted; the bank may still return it.',
    entity: 'customer',
    content: Type.Object({
      transactionId: TransactionId,
      ...Payment.properties,
      debtClaimIds: ClaimIds('The claims that it pays. The rest is credit.'),
    }),
    isOurs: true,
  },
  PAYMENT_FAILED: {
    when: 'The bank or the provider declined a charge of a payment run, or of a token that you used. You also receive it if your request was answered with the decline. Declined attempts in the widget and unknown outcomes are not reported.',
    entity: 'customer',
    content: Type.Object({
      ...Payment.properties,
      failureCode: FailureCode,
      debtClaimIds: Type.Optional(ClaimIds('The claims that it should have paid.')),
    }),
    isOurs: true,
  },
  PAYMENT_LINK_PAID: {
    when: 'Everything that a payment link is for was done, the last of it through the link. A link that closes because it was done elsewhere sends nothing.',
    entity: 'customer',
    content: Type.Object({
      linkId: Type.String({ format: 'uuid' }),
      purposes: Type.Array(Type.Enum(['ACCOUNT_PAYMENT', 'PAYMENT_INSTRUMENT'], { type: 'string' })),
      amount: {
        ...Money,
        description: 'What was paid through the link; 0 if it was only for an instrument.',
      },
      debtClaimIds: ClaimIds('The claims of the link.'),
    }),
    isOurs: true,
  },
  PAYMENT_REFUNDED: {
    when: 'A payment was refunded, in full or in part, by staff or after a withdrawal.',
    entity: 'customer',
    content: Type.Object({
      transactionId: TransactionId,
      refundId: Type.String({ format: 'uuid' }),
      amount: Money,
    }),
    isOurs: true,
  },
  PAYMENT_RETURNED: {
    when: 'The money of a booked payment was taken back: the bank returned the debit or did not settle it, or the payer disputed the payment. The payment is reversed on the account.',
    entity: 'customer',
    content: Type.Object({
      transactionId: TransactionId,
      ...Payment.properties,
      failureCode: FailureCode,
      debtClaimIds: ClaimIds('The claims that it had paid. They are open again, unless credit pays them.'),
    }),
    isOurs: true,
  },
  PAYMENT_RESTORED: {
    when: 'The money of a returned payment came back, for example because a dispute was won. It is credit and pays claims that are due.',
    entity: 'customer',
    content: Type.Object({ transactionId: TransactionId, ...Payment.properties }),
    isOurs: true,
  },
  PAYMENT_INSTRUMENT_EXPIRING: {
    when: 'The card that a customer uses for payment runs expires in 30 days or less. It is sent once for each card. Ask the customer for another payment instrument.',
    entity: 'customer',
    content: Type.Object({
      paymentMethod: PaymentMethod,
      expiresOn: Type.String({ format: 'date', description: 'The last day on which the card is valid.' }),
    }),
    isOurs: true,
  },
  ADDITIONAL_INFORMATION_FIELDS_UPDATED: {
    when: 'The studio changed the fields that it has defined for its customers.',
    entity: 'studio',
  },
  AGGREGATOR_MEMBER_CREATED: {
    when: 'A customer was created for an aggregator member.',
    entity: 'customer',
    content: Type.Object({
      aggregatorId: Type.String({ description: 'The id of the member at the aggregator.' }),
    }),
    isPersonal: true,
    scope: 'AGGREGATOR_MEMBER_READ',
  },
  CLASS_BOOKING_CREATED: {
    when: 'A class was booked, or a place on its waiting list. A trial that must be confirmed is reported when it is confirmed.',
    entity: 'booking',
  },
  CLASS_BOOKING_UPDATED: {
    when: 'A booking moved up from the waiting list, or the studio recorded whether the customer took part.',
    entity: 'booking',
  },
  CLASS_BOOKING_CANCELLED: {
    when: 'A booking of a class was cancelled, by the customer or the studio.',
    entity: 'booking',
  },
  CLASS_SLOT_UPDATED: {
    when: 'The studio moved a class slot, or other employees hold it. The times of its bookings change with it.',
    entity: 'class slot',
    content: OfClass,
  },
  CLASS_SLOT_CANCELLED: {
    when: 'The studio cancelled a class slot. Each of its bookings is reported too.',
    entity: 'class slot',
    content: OfClass,
  },
  APPOINTMENT_BOOKING_CREATED: {
    when: 'An appointment was booked. A trial that must be confirmed is reported when it is confirmed.',
    entity: 'booking',
  },
  APPOINTMENT_BOOKING_UPDATED: {
    when: 'The studio moved an appointment, or other employees hold it.',
    entity: 'booking',
  },
  APPOINTMENT_BOOKING_CANCELLED: {
    when: 'A booking of an appointment was cancelled, by the customer or the studio.',
    entity: 'booking',
  },
  TRIAL_SESSION_CONFIRMATION_REQUIRED: {
    when: 'A trial session was booked without a key. The slot is reserved until `confirmBy`. Send the person an e-mail and ask them to confirm.',
    entity: 'customer',
    content: Type.Object({
      bookingId: Type.String(),
      startDateTime: DateTime,
      endDateTime: DateTime,
      confirmBy: DateTime,
    }),
    isOurs: true,
  },
  EMPLOYEE_CREATED: { when: 'An employee was added.', entity: 'employee' },
  EMPLOYEE_UPDATED: { when: 'The data of an employee changed.', entity: 'employee' },
  EMPLOYEE_DELETED: { when: 'An employee was deleted.', entity: 'employee' },
  STUDIO_OPENING_HOURS_UPDATED: {
    when: 'The opening hours of the studio changed, or the times at which it is closed.',
    entity: 'studio',
  },
  DEVICE_CREATED: { when: 'The studio added a device.', entity: 'device' },
  FINANCE_DEBT_COLLECTION_RUN_CREATED: {
    when: 'The studio handed over a collection run.',
    entity: 'run',
  },
  FINANCE_DEBT_COLLECTION_CASE_UPDATED: {
    when: 'The studio changed a case.',
    entity: 'adjustment request',
    content: Type.Object(
      {
        agencyCollectionCaseId: Type.Optional(Type.String()),
        agencyDebtCollectionCaseId: Type.Optional(Type.String()),
        collectionCaseId: Type.Optional(Type.String()),
      },
      {
        description:
          '`agencyCollectionCaseId`, and `agencyDebtCollectionCaseId` with the same value. If you have not assigned this id: `collectionCaseId`',
      },
    ),
  },
  FINANCE_DEBT_COLLECTION_CONFIGURATION_UPDATED: {
    when: 'The debt collection settings of the studio changed.',
    entity: 'studio',
  },
  TAX_ADVISOR_EXPORT_CREATED: { when: 'The file of a tax export is ready.', entity: 'export' },
} as const satisfies Readonly<Record<string, EventDefinition>>;

export type EventType = keyof typeof EVENTS;

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

type ContentOf<T extends EventType> = (typeof EVENTS)[T] extends { readonly content: infer S extends TSchema }
  ? { readonly content: DeepReadonly<Static<S>> }
  : { readonly content?: never };

/** An event of any type, with the content that the type has. */
export type WebhookEvent = {
  [T in EventType]: { readonly type: T; readonly entityId: number } & ContentOf<T>;
}[EventType];

/** Types whose content is personal data. */
export type PersonalType = {
  [T in EventType]: (typeof EVENTS)[T] extends { readonly isPersonal: true } ? T : never;
}[EventType];

export type PersonalEvent = Extract<WebhookEvent, { readonly type: PersonalType }>;

export function isPersonal(type: EventType): boolean {
  return definitionOf(type).isPersonal === true;
}

/** Returns the definition of a type, without its literal types. */
export function definitionOf(type: EventType): EventDefinition {
  return EVENTS[type];
}

const TIMESTAMP = { type: 'integer', description: 'Time of the event in milliseconds since 1970.' };

/** Returns the schema of the element of `payload` for an event of a type. */
export function payloadOf(type: EventType): Readonly<Record<string, unknown>> {
  const { when, entity, content, isOurs } = definitionOf(type);
  return {
    description: `${withoutLinks(when)} \`entityId\` is the id of the ${entity}.`,
    ...(isOurs && { 'x-upc': true }),
    type: 'object',
    required: ['timestamp', 'type', ...(content ? ['content'] : [])],
    properties: { timestamp: TIMESTAMP, type: { const: type }, ...(content && { content }) },
  };
}

/** Returns a text in Markdown without its links, which lead to pages of the documentation. */
export function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}
