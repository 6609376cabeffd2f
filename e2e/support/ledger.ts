import type { Stack } from './stack.js';

/** One of a person's payments in the provider's ledger, with amounts in minor units. */
export interface LedgerEntry {
  readonly status: string;
  readonly authorized: number;
  readonly captured: number;
  readonly cancelled: number;
  readonly refunded: number;
}

export async function ledgerOf(
  { simulatorUrl, simulatorSecretKey }: Stack,
  paymentServiceCustomerId: string,
): Promise<readonly LedgerEntry[]> {
  const response = await fetch(`${simulatorUrl}/v1/ledger`, {
    headers: { authorization: `Bearer ${simulatorSecretKey}` },
  });
  const body = (await response.json()) as { readonly rows: readonly (LedgerEntry & { customer: string })[] };
  return body.rows.filter(({ customer }) => customer === paymentServiceCustomerId);
}
