import type { PaymentMethod, Schemas } from '@upc/contract/gateway';
import type Stripe from 'stripe';
import type { Clock } from '../../../../core/context.js';
import {
  type ChargeInstrument,
  type ConfirmIntent,
  type CreateIntent,
  type Movement,
  type PaymentProvider,
  type ProviderIntent,
  ProviderRequestError,
} from '../provider.js';
import { toStripeAmount } from './amounts.js';
import { declinedIntent, isUnexpectedState, toProviderError } from './errors.js';
import { findEarlierMovement, metadataOf } from './earlier-movement.js';
import { mandateData, paymentMethodData, stripeType } from './payment-method-data.js';
import {
  isDisputed,
  PAYMENT_EXPAND,
  paymentIntent,
  SETUP_EXPAND,
  setupIntent,
} from './to-provider-intent.js';

/** Maps persons to Stripe customers. */
export interface StripeCustomers {
  /**
   * Finds the stored Stripe customer of a person.
   *
   * @param person our paymentServiceCustomerId
   */
  find(person: string): Promise<string | null>;
  /**
   * Stores a person's Stripe customer unless one is already stored.
   *
   * @returns the stored customer
   */
  keep(person: string, customer: string): Promise<string>;
}

export interface StripeProviderOptions {
  readonly stripe: Stripe;
  readonly publishableKey: string;
  readonly customers: StripeCustomers;
  readonly redirectOrigins: readonly string[];
  readonly clock: Clock;
}

/** Maximum page size of Stripe's lists. */
const PAGE = 100;

/** Upper bound for the difference between Stripe's clock and ours. */
const CLOCKS_APART_MS = 3600_000;

/**
 * Adapts Stripe to the provider interface, for one studio. Setup intents collect instruments; payment intents move
 * money.
 */
export class StripeProvider implements PaymentProvider {
  readonly name = 'STRIPE';
  readonly redirectOrigins: readonly string[];
  readonly #stripe: Stripe;
  readonly #options: StripeProviderOptions;

  constructor(options: StripeProviderOptions) {
    this.#options = options;
    this.#stripe = options.stripe;
    this.redirectOrigins = options.redirectOrigins;
  }

  /**
   * Requires an email address for SEPA: Stripe notifies the payer before each debit, and refuses a debit without an
   * address.
   */
  requiredFields(method: PaymentMethod): readonly 'email'[] {
    return method === 'SEPA' ? ['email'] : [];
  }

