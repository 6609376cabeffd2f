import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { testKeys } from './open-api.js';
import { Widget } from './widget.js';

export type LinkPurpose = 'ACCOUNT_PAYMENT' | 'PAYMENT_INSTRUMENT';

/** A payment link, and the token in its address. */
export interface Link {
  readonly url: string;
  readonly token: string;
}

/** Name of every member that `importDebtor` makes. */
export const debtor = { firstName: 'Wanda', lastName: 'Geheim' } as const;

/**
 * Makes a member of the EUR studio who owes two fees, so that no other test can pay them.
 *
 * @returns the customer id.
 */
export async function importDebtor(serviceUrl: string): Promise<number> {
  const id = randomInt(20_000, 100_000);
  const start = new Date();
  start.setUTCMonth(start.getUTCMonth() - 3, 1);
  await act(serviceUrl, 'customer.import', 'customers', { id, ...debtor });
  await act(serviceUrl, 'contract.import', 'contracts', {
    customerId: id,
    offerTermId: 4101,
    startDate: start.toISOString().slice(0, 10),
    unpaid: 2,
  });
  return id;
}

/** Creates a link as a partner's backend does. */
export async function createLink(
  serviceUrl: string,
  request: {
    readonly customerId: number;
    readonly purposes?: readonly LinkPurpose[];
    readonly expiresAt?: string;
  },
  apiKey: string = testKeys.eur,
): Promise<Link> {
  const response = await fetch(`${serviceUrl}/v1/payments/links`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ purposes: ['ACCOUNT_PAYMENT'], ...request }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`The link answered ${response.status}: ${body}`);
  const { url } = JSON.parse(body) as { readonly url: string };
  return { url, token: url.split('#')[1] ?? '' };
}

/** The page of a payment link. */
export class LinkPage {
  readonly title: Locator;
  readonly header: Locator;
  readonly widget: Widget;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.header = page.locator('header');
    this.widget = new Widget(page, '.payment');
  }

  /** Opens a link in English. */
  async open({ url }: Pick<Link, 'url'>): Promise<void> {
    await this.page.goto(url.replace('#', '?lang=en#'));
  }
}

/** Performs a staff action of the EUR studio through the form of the studio page. */
async function act(serviceUrl: string, name: string, field: string, record: object): Promise<void> {
  const response = await fetch(`${serviceUrl}/studio/actions/${name}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: serviceUrl },
    body: new URLSearchParams({ studio: '1001', [field]: JSON.stringify([record]) }),
  });
  if (response.status !== 303)
    throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
}
