import type { Books } from './books.js';
import { textAt, type FormObject } from './form.js';
import { listPage } from './list.js';
import type { PaymentMethodDomain } from './objects.js';
import { notFound } from './refusal.js';

const WALLETS = ['amazon_pay', 'apple_pay', 'google_pay', 'klarna', 'link', 'paypal'];
const PATH = '/v1/payment_method_domains';

/** Handles a call about payment method domains; returns null for any other call. */
export function domainCall(books: Books, method: string, path: string, form: FormObject): object | null {
  const [, id, action] = /^\/v1\/payment_method_domains(?:\/(\w+))?(?:\/(validate))?$/.exec(path) ?? [];
  if (id === undefined) {
    if (path !== PATH) return null;
    if (method === 'POST') return presentDomain(registerDomain(books, textAt(form, 'domain_name') ?? ''));
    const name = textAt(form, 'domain_name');
    const found = [...books.domains.values()].filter((one) => name === undefined || one.domain_name === name);
    return listPage(path, form, found.map(presentDomain));
  }
  const domain = books.domains.get(id);
  if (!domain || method !== 'POST') throw notFound(id);
  if (action === 'validate') validate(books, domain);
  else if (textAt(form, 'enabled') !== undefined) domain.enabled = textAt(form, 'enabled') === 'true';
  return presentDomain(domain);
}

/** Registers a domain; one that is registered stays as it is. */
export function registerDomain(books: Books, name: string): PaymentMethodDomain {
  const found = [...books.domains.values()].find(({ domain_name: other }) => other === name);
  if (found) return found;
  const domain = {
    id: books.newId('pmd'),
    domain_name: name,
    enabled: true,
    created: books.now(),
    problems: new Map<string, string>(),
  };
  validate(books, domain);
  books.domains.set(domain.id, domain);
  return domain;
}

/** Returns what Stripe.js learns about the domain of a page. @throws Refusal 404 if it is not registered. */
export function domainOfPage(books: Books, name: string): object {
  const found = [...books.domains.values()].find(({ domain_name: other }) => other === name);
  if (!found?.enabled) throw notFound(name);
  return presentDomain(found);
}

function validate(books: Books, domain: PaymentMethodDomain): void {
  domain.problems = new Map(books.domainProblems.get(domain.domain_name));
}

function presentDomain({ problems, ...domain }: PaymentMethodDomain) {
  const statuses = WALLETS.map((wallet) => {
    const problem = problems.get(wallet);
    return [
      wallet,
      problem === undefined
        ? { status: 'active' }
        : { status: 'inactive', status_details: { error_message: problem } },
    ] as const;
  });
  return { ...domain, object: 'payment_method_domain', livemode: false, ...Object.fromEntries(statuses) };
}