  publicConfiguration(): Schemas['ProviderConfiguration'] {
    const { name, redirectOrigins } = this;
    return { name, publicKey: this.#options.publishableKey, redirectOrigins: [...redirectOrigins] };
  }

  createIntent(request: CreateIntent, idempotencyKey: string): Promise<ProviderIntent> {
    return this.#ask(async () => {
      const customer = await this.#customer(request.customerReference);
      const type = stripeType(request.paymentMethod);
      const common = { customer, allowed_payment_method_types: [type], description: request.statementText };
      const options = { idempotencyKey };
      if (request.mode === 'SETUP') {
        const params = { ...common, usage: 'off_session', expand: SETUP_EXPAND } as const;
        return setupIntent(await this.#stripe.setupIntents.create(params, options), request.currency);
      }
      return paymentIntent(
        await this.#stripe.paymentIntents.create(
          {
            ...common,
            amount: toStripeAmount(request.amount, request.currency),
            currency: request.currency.toLowerCase(),
            ...(request.captureLater && { payment_method_options: { [type]: { capture_method: 'manual' } } }),
            ...(request.saveInstrument && { setup_future_usage: 'off_session' }),
            expand: PAYMENT_EXPAND,
          },
          options,
        ),
      );
    });
  }

  confirmIntent(reference: string, request: ConfirmIntent, idempotencyKey: string): Promise<ProviderIntent> {
    const acceptance = request.mandate ?? request.acceptance;
    const params = {
      payment_method_data: paymentMethodData(request),
      ...(acceptance && { mandate_data: mandateData(acceptance) }),
      ...(request.returnUrl !== undefined && { return_url: request.returnUrl }),
    };
    const options = { idempotencyKey };
    return this.#ask(async () => {
      try {
        return isSetup(reference)
          ? setupIntent(
              await this.#stripe.setupIntents.confirm(
                reference,
                { ...params, expand: SETUP_EXPAND },
                options,
              ),
            )
          : paymentIntent(
              await this.#stripe.paymentIntents.confirm(
                reference,
                { ...params, expand: PAYMENT_EXPAND },
                options,
              ),
            );
      } catch (error) {
        if (isUnexpectedState(error)) return this.#retrieve(reference);
        throw error;
      }
    });
  }

  retrieveIntent(reference: string): Promise<ProviderIntent> {
    return this.#ask(() => this.#retrieve(reference));
  }

  captureIntent(reference: string, amount: number, idempotencyKey: string): Promise<ProviderIntent> {
    return this.#ask(async () => {
      const found = await this.#retrieve(reference);
      const params = { amount_to_capture: toStripeAmount(amount, found.currency), expand: PAYMENT_EXPAND };
      try {
        return paymentIntent(
          await this.#stripe.paymentIntents.capture(reference, params, { idempotencyKey }),
        );
      } catch (error) {
        if (!isUnexpectedState(error)) throw error;
        const current = await this.#retrieve(reference);
        // A different amount was captured, so this is not the capture of this usage.
        if (current.status === 'SUCCEEDED' && current.amountCaptured !== amount) throw error;
        return current;
      }
    });
  }

  cancelIntent(reference: string, idempotencyKey: string): Promise<ProviderIntent> {
    const params = { cancellation_reason: 'abandoned' } as const;
    const options = { idempotencyKey };
    return this.#ask(async () => {
      try {
        return isSetup(reference)
          ? setupIntent(await this.#stripe.setupIntents.cancel(reference, params, options))
          : paymentIntent(await this.#stripe.paymentIntents.cancel(reference, params, options));
      } catch (error) {
        if (isUnexpectedState(error)) return this.#retrieve(reference);
        throw error;
      }
    });
  }

  refundIntent(reference: string, amount: number, movement: Movement): Promise<ProviderIntent> {
    return this.#ask(async () => {
      const { currency } = await this.#retrieve(reference);
      const made = await findEarlierMovement(movement, this.#options.clock.now(), () =>
        this.#refundsOf(reference),
      );
      if (made !== null) return this.#retrieve(reference);
      try {
        const { status } = await this.#stripe.refunds.create(
          {
            payment_intent: reference,
            amount: toStripeAmount(amount, currency),
            metadata: metadataOf(movement),
          },
          { idempotencyKey: movement.key },
        );
        if (status === 'failed' || status === 'canceled') {
          throw new ProviderRequestError(`The refund is ${status}.`, `refund_${status}`);
        }
        return await this.#retrieve(reference);
      } catch (error) {
        if (!isUnexpectedState(error)) throw error;
        const current = await this.#retrieve(reference);
        // Money is left, so nothing has been refunded instead of this refund.
        if (current.amountCaptured === 0 || current.amountRefunded < current.amountCaptured) throw error;
        return current;
      }
    });
  }

  chargeInstrument(request: ChargeInstrument, movement: Movement): Promise<ProviderIntent> {
    return this.#ask(async () => {
      const customer = await this.#customer(request.customerReference);
      const created = { gte: Math.floor((movement.since.getTime() - CLOCKS_APART_MS) / 1000) };
      const made = await findEarlierMovement(movement, this.#options.clock.now(), () =>
        this.#stripe.paymentIntents.list({ customer, created, limit: PAGE }),
      );
      if (made !== null) return this.#retrieve(made.id);
      return paymentIntent(
        await this.#stripe.paymentIntents.create(
          {
            amount: toStripeAmount(request.amount, request.currency),
            currency: request.currency.toLowerCase(),
            customer,
            payment_method: request.instrumentReference,
            allowed_payment_method_types: [stripeType(request.paymentMethod)],
            description: request.statementText,
            metadata: metadataOf(movement),
            off_session: true,
            confirm: true,
            expand: PAYMENT_EXPAND,
          },
          { idempotencyKey: movement.key },
        ),
      );
    });
  }

  async detachInstrument(reference: string, idempotencyKey: string): Promise<void> {
    try {
      await this.#stripe.paymentMethods.detach(reference, {}, { idempotencyKey });
    } catch (error) {
      const providerError = toProviderError(error);
      // Stripe rejects a detached or unknown instrument like this; neither can be charged.
      if (!(providerError instanceof ProviderRequestError)) throw providerError;
    }
  }

  /** Lists the refunds of a payment, except failed and cancelled ones, which returned no money. */
  async *#refundsOf(reference: string): AsyncIterable<Stripe.Refund> {
    for await (const refund of this.#stripe.refunds.list({ payment_intent: reference, limit: PAGE })) {
      if (refund.status !== 'failed' && refund.status !== 'canceled') yield refund;
    }
  }

  async #retrieve(reference: string): Promise<ProviderIntent> {
    if (isSetup(reference)) {
      return setupIntent(await this.#stripe.setupIntents.retrieve(reference, { expand: SETUP_EXPAND }));
    }
    const intent = await this.#stripe.paymentIntents.retrieve(reference, { expand: PAYMENT_EXPAND });
    if (!isDisputed(intent)) return paymentIntent(intent);
    const { data } = await this.#stripe.disputes.list({ payment_intent: reference });
    return paymentIntent(intent, data);
  }

  /** Finds or creates the person's Stripe customer. Concurrent calls create only one. */
  async #customer(person: string): Promise<string> {
    const { customers } = this.#options;
    const known = await customers.find(person);
    if (known !== null) return known;
    const made = await this.#stripe.customers.create(
      { metadata: { paymentServiceCustomerId: person } },
      { idempotencyKey: `${person}:customer` },
    );
    return customers.keep(person, made.id);
  }

  /**
   * Runs a call and translates its errors. A refused card is a state of its intent; every other error becomes one of
   * the service's errors.
   */
  async #ask(call: () => Promise<ProviderIntent>): Promise<ProviderIntent> {
    try {
      return await call();
    } catch (error) {
      const declined = declinedIntent(error);
      if (declined !== null) return this.retrieveIntent(declined);
      throw toProviderError(error);
    }
  }
}

const isSetup = (reference: string): boolean => reference.startsWith('seti_');
