import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { stubNode } from '../testing/stub-node.js';
import { parseConfig } from './parse-config.js';

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
const container = {};
stubNode((value) => value === container);
afterAll(() => void vi.unstubAllGlobals());

/** Returns the first and third cell of each row under a heading of the page. */
function rowsOf(heading: string): readonly (readonly [name: string, standard: string])[] {
  const [section = ''] = page.split(`## ${heading}\n`)[1]?.split('\n## ') ?? [];
  return [...section.matchAll(/^\| `(\w+)`[^|]*\|(?:\\\||[^|])+\| ([^|]*?) *\|/gm)].map(
    ([, name = '', standard = '']) => [name, standard.replaceAll('`', '')] as const,
  );
}

describe('the page of the configuration', () => {
  const required = {
    userSessionToken: 'token-of-the-test',
    environment: 'test',
    countryCode: 'DE',
    locale: 'de',
    container,
  };

  it('says what is required, and init says the same', () => {
    const rows = rowsOf('Parameters of `init`');
    expect(rows.length).toBeGreaterThan(15);
    const said = rows.filter(([, standard]) => standard === '**required**').map(([name]) => name);
    expect(said.sort()).toEqual(Object.keys(required).sort());
    for (const name of said) {
      const config = { ...required, baseUrl: 'https://gateway.example', [name]: undefined };
      expect(() => parseConfig(config)).toThrow(`"${name}" is missing`);
    }
  });

  it('says the defaults that init fills in', () => {
    const parsed = parseConfig({ ...required, baseUrl: 'https://gateway.example' });
    const literal = (rows: ReturnType<typeof rowsOf>): object =>
      Object.fromEntries(rows.filter(([, standard]) => /^(true|false|eu-central-1)$/.test(standard)));
    const asText = (values: object): object =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    expect(literal(rowsOf('`featureFlags`'))).toEqual(asText(parsed.featureFlags));
    const { region, hidePaymentButton, devMode } = parsed;
    expect(literal(rowsOf('Parameters of `init`'))).toEqual(asText({ region, hidePaymentButton, devMode }));
  });
});
