import type { StripeError } from '@stripe/stripe-js';
import type {
  CardConfirmation,
  ConfirmResult,
  ElementsConfirmation,
  StripeApi,
} from '../../../../src/providers/stripe/stripe-api.js';
import type { StandInElement } from './element.js';
import { type ElementsOptions, requireLocale, StandInElements } from './elements.js';
import { IntegrationError } from './integration-error.js';
import { showChallenge } from './modal.js';
import type { ApiAnswer, Confirmation } from './protocol.js';

type Kind = 'payment' | 'setup';

/**
 * Implements the parts of Stripe.js that the widget uses, against the recorder of its API. It refuses what Stripe.js
 * refuses.
 */
class StandInStripe implements StripeApi<StandInElements, StandInElement> {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  readonly elements = (options: ElementsOptions): StandInElements => new StandInElements(this.#key, options);

  readonly confirmPayment = (given: ElementsConfirmation<StandInElements>): Promise<ConfirmResult> =>
    this.#confirmElements('payment', given);

  readonly confirmSetup = (given: ElementsConfirmation<StandInElements>): Promise<ConfirmResult> =>
    this.#confirmElements('setup', given);

  readonly confirmCardPayment = (
    clientSecret: string,
    data: CardConfirmation<StandInElement>,
  ): Promise<ConfirmResult> => this.#confirmCard('payment', clientSecret, data);

  readonly confirmCardSetup = (
    clientSecret: string,
    data: CardConfirmation<StandInElement>,
  ): Promise<ConfirmResult> => this.#confirmCard('setup', clientSecret, data);

  async #confirmElements(
    kind: Kind,
    { elements, clientSecret, confirmParams, redirect }: ElementsConfirmation<StandInElements>,
  ): Promise<ConfirmResult> {
    requireSecret(kind, clientSecret);
    if (!elements.wasSubmitted) {
      throw new IntegrationError('elements.submit() must be called before stripe.confirmPayment().');
    }
    if (elements.mode !== kind) throw new IntegrationError(`The Elements are not in mode ${kind}.`);
    const { return_url: returnUrl, payment_method_data } = confirmParams;
    if (!elements.isExpress && !payment_method_data?.billing_details.name) {
      throw new IntegrationError(
        'fields.billingDetails.name is never: pass billing_details.name to confirm.',
      );
    }
    if ((redirect as string) !== 'if_required' && !returnUrl)
      throw new IntegrationError('return_url is missing.');
    const confirmation: Confirmation = {
      key: this.#key,
      clientSecret,
      billing: payment_method_data?.billing_details ?? {},
      returnUrl,
    };
    if (kind === 'payment') requireAgreement(await elements.first.retrieve(confirmation), elements.expected);
    return this.#finish(elements.first, confirmation);
  }

  #confirmCard(
    kind: Kind,
    clientSecret: string,
    { payment_method: { card, billing_details: billing } }: CardConfirmation<StandInElement>,
  ): Promise<ConfirmResult> {
    requireSecret(kind, clientSecret);
    return this.#finish(card, { key: this.#key, clientSecret, billing });
  }

  async #finish(element: StandInElement, confirmation: Confirmation): Promise<ConfirmResult> {
    const answer = await element.confirm(confirmation);
    const action = answer.next_action;
    if (answer.status !== 'requires_action' || !action) return resultOf(answer);
    const { url } = action.redirect_to_url ?? {};
    if (url !== undefined) {
      location.assign(url);
      return new Promise(() => undefined);
    }
    return resultOf(await element.answerChallenge(confirmation, await showChallenge()));
  }
}

function resultOf(answer: ApiAnswer): ConfirmResult {
  const failed = answer.status === 'requires_payment_method';
  const error = answer.error ?? (failed ? (answer.last_payment_error ?? answer.last_setup_error) : undefined);
  return { error: (error ?? undefined) as StripeError | undefined };
}

function requireSecret(kind: Kind, clientSecret: string): void {
  const pattern = kind === 'setup' ? /^seti_\w+_secret_\w+$/ : /^pi_\w+_secret_\w+$/;
  if (!pattern.test(clientSecret)) {
    throw new IntegrationError(`Invalid value for the intent secret. You specified: ${clientSecret}.`);
  }
}

/** Throws if the deferred intent does not match the values given to the Elements. */
function requireAgreement(intent: ApiAnswer, expected: Readonly<Record<string, unknown>>): void {
  if (intent.error) return;
  for (const [name, value] of Object.entries(expected)) {
    const found = intent[name as 'amount' | 'currency' | 'setup_future_usage'] ?? null;
    if (found !== value)
      throw new IntegrationError(`The Elements' ${name} does not match that of the intent.`);
  }
}

const supported = ['locale', 'stripeAccount'];

function Stripe(key: string, options: { readonly locale?: string } = {}): StandInStripe {
  if (!/^pk_(test|live)_\w+$/.test(key))
    throw new IntegrationError('Please call Stripe() with your publishable key.');
  for (const name of Object.keys(options)) {
    if (!supported.includes(name)) throw new IntegrationError(`Invalid Stripe() parameter: ${name}.`);
  }
  requireLocale(options.locale);
  return new StandInStripe(key);
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) });
