import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readProperties } from './warn-of-properties.js';

it.each(['docs/styling.md', 'styles/tokens.css'])('the properties are those of %s', (file) => {
  const named = readFileSync(file, 'utf8').match(/--upc-[a-z-]*[a-z]/g);
  expect([...new Set(named)].sort()).toEqual([...readProperties].sort());
});
