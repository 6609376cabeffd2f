import './lib/require-node.mjs';

// These modules load after the check of Node's version, so that an unsupported Node prints only the message of that
// check.
const { ensureInstalled } = await import('./lib/install.mjs');
const { isFree } = await import('./lib/ports.mjs');
const { startPrograms } = await import('./lib/programs.mjs');
const { noteStart, runningStart } = await import('./lib/start-lock.mjs');
const { welcome } = await import('./lib/welcome.mjs');

const ports = {
  service: portFrom('PORT', 4010),
  simulator: portFrom('SIMULATOR_PORT', 4020),
  demo: portFrom('DEMO_PORT', 5173),
};

if (process.argv.includes('--help')) {
  console.log(`npm start: the simulated provider, the service and the demo of a partner's page, all on this machine.

  PORT            the service, default 4010
  SIMULATOR_PORT  the simulated provider, default 4020
  DEMO_PORT       the demo, default 5173
  UPC_DATA_DIR    the service's data, default .data/service; delete it to start over
  DATABASE_URL    a PostgreSQL server instead of the embedded database
  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY
                  test keys of an account at Stripe, which then takes the payments of its methods (docs/stripe.md);
                  STRIPE_WEBHOOK_SECRET, STRIPE_…_<studio id> and STRIPE_API_URL go to the service as well`);
  process.exit(0);
}

/** @type {import('./lib/children.mjs').Children | undefined} */
let children;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => void end(0));
// npm passes a signal on to the shell in which it runs scripts, and that shell ends without passing it on.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void end(0);
  }, 500).unref();
}

try {
  await refuseTakenPorts();
  await ensureInstalled();
  // These modules import packages that were only just installed.
  const { ensureBuilt } = await import('./lib/build.mjs');
  const { Children } = await import('./lib/children.mjs');
  await ensureBuilt();
  noteStart();
  children = new Children((name, how) => {
    console.error(`\n${name} has ended (${how}); ending the rest.`);
    void end(1);
  });
  console.log('Starting the simulated provider, the service and the demo …');
  await startPrograms(children, ports);
  console.log(await welcome(ports));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await end(1);
}

async function refuseTakenPorts() {
  const running = runningStart();
  if (running !== undefined) throw new Error(`npm start is running here already (process ${running}).`);
  for (const [variable, port] of /** @type {const} */ ([
    ['PORT', ports.service],
    ['SIMULATOR_PORT', ports.simulator],
    ['DEMO_PORT', ports.demo],
  ])) {
    if (await isFree(port)) continue;
    throw new Error(
      `Port ${port} is taken. End the program that uses it, or set ${variable} to another port, such as ${port + 1000}.`,
    );
  }
}

/**
 * @param {string} variable
 * @param {number} standard
 */
function portFrom(variable, standard) {
  const given = process.env[variable];
  if (given === undefined || given === '') return standard;
  const port = Number(given);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  console.error(`${variable} must be a port from 1 to 65535; it is "${given}".`);
  process.exit(1);
}

/** @param {number} code */
async function end(code) {
  process.exitCode ??= code;
  await children?.end();
  process.exit();
}
