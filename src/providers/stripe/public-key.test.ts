import { describe, expect, it } from 'vitest';
import type { Environment } from '../../config/config.js';
import type { OfferedPaymentMethod } from '@upc/contract/gateway';
import { requirePublicKey } from './public-key.js';

function offer(publicKey?: string): OfferedPaymentMethod {
  const provider = { name: 'STRIPE' as const, ...(publicKey !== undefined && { publicKey }) };
  return { paymentMethod: 'CREDIT_CARD', canBeSaved: true, provider };
}

describe("a studio's key", () => {
  it.each<[Environment, string]>([
    ['test', 'pk_test_Canary'],
    ['sandbox', 'pk_test_Canary'],
    ['live', 'pk_live_Canary'],
  ])('in %s may be %s', (environment, key) => {
    expect(requirePublicKey(offer(key), environment)).toBe(key);
  });

  it.each<[Environment, string | undefined, string]>([
    ['live', 'pk_test_Canary', '"pk_test_…"'],
    ['test', 'pk_live_Canary', '"pk_live_…"'],
    ['sandbox', 'pk_live_Canary', '"pk_live_…"'],
    ['test', 'sk_test_Canary', 'not publishable'],
    ['live', 'sk_live_Canary', 'not publishable'],
    ['test', undefined, 'no key'],
  ])('in %s may not be %s, and is not repeated', (environment, key, named) => {
    const refused = (): string => requirePublicKey(offer(key), environment);
    expect(refused).toThrow(expect.objectContaining({ code: 'PSP_ERROR' }));
    expect(refused).toThrow(named);
    expect(refused).toThrow(environment === 'live' ? '"pk_live_…"' : '"pk_test_…"');
    expect(refused).not.toThrow('Canary');
  });
});
