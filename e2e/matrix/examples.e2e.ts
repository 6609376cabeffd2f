import { type BrowserContext, expect } from '@playwright/test';
import { npmOrThrow } from '../../scripts/matrix/example.mjs';
import { documentedPolicy } from '../support/documentation.js';
import { quiet, serveExample } from './example-server.js';
import { ExampleWalk } from './example-walk.js';
import { test } from './fixtures.js';
import { entriesOf } from './plan.js';

const { UPC_MATRIX_SERVICE: gateway = '', UPC_MATRIX_PROVIDER: provider = '' } = process.env;

/** Name of a walk through an example's page. */
type Way = 'leaveAndComeBack' | 'redirect' | 'recover' | 'mountTwice';

for (const entry of entriesOf('example')) {
  test(entry.name, async ({ context, install, request }) => {
    const folder = await install(entry, gateway);
    await npmOrThrow(['run', 'build'], folder, quiet);
    const server = await serveExample(entry, folder, { gateway, provider });
    try {
      if (entry.isStrict) {
        const origins = { widget: `${gateway} 'self'`, gateway: `${gateway} 'self'`, provider };
        const headers = (await request.get(server.url)).headers();
        expect(directives(headers['content-security-policy'])).toEqual(
          directives(await documentedPolicy('strict', origins)),
        );
      }
      for (const way of ['leaveAndComeBack', 'redirect', 'recover'] as const)
        await walk(context, way, server.url);
      if (entry.mountsTwice) {
        // React mounts everything twice only in development.
        await npmOrThrow(['run', 'build'], folder, { ...quiet, NODE_ENV: 'development' });
        await walk(context, 'mountTwice', server.url);
      }
    } finally {
      await server.end();
    }
  });
}

/** Runs one walk in a new tab, which remembers nothing. */
async function walk(context: BrowserContext, way: Way, url: string): Promise<void> {
  await test.step(way, async () => {
    const page = await context.newPage();
    await new ExampleWalk(page)[way](url);
    await page.close();
  });
}

/** Normalises a policy: spaces and the order of its origins no longer matter. */
function directives(policy = ''): readonly string[] {
  return policy.split(';').map((directive) => [...new Set(directive.trim().split(/\s+/))].join(' '));
}
