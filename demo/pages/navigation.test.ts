import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['signup.html', '/signup'],
  ['index.html', '/'],
  ['styling.html', '/styling'],
])('%s leads to all pages, in the same order, and says which one it is', (file, own) => {
  const page = readFileSync(join(import.meta.dirname, file), 'utf8');
  const [, navigation = ''] = /<nav[^>]*>(.*?)<\/nav>/s.exec(page) ?? [];
  const links = [...navigation.matchAll(/<a\b([^>]*)>([^<]*)<\/a>/g)];
  expect(links.map(([, attributes = '', text]) => [/href="([^"]*)"/.exec(attributes)?.[1], text])).toEqual([
    ['/signup', 'Sign up'],
    ['/', 'My membership'],
    ['/styling', 'Styling'],
    ['{{serviceUrl}}/studio', 'Studio'],
  ]);
  const current = links.filter(([, attributes = '']) => attributes.includes('aria-current="page"'));
  expect(current.map(([, attributes = '']) => /href="([^"]*)"/.exec(attributes)?.[1])).toEqual([own]);
});
