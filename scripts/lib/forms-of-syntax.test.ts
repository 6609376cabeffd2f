import { expect, test } from 'vitest';
import { messagesOn } from './linter.mjs';

test.each([
  ['contract/src/probe.ts', 'export class Mark { readonly text = 1; }', 'private member'],
  ['src/flow/probe.ts', 'export class Mark { constructor(readonly text: string) {} }', 'private member'],
  [
    'contract/src/probe.ts',
    'export function take(given: number): void { void given; }',
    'what a call returns',
  ],
  ['src/flow/probe.ts', 'export function take(given: number): void { void given; }', 'what a call returns'],
  ['scripts/probe.mjs', '// @ts-ignore\nexport const one = 1;', '@ts-expect-error'],
  ['scripts/probe.mjs', '/// <reference path="./a.d.ts" />\nexport const one = 1;', 'triple slash'],
])('the linter refuses in %s: %s', async (file, code, message) => {
  expect(await messagesOn(code, file)).toEqual([expect.stringContaining(message)]);
});

test.each([
  [
    'contract/src/probe.ts',
    'export class Mark { readonly #text = 1; get text(): number { return this.#text; } }',
  ],
  ['contract/src/probe.ts', 'export class Mark { constructor(private readonly text: string) {} }'],
  ['contract/src/probe.ts', 'export class Failed extends Error {}'],
  ['e2e/support/probe.ts', 'export class Page { readonly text = 1; }'],
  ['contract/src/probe.ts', 'export const end = (): void => void console.clear();'],
  ['contract/src/probe.ts', 'export const nothing = (): void => void 0;'],
])('and takes in %s: %s', async (file, code) => {
  expect(await messagesOn(code, file)).toEqual([]);
});
