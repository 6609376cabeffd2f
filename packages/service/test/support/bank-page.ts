import type { Outcome } from '@upc/simulator';

/** Entries of a person on the page of BECS (design of the methods, test data). */
export const BECS_ACCOUNT = {
  accountHolder: 'Ruby Campbell',
  bankLocationId: '000-000',
  accountNumber: '000123456',
  email: 'ruby@example.com',
} as const;

/**
 * Presses a button of the provider's page, as the browser of a person does.
 *
 * @returns where the page leads afterwards; null when it leads nowhere.
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
