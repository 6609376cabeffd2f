import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';

interface Declaration {
  readonly tagName: string;
  readonly attributes: readonly unknown[];
  readonly events: readonly unknown[];
  readonly members: readonly unknown[];
  readonly cssProperties?: readonly { name: string; default: string; description: string }[];
  readonly cssParts?: readonly { name: string; description: string }[];
}

const text = readFileSync(join(root, 'dist/custom-elements.json'), 'utf8');
const { modules } = JSON.parse(text) as { modules: { declarations: Declaration[] }[] };
const declarations = modules.flatMap((module) => module.declarations);

describe('the custom-elements manifest', () => {
  it('names the element that a page styles, and none of those inside of it', () => {
    expect(declarations.map(({ tagName }) => tagName)).toContain('upc-payment-widget');
    expect(declarations.every(({ tagName }) => tagName.startsWith('upc-payment'))).toBe(true);
    expect(declarations.map(({ tagName }) => tagName)).not.toContain('upc-payment-form');
  });

  it('has what the element that a page writes takes and reports', () => {
    const payment = declarations.find(({ tagName }) => tagName === 'upc-payment');
    const names = (of: readonly unknown[] = []) => (of as { name: string }[]).map(({ name }) => name);
    expect(names(payment?.attributes)).toEqual(
      expect.arrayContaining(['session-token', 'environment', 'dev-mode']),
    );
    expect(names(payment?.attributes)).toHaveLength(9);
    expect(names(payment?.events)).toEqual(['upc-success', 'upc-error', 'upc-state-change']);
    expect(names(payment?.members)).toContain('submitPayment');
  });

  it('has nothing of the widget that is not for a page', () => {
    const widget = declarations.find(({ tagName }) => tagName === 'upc-payment-widget');
    expect(widget).toMatchObject({ attributes: [], events: [], members: [] });
    expect(text).not.toMatch(/"privacy"|--_|#\w+"\s*:|src\//);
    expect(text.length).toBeLessThan(16 * 1024);
  });

  it('has the properties and parts of the page on styling', () => {
    const page = readFileSync(join(root, 'docs/styling.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
    const named = declarations.flatMap(({ cssProperties = [], cssParts = [] }) => [
      ...cssProperties,
      ...cssParts,
    ]);
    expect(rows.length).toBeGreaterThan(15);
    expect(named.map(({ name }) => name)).toEqual(rows);
    expect(named.every(({ description }) => description !== '')).toBe(true);
  });
});
