import type { Schemas } from '@upc/contract/gateway';
import { DetachedView, IntentView } from '@upc/contract/simulator-api';
import { Type } from 'typebox';
import {
  type ChargeInstrument,
  type ConfirmIntent,
  type CreateIntent,
  type Movement,
  type PageSources,
  type PaymentProvider,
  type ProviderIntent,
  ProviderRequestError,
} from '../provider.js';
import { SimulatorClient, type SimulatorClientOptions } from './simulator-client.js';
import { toProviderIntent } from './to-provider-intent.js';

export interface SimulatorProviderOptions extends SimulatorClientOptions {
  /** The simulator's origin as a browser reaches it; `baseUrl` by default. */
  readonly publicUrl?: string;
}

/** Facts about a studio that the simulator needs before it accepts payments for it. */
export interface SimulatorAccount {
  readonly merchantName: string;
  /** Origins of the studio's pages; `http://localhost:*` matches every port. */
  readonly origins: readonly string[];
}

/** Returns what a page must allow for the simulated provider: its frames. */
export function simulatorPageSources(publicUrl: string): PageSources {
  return { scripts: [], frames: [new URL(publicUrl).origin], connections: [], trustedTypes: [] };
}

/** Adapts the simulated provider to the provider interface, for one studio. */
export class SimulatorProvider implements PaymentProvider {
  readonly name = 'SIMULATOR';
  readonly redirectOrigins: readonly string[];
  readonly #client: SimulatorClient;
  readonly #account: string;
  readonly #publicUrl: string;

  constructor(options: SimulatorProviderOptions) {
    this.#account = options.account;
    this.#client = new SimulatorClient(options);
    this.#publicUrl = options.publicUrl ?? options.baseUrl;
    this.redirectOrigins = [new URL(this.#publicUrl).origin];
  }

  /**
   * Registers a studio with the simulator, or updates it. Repeating the call changes nothing.
   *
   * @throws ProviderUnavailableError, ProviderRequestError
   */
  async registerAccount(account: SimulatorAccount): Promise<void> {
    const path = `/v1/accounts/${encodeURIComponent(this.#account)}`;
    await this.#client.call(Type.Object({ publicKey: Type.String() }), {
      method: 'PUT',
      path,
      body: account,
    });
  }

  requiredFields(): readonly 'email'[] {
    return [];
  }

  publicConfiguration(studioPublicKey: string): Schemas['ProviderConfiguration'] {
    const frameUrl = new URL('/frames/card', this.#publicUrl).href;
    const { name, redirectOrigins } = this;
    return { name, publicKey: studioPublicKey, frameUrl, redirectOrigins: [...redirectOrigins] };
  }

  createIntent(request: CreateIntent, idempotencyKey: string): Promise<ProviderIntent> {
    return this.#post('/v1/intents', toTerms(request), idempotencyKey);
  }

  confirmIntent(
    reference: string,
    { details, mandate }: ConfirmIntent,
    idempotencyKey: string,
  ): Promise<ProviderIntent> {
    const { cardHolder: _, ...rest } = details;
    const body = {
      ...(Object.keys(rest).length > 0 && { details: rest }),
      ...(mandate && { mandate: mandateOf(mandate) }),
    };
    return this.#post(`${pathOf(reference)}/confirm`, body, idempotencyKey);
  }

  async retrieveIntent(reference: string): Promise<ProviderIntent> {
    return toProviderIntent(await this.#client.call(IntentView, { method: 'GET', path: pathOf(reference) }));
  }

  captureIntent(reference: string, amount: number, idempotencyKey: string): Promise<ProviderIntent> {
    return this.#post(`${pathOf(reference)}/capture`, { amount }, idempotencyKey);
  }

  async cancelIntent(reference: string, idempotencyKey: string): Promise<ProviderIntent> {
    try {
      return await this.#post(`${pathOf(reference)}/cancel`, {}, idempotencyKey);
    } catch (error) {
      const ended = error instanceof ProviderRequestError && error.code === 'intent_unexpected_state';
      if (!ended) throw error;
      return this.retrieveIntent(reference);
    }
  }

  refundIntent(reference: string, amount: number, { key }: Movement): Promise<ProviderIntent> {
    return this.#post(`${pathOf(reference)}/refund`, { amount }, key);
  }

  chargeInstrument(request: ChargeInstrument, { key }: Movement): Promise<ProviderIntent> {
    const { instrumentReference, customerReference, ...rest } = request;
    const body = { ...rest, mode: 'payment', customer: customerReference, instrument: instrumentReference };
    return this.#post('/v1/intents', body, key);
  }

  async detachInstrument(reference: string, idempotencyKey: string): Promise<void> {
    const path = `/v1/instruments/${encodeURIComponent(reference)}/detach`;
    await this.#client.call(DetachedView, { method: 'POST', path, body: {}, idempotencyKey });
  }

  async #post(path: string, body: unknown, idempotencyKey: string): Promise<ProviderIntent> {
    return toProviderIntent(
      await this.#client.call(IntentView, { method: 'POST', path, body, idempotencyKey }),
    );
  }
}

function mandateOf({ paymentType: _, ...mandate }: NonNullable<ConfirmIntent['mandate']>) {
  return { ...mandate, acceptedAt: mandate.acceptedAt.toISOString() };
}

const pathOf = (reference: string): string => `/v1/intents/${encodeURIComponent(reference)}`;

/** Body of the simulated provider's `POST /v1/intents`. */
interface IntentTerms extends Pick<
  CreateIntent,
  'paymentMethod' | 'amount' | 'currency' | 'statementText' | 'saveInstrument' | 'returnUrl'
> {
  readonly mode: 'setup' | 'payment';
  readonly customer: CreateIntent['customerReference'];
  readonly captureMethod?: 'manual' | 'automatic';
}

function toTerms(request: CreateIntent): IntentTerms {
  const { paymentMethod, amount, currency, statementText, customerReference, returnUrl } = request;
  return {
    mode: request.mode === 'SETUP' ? 'setup' : 'payment',
    paymentMethod,
    amount,
    currency,
    customer: customerReference,
    statementText,
    saveInstrument: request.saveInstrument,
    ...(request.mode === 'PAYMENT' && { captureMethod: request.captureLater ? 'manual' : 'automatic' }),
    ...(returnUrl !== undefined && { returnUrl }),
  };
}
