import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const files = readdirSync('locales').filter((file) => file.endsWith('.json'));

describe('a bank transfer', () => {
  it.each(files)('says whom to pay, and that the account is theirs to tell: %s', (file) => {
    const texts = JSON.parse(readFileSync(`locales/${file}`, 'utf8')) as Record<string, string>;
    for (const key of ['bankTransfer.info.pay', 'bankTransfer.info.save']) {
      const text = texts[key];
      // A region has only what it says differently.
      if (text === undefined) expect(file).toContain('-');
      else expect(text.match(/\{\{creditor\}\}/g), key).toHaveLength(2);
    }
  });
});
