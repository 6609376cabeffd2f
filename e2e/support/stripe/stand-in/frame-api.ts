import type { ApiAnswer } from './protocol.js';

const api = 'https://api.stripe.com';

/** A form in the notation of Stripe's API: `card: { cvc: '1' }` becomes `card[cvc]=1`. */
interface Form {
  readonly [name: string]: string | Form | undefined;
}

interface BodyWindow extends Window {
  /** Hands over a request's body separately, because a browser that is driven from outside does not provide it. */
  readonly standInBody?: (id: string, body: string) => Promise<void>;
}

/**
 * Calls Stripe's API from Stripe's origin. @returns its response; a connection error in the form that Stripe.js uses.
 */
export async function ask(method: 'GET' | 'POST', path: string, form: Form): Promise<ApiAnswer> {
  const body = new URLSearchParams(pairs(form)).toString();
  const id = crypto.randomUUID();
  try {
    const address = `${api}${path}?${method === 'GET' ? body : `request=${id}`}`;
    if (method === 'POST') await (window as BodyWindow).standInBody?.(id, body);
    const response = await fetch(address, {
      method,
      ...(method === 'POST' && { body: new URLSearchParams(body) }),
    });
    return (await response.json()) as ApiAnswer;
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We are experiencing issues connecting to our payments provider.',
      },
    };
  }
}

function pairs(form: Form, prefix = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]) => {
    const key = prefix ? `${prefix}[${name}]` : name;
    if (value === undefined) return [];
    return typeof value === 'string' ? [[key, value] as [string, string]] : pairs(value, key);
  });
}
