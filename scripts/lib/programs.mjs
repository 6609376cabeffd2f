import { randomBytes } from 'node:crypto';

/** @typedef {{ service: number, simulator: number, demo: number }} Ports */

// Only the service receives the secret keys of Stripe. From the publishable one, the demo detects that Stripe is in
// use.
const noStripe = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => name.startsWith('STRIPE_'))
    .map((name) => [name, '']),
);

/**
 * Starts the simulated provider, the service and the demo of a partner's pages, and waits until all of them listen.
 * @param {import('./children.mjs').Children} children
 * @param {Ports} ports
 * @param {Record<string, string>} [env] additional settings for all of them
 * @throws when one does not listen in time
 */
export async function startPrograms(children, ports, env = {}) {
  // Each run has its own secret between the service and its provider, so there is nothing to configure and nothing to
  // leak.
  const secret = randomBytes(24).toString('hex');
  await children.start({
    name: 'simulator',
    entry: 'packages/simulator/src/main.ts',
    port: ports.simulator,
    env: { ...noStripe, SIMULATOR_PORT: String(ports.simulator), SIMULATOR_SECRET_KEY: secret, ...env },
  });
  await children.start({
    name: 'service',
    entry: 'packages/service/src/main.ts',
    port: ports.service,
    env: {
      UPC_ENVIRONMENT: process.env.UPC_ENVIRONMENT ?? 'test',
      PORT: String(ports.service),
      SIMULATOR_URL: `http://localhost:${ports.simulator}`,
      SIMULATOR_SECRET_KEY: secret,
      UPC_DEMO_URL: `http://localhost:${ports.demo}`,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      ...env,
    },
  });
  await children.start({
    name: 'demo',
    entry: 'demo/server.ts',
    port: ports.demo,
    env: {
      ...noStripe,
      DEMO_PORT: String(ports.demo),
      UPC_SERVICE_URL: `http://localhost:${ports.service}`,
      SIMULATOR_URL: `http://localhost:${ports.simulator}`,
      STRIPE_PUBLISHABLE_KEY: process.env.STRIPE_PUBLISHABLE_KEY ?? '',
      ...env,
    },
  });
}
