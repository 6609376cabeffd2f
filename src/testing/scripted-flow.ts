import { vi } from 'vitest';
import type { ParsedConfig, PaymentState } from '../config/config.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { Bank, Payment, Session } from '@upc/contract/gateway';
import type { Gateway } from '../gateway/gateway.js';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import type { SecuredFieldsHost } from '../providers/secured-fields.js';
import type { CreateSubmission, FlowCore } from '../flow/flow-core.js';
import type { AttemptsPage } from '../flow/payment-attempts.js';
import { Submission } from '../flow/submission.js';
import { PaymentFlow } from '../flow/payment-flow.js';
import { gatewaySession, parsedConfig, payment, smallMethod } from './fixtures.js';
import { ManualClock, settle } from './manual-clock.js';

/** A completed payment. */
export const preauthed = payment({
  status: 'PREAUTHED',
  paymentRequestToken: 'request-token',
  paymentInstrumentToken: 'instrument-token',
  paymentInstrumentDetails: { sepa: { bankAccountDetails: { accountHolder: 'A', iban: 'DE89 **** 3000' } } },
});
/** A page that is never hidden or left. */
export const visiblePage: AttemptsPage = {
  wakeup: { isHidden: () => false, onWake: () => undefined },
  newKey: () => 'key',
};

export const offline = (): Error => new PaymentWidgetError('NETWORK_ERROR', 'offline');

/** Responses of a test's gateway, and the environment of the session. Each has a default that succeeds. */
export interface Script {
  prefetched?: Session;
  session?: () => Promise<Session>;
  create?: (count: number) => Promise<Payment>;
  authenticate?: (count: number) => Promise<Payment>;
  get?: (count: number) => Promise<Payment>;
  cancel?: () => Promise<Payment>;
  remove?: () => Promise<unknown>;
  bank?: () => Promise<Bank>;
  config?: Partial<ParsedConfig>;
  methods?: readonly PaymentMethodDefinition[];
  fields?: SecuredFieldsHost['open'];
  prepareForm?: () => Promise<void>;
  prepareSubmission?: () => Promise<CreateSubmission>;
  refuseRedirect?: boolean;
}

/** Creates a session without a browser, with a gateway that follows the script. */
export function setUp(script: Script = {}) {
  const clock = new ManualClock();
  const calls: { name: string; key?: string; body?: unknown; signal?: AbortSignal }[] = [];
  const count = (name: string): number => calls.filter((call) => call.name === name).length;
  const gateway: Gateway & { now(): number } = {
    now: () => clock.now(),
    getSession: () => {
      calls.push({ name: 'session' });
      return script.session?.() ?? Promise.resolve(gatewaySession());
    },
    createPayment: (body, key) => {
      calls.push({ name: 'create', key, body });
      return script.create?.(count('create')) ?? Promise.resolve(payment());
    },
    authenticate: (_id, _body, key) => {
      calls.push({ name: 'authenticate', key });
      return script.authenticate?.(count('authenticate')) ?? Promise.resolve(preauthed);
    },
    getPayment: () => {
      calls.push({ name: 'get' });
      return script.get?.(count('get')) ?? Promise.resolve(preauthed);
    },
    lookUpBank: (iban, signal) => {
      calls.push({ name: 'bank', body: iban, signal });
      return script.bank?.() ?? Promise.resolve({});
    },
    removeInstrument: (token) => {
      calls.push({ name: 'remove', key: token });
      return script.remove?.() ?? Promise.resolve(true);
    },
    cancelPayment: () => {
      calls.push({ name: 'cancel' });
      return script.cancel?.() ?? Promise.resolve(payment({ status: 'CANCELLED' }));
    },
  };
  const host = {
    onSuccess: vi.fn<(...result: unknown[]) => void>(),
    onError: vi.fn<(error: PaymentWidgetError) => void>(),
    onPaymentStateChange: vi.fn<(state: PaymentState) => void>(),
  };
  const thrown: unknown[] = [];
  const redirects: string[] = [];
  let made = 0;
  const config = parsedConfig({ ...host, ...script.config });
  const methods = new Map(
    (script.methods ?? [smallMethod()]).map((method) => [method.paymentMethod, method]),
  );
  const session = new PaymentFlow({
    config,
    gateway,
    methods,
    clock,
    prepareForm: script.prepareForm ?? (() => Promise.resolve()),
    afterPaint: (then) => then(),
    prepareSubmission:
      script.prepareSubmission ??
      (() =>
        Promise.resolve(
          (core: FlowCore) => new Submission(core, { ...visiblePage, newKey: () => `key-${(made += 1)}` }),
        )),
    securedFields: { open: script.fields ?? (() => Promise.reject(new Error('No secured fields here.'))) },
    returnUrl: () => 'https://studio.example/join',
    redirect: ({ nextAction }) => {
      if (script.refuseRedirect) return Promise.reject(new PaymentWidgetError('PSP_ERROR', 'not allowed'));
      if (nextAction?.type === 'REDIRECT') redirects.push(nextAction.url);
      return Promise.resolve();
    },
    reportHostError: (error) => thrown.push(error),
  });
  const keysOf = (name: string): unknown[] =>
    calls.filter((call) => call.name === name).map(({ key }) => key);
  return { session, clock, calls, count, keysOf, host, config, thrown, redirects };
}

/** Creates a session that has loaded the gateway's offer. */
export async function started(script: Script = {}) {
  const parts = setUp(script);
  parts.session.start(script.prefetched);
  await settle();
  return parts;
}

/** Creates a session whose only form is filled in and accepted. */
export async function filled(script: Script = {}) {
  const parts = await started(script);
  parts.session.changeField('iban', 'DE89');
  parts.session.changeConsent('mandate', true);
  return parts;
}

/** Returns the error with which a promise rejects. @throws when the promise resolves. */
export function rejection(promise: Promise<unknown>): Promise<PaymentWidgetError> {
  return promise.then(
    () => {
      throw new Error('It should have been rejected.');
    },
    (error: unknown) => error as PaymentWidgetError,
  );
}
