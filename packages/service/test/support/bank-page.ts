import type { Outcome } from '@upc/simulator';

/** Data that a person enters on the page of BECS (design of the methods, test data). */
export const BECS_ACCOUNT = {
  accountHolder: 'Ruby Campbell',
  bankLocationId: '000-000',
  accountNumber: '000123456',
  email: 'ruby@example.com',
} as const;

/**
 * Presses a button of the provider's page, as a person's browser does.
 *
 * @returns the address to which the page leads afterwards; null if there is none.
 */
export async function pressAtBank(
  url: string,
  outcome: Outcome,
  typed: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...typed, outcome }),
    redirect: 'manual',
  });
  return answer.headers.get('location');
}
