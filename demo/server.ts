import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createDemo } from './backend/app.js';

if (process.argv.includes('--help')) {
  process.stdout.write(`A partner's page and backend.

  DEMO_PORT        default 5173; 0 picks a free port
  HOST             default 127.0.0.1
  UPC_SERVICE_URL  the service, default http://localhost:4010
  SIMULATOR_URL    the origin of the secured card frames, default http://localhost:4020

With STRIPE_PUBLISHABLE_KEY, which the service also reads, the pages' policy allows Stripe.
`);
  process.exit(0);
}

const demo = createDemo({
  serviceUrl: process.env.UPC_SERVICE_URL ?? 'http://localhost:4010',
  providerUrl: process.env.SIMULATOR_URL ?? 'http://localhost:4020',
  allowsStripe: Boolean(process.env.STRIPE_PUBLISHABLE_KEY),
  pages: fileURLToPath(new URL('pages', import.meta.url)),
});

await demo.listen({ port: Number(process.env.DEMO_PORT ?? 5173), host: process.env.HOST ?? '127.0.0.1' });
process.stdout.write(`listening on http://localhost:${(demo.server.address() as AddressInfo).port}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void demo.close());
