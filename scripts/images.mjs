import './lib/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/root.mjs';

// Uses only Node's own modules: the workflow runs it without installed packages.

const HELP = `node scripts/images.mjs [--built]

Builds the images of deploy/Dockerfile and runs them as docs/containers.md describes, from the installation to a restored backup,
once for live and once for a sandbox.

  --built   takes upc-images-service and upc-images-simulator as they are`;

/** Compose names images, containers and volumes after it, so that nothing of another project is touched. */
const PROJECT = 'upc-images';
/** User `node` of the base image. */
const UNPRIVILEGED = '1000';
const SERVICE_URL = 'http://127.0.0.1:4010';
const SIMULATOR_URL = 'http://127.0.0.1:4020';

/**
 * An installation with Compose.
 * @typedef {object} Example
 * @property {Readonly<Record<string, string>>} settings content of `.env`
 * @property {Readonly<Record<string, string>>} secrets those that the page leaves empty
 * @property {readonly string[]} programs services of ours in compose.yaml
 */

/** @type {readonly Example[]} */
const EXAMPLES = [
  {
    settings: {
      UPC_ENVIRONMENT: 'live',
      UPC_PUBLIC_URL: 'https://pay.example.com',
      UPC_TRUST_PROXY: '1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_made_up',
    },
    secrets: { stripe_secret_key: 'sk_live_made_up', stripe_webhook_secret: 'whsec_made_up' },
    programs: ['service'],
  },
  {
    settings: {
      COMPOSE_PROFILES: 'sandbox',
      UPC_ENVIRONMENT: 'sandbox',
      UPC_PUBLIC_URL: 'https://sandbox.example.com',
      SIMULATOR_URL: 'http://simulator:4020',
      SIMULATOR_PUBLIC_URL: 'https://bank.example.com',
    },
    secrets: { simulator_secret_key: 'made-up-and-long-enough' },
    programs: ['service', 'simulator'],
  },
];

const { values } = parseArgs({
  options: { built: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(HELP);
else {
  if (!values.built) for (const target of ['service', 'simulator']) build(target);
  for (const example of EXAMPLES) await tryOut(example);
}

/** @param {string} target */
function build(target) {
  const file = join(root, 'deploy/Dockerfile');
  const tag = `${PROJECT}-${target}`;
  docker(root, ['buildx', 'build', '--file', file, '--target', target, '--tag', tag, '--load', root]);
}

/**
 * Installs an example in an empty folder, checks what runs there, and removes it.
 * @param {Example} example
 * @throws Error naming what is not as documented
 */
async function tryOut({ settings, secrets, programs }) {
  const folder = mkdtempSync(join(tmpdir(), `${PROJECT}-`));
  const compose = (/** @type {string[]} */ ...args) =>
    docker(folder, ['compose', '--project-name', PROJECT, ...args]);
  // Waits until every container is healthy.
  const up = () => compose('up', '--no-build', '--detach', '--wait', '--wait-timeout', '240');
  try {
    cpSync(join(root, 'deploy/compose.yaml'), join(folder, 'compose.yaml'));
    shell(folder, commandsOf('Create the secrets'));
    for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, 'secrets', name), value);
    shell(folder, 'chmod 444 secrets/*');
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, '.env'), lines.join(''));

    up();
    for (const program of programs)
      equal(`user of ${program}`, compose('exec', '-T', program, 'id', '-u').trim(), UNPRIVILEGED);
    equal('GET /health/ready', await statusOf(`${SERVICE_URL}/health/ready`), 200);
    if (programs.includes('simulator'))
      equal('card form', await statusOf(`${SIMULATOR_URL}/assets/card-frame.js`), 200);
    // A row begins with the number of the studio.
    const studios = compose('run', '--rm', 'service', 'studio', 'list').match(/^\d+/gm) ?? [];
    equal('studios at the start', studios.join(' ') || 'none', 'none');
    equal(
      'answer to a test key',
      await statusOf(`${SERVICE_URL}/v1/customers/2001/account/balances`, testKey()),
      401,
    );
    // The page gives this folder to user 1000, which only root may do.
    mkdirSync(join(folder, 'backups'));
    chmodSync(join(folder, 'backups'), 0o777);
    const [, ...backUp] = commandsOf('Back up').split('\n');
    shell(folder, backUp.join('\n'));
    shell(folder, commandsOf('Restore'));
    up();
    equal('GET /health/ready after the restore', await statusOf(`${SERVICE_URL}/health/ready`), 200);
    const isHeld = compose('logs', '--no-color', 'service').includes(
      'on hold since the database was restored',
    );
    equal('payments after the restore', isHeld ? 'on hold' : 'not on hold', 'on hold');
    compose('stop');
    for (const program of programs) {
      const container = compose('ps', '--all', '--quiet', program).trim();
      const code = docker(folder, ['inspect', '--format', '{{.State.ExitCode}}', container]).trim();
      equal(`exit code of ${program} after SIGTERM`, code, '0');
    }
    console.log(`${settings['UPC_ENVIRONMENT']}: ${programs.join(' and ')} ran as documented`);
  } catch (error) {
    console.log(compose('logs', '--no-color'));
    throw error;
  } finally {
    compose('down', '--volumes', '--timeout', '10');
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} heading
 * @returns {string} the page's commands below it
 */
function commandsOf(heading) {
  const page = readFileSync(join(root, 'docs/containers.md'), 'utf8');
  const commands = new RegExp(`^## ${heading}\\n(?:(?!^## ).)*?\`\`\`sh\\n(.*?)\`\`\``, 'ms').exec(page)?.[1];
  if (commands === undefined) throw new Error(`docs/containers.md has no commands below ${heading}.`);
  return commands;
}

/** @returns {string} a key of the test studios, which must exist in environment test only */
function testKey() {
  const page = readFileSync(join(root, 'docs/index.md'), 'utf8');
  const key = /'x-api-key': '([^']+)'/.exec(page)?.[1];
  if (key === undefined) throw new Error('docs/index.md has no test key.');
  return key;
}

/**
 * @param {string} url
 * @param {string} [key]
 * @returns {Promise<number>}
 */
async function statusOf(url, key) {
  // The next example's service must not get a connection of this one.
  const headers = { connection: 'close', ...(key !== undefined && { 'x-api-key': key }) };
  return (await fetch(url, { headers })).status;
}

/**
 * @param {string} what
 * @param {string | number} found
 * @param {string | number} expected
 */
function equal(what, found, expected) {
  if (found !== expected) throw new Error(`${what}: ${found}; expected: ${expected}`);
}

/**
 * @param {string} cwd
 * @param {string} commands
 */
function shell(cwd, commands) {
  const env = { ...process.env, COMPOSE_PROJECT_NAME: PROJECT };
  execFileSync('sh', ['-euc', commands], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 * @returns {string} what it printed
 */
function docker(cwd, args) {
  return execFileSync('docker', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
