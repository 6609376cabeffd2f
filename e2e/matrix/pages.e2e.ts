import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { npmOrThrow } from '../../scripts/matrix/example.mjs';
import { Canaries } from '../support/canaries.js';
import { PartnerBackend } from '../support/open-api.js';
import { documentedPolicy } from '../support/documentation.js';
import { SepaForm } from '../support/sepa-form.js';
import { Widget } from '../support/widget.js';
import { test } from './fixtures.js';
import { LoadedScripts } from './loaded-scripts.js';
import { servePartner } from './partner.js';
import { entriesOf } from './plan.js';

const { UPC_MATRIX_SERVICE: gateway = '', UPC_MATRIX_PROVIDER: provider = '' } = process.env;

for (const entry of entriesOf('page')) {
  test(entry.name, async ({ install, note, page }) => {
    const folder = await install(entry, gateway);
    await npmOrThrow(['run', 'build'], folder);

    const dist = join(folder, 'dist');
    const policy = (await documentedPolicy('strict', { widget: "'self'", gateway, provider }))
      .replace('script-src', `script-src ${await inlineScripts(dist)}`)
      // The chunk loaders of bundlers do not support Trusted Types.
      .replace(/require-trusted-types.*/, '');
    const partner = await servePartner(dist, policy, new PartnerBackend(gateway));
    try {
      const canaries = new Canaries(page);
      const scripts = await LoadedScripts.of(page);
      await page.goto(partner.url);
      const form = new SepaForm(new Widget(page));
      await expect(form.button).toBeEnabled();

      const { paths, gzipBytes } = await scripts.untilForm();
      note('files', paths.length);
      note('bytes', gzipBytes);
      expect(paths).not.toEqual([]);
      if (paths.length > entry.maxFiles)
        throw new Error(`More than ${entry.maxFiles} files up to the form: ${paths.join(', ')}`);

      await form.fill();
      await form.button.click();
      await expect(page.getByText('Your payment method is set.')).toBeVisible();
      canaries.expectQuiet();
    } finally {
      await partner.close();
    }
  });
}

/**
 * Returns the hashes of the page's inline scripts. Parcel names its chunks in an import map of the page, which a strict
 * policy admits by its hash.
 */
async function inlineScripts(folder: string): Promise<string> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  return [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ');
}
