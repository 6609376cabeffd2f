/** What partners can be told of (specification, Events; details, Webhooks). */
export const EVENT_TYPES = [
  'FINANCE_DEBT_COLLECTION_RUN_CREATED',
  'FINANCE_DEBT_COLLECTION_CASE_UPDATED',
  'FINANCE_DEBT_COLLECTION_CONFIGURATION_UPDATED',
  'CONTRACT_IDLE_PERIOD_CREATED',
  'CONTRACT_IDLE_PERIOD_UPDATED',
  'CONTRACT_IDLE_PERIOD_CANCELLED',
  'CUSTOMER_HOME_STUDIO_UPDATED',
  'CUSTOMER_CREATED',
  'CUSTOMER_UPDATED',
  'CUSTOMER_DELETED',
  'CUSTOMER_ACCESS_DISABLED',
  'CUSTOMER_COMMUNICATION_PREFERENCES_UPDATED',
  'CONTRACT_CREATED',
  'CONTRACT_UPDATED',
  'CONTRACT_CANCELLED',
  'AGGREGATOR_MEMBER_CREATED',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface WebhookEvent {
  readonly type: EventType;
  readonly entityId: number;
  readonly content?: Readonly<Record<string, unknown>>;
}
