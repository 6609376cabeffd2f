import { expect, test as base } from './fixtures.js';
import { startProcess } from './process.js';

/** Provides the demo's pages. `demoUrl` is the address of a demo that uses the stack's service. */
export const test = base.extend<{ demoUrl: string }>({
  demoUrl: async ({ stack }, use) => {
    const demo = await startProcess('demo/server.ts', {
      DEMO_PORT: '0',
      UPC_SERVICE_URL: stack.serviceUrl,
      SIMULATOR_URL: stack.simulatorUrl,
    });
    await use(demo.url);
    await demo.end();
  },
});
export { expect };
