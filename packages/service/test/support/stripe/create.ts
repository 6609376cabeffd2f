import { at, textAt, type FormObject, type FormValue } from './form.js';
import { invalidRequest, notFound } from './refusal.js';
import type { Books } from './books.js';
import type { Intent, IntentKind } from './objects.js';

/** Methods whose money can be held first and captured later. */
const HOLDABLE = ['card', 'paypal'];

/** Creates an intent from parameters that the types allow. @throws Refusal 400, 404 */
export function createIntent(books: Books, kind: IntentKind, form: FormObject): Intent {
  const customer = textAt(form, 'customer') ?? null;
  if (customer !== null && !books.customers.has(customer)) throw notFound(customer);
  const allowedTypes = texts(at(form, 'allowed_payment_method_types'));
  if (allowedTypes.length === 0) {
    throw invalidRequest(
      'The recorder takes allowed types only.',
      'parameter_missing',
      'allowed_payment_method_types',
    );
  }
  const heldTypes = allowedTypes.filter(
    (type) => textAt(form, 'payment_method_options', type, 'capture_method') === 'manual',
  );
  if (heldTypes.some((type) => !HOLDABLE.includes(type))) {
    throw invalidRequest('This type cannot be captured manually.', undefined, 'payment_method_options');
  }
  const amount = Number(textAt(form, 'amount') ?? 0);
  if (kind === 'payment_intent' && amount < 1) {
    throw invalidRequest(
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
      'amount',
    );
  }
  const currency = textAt(form, 'currency') ?? '';
  if (currency !== currency.toLowerCase())
    throw invalidRequest('Currencies are lower case.', undefined, 'currency');
  const id = books.newId(kind === 'payment_intent' ? 'pi' : 'seti');
  const intent: Intent = {
    kind,
    id,
    clientSecret: `${id}_secret_${books.newId('s')}`,
    created: books.now(),
    amount,
    currency,
    customer,
    allowedTypes,
    heldTypes,
    futureUsage: kind === 'setup_intent' ? 'off_session' : (textAt(form, 'setup_future_usage') ?? null),
    metadata: (at(form, 'metadata') ?? {}) as Readonly<Record<string, string>>,
    description: textAt(form, 'description') ?? null,
    status: 'requires_payment_method',
    paymentMethod: null,
    mandate: null,
    charge: null,
    challenge: null,
    returnUrl: null,
    lastError: null,
    cancellationReason: null,
  };
  books.intents.set(id, intent);
  return intent;
}

function texts(value: FormValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
