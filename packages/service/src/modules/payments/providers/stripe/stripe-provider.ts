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

/** The Stripe customer that a person is. */
export interface StripeCustomers {
  /** @param person our paymentServiceCustomerId */
  find(person: string): Promise<string | null>;
  /** Keeps the customer of a person unless one is kept already. @returns the one that is kept */
  keep(person: string, customer: string): Promise<string>;
}

export interface StripeProviderOptions {
  readonly stripe: Stripe;
  readonly publishableKey: string;
  readonly customers: StripeCustomers;
  readonly redirectOrigins: readonly string[];
  readonly clock: Clock;
}

/** The longest page that Stripe gives. */
const PAGE = 100;

/** Stripe's clock and ours differ by less. */
const CLOCKS_APART_MS = 3600_000;

/** Stripe, for one studio: setup intents where an instrument is collected, payment intents where money moves. */
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

  /** Stripe writes to the payer of a SEPA debit before it is taken, and takes none without an address to write to. */
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
        // Another amount was captured, by whom we do not know: that is not this usage.
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
        await this.#stripe.refunds.create(
          {
            payment_intent: reference,
            amount: toStripeAmount(amount, currency),
            metadata: metadataOf(movement),
          },
          { idempotencyKey: movement.key },
        );
      } catch (error) {
        if (!isUnexpectedState(error)) throw error;
      }
      return this.#retrieve(reference);
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
      // Stripe says so of one that is detached, or that it has never had: nobody can charge it.
      if (!(providerError instanceof ProviderRequestError)) throw providerError;
    }
  }

  /** The refunds of a payment that did not fail: those have given nothing back. */
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

  /** The person at Stripe: found, or made once, whoever asks at the same time. */
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

  /** A refused card is a state of its intent; every other error is told in the words of the service. */
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
