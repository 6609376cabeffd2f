import { randomUUID } from 'node:crypto';
import { withSecretFiles } from '../../../../../core/secrets/secret-files.js';
import { readStripeSettings } from '../settings.js';
import { STRIPE_REDIRECT_ORIGINS, stripeClient } from '../stripe-of-studio.js';
import { StripeProvider } from '../stripe-provider.js';
import { stripeTrouble } from '../stripe-watch.js';
import { allChecks } from './checks.js';

const HELP = `Sees whether Stripe behaves as the service expects, with an account's test keys:

  STRIPE_SECRET_KEY=sk_test_… STRIPE_PUBLISHABLE_KEY=pk_test_… npm run verify:stripe

Either may be in a file that STRIPE_SECRET_KEY_FILE or STRIPE_PUBLISHABLE_KEY_FILE names.
Makes customers and intents in test mode, described "verify:stripe". Prints what was expected and what was seen, and
ends with 1 when they differ. A method that is not enabled in the account counts as a difference.
`;

/**
 * Runs all checks and prints the results.
 *
 * @returns whether everything was as expected
 */
async function verify(variables: NodeJS.ProcessEnv): Promise<boolean> {
  // Environment `test` rejects live mode keys.
  const { common, apiUrl } = readStripeSettings(variables, 'test');
  if (common === null) throw new Error('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are required.');
  const stripe = stripeClient(common, apiUrl);
  const trouble = await stripeTrouble(stripe);
  if (trouble !== null) throw new Error(`Nothing was verified: ${trouble.text}.`);
  const customers = new Map<string, string>();
  const provider = new StripeProvider({
    stripe,
    publishableKey: common.publishableKey,
    clock: { now: () => new Date() },
    redirectOrigins: apiUrl === null ? STRIPE_REDIRECT_ORIGINS : [apiUrl],
    customers: {
      find: async (person) => customers.get(person) ?? null,
      keep: async (person, customer) => {
        customers.set(person, customer);
        return customer;
      },
    },
  });
  const bench = { provider, stripe, person: randomUUID(), key: randomUUID };
  const checks = allChecks();
  let differing = 0;
  for (const check of checks) {
    const seen = await seenBy(() => check.see(bench));
    const isExpected = seen === check.expected;
    if (!isExpected) differing += 1;
    process.stdout.write(`${isExpected ? 'as expected' : 'DIFFERENT  '}  ${check.name}\n`);
    process.stdout.write(`             expected ${check.expected}\n             seen     ${seen}\n`);
  }
  process.stdout.write(`\n${checks.length - differing} as expected, ${differing} different\n`);
  return differing === 0;
}

/**
 * Runs a check and describes an error. Errors of the adapter contain nothing of the exchange; others are reported only
 * by their name.
 */
async function seenBy(see: () => Promise<string>): Promise<string> {
  try {
    return await see();
  } catch (error) {
    if (!(error instanceof Error)) return 'an error';
    return error.name.startsWith('Provider') ? error.message : error.name;
  }
}

if (process.argv.includes('--help')) {
  process.stdout.write(HELP);
} else {
  try {
    const variables = withSecretFiles(process.env, (line) => process.stderr.write(`${line}\n`));
    process.exitCode = (await verify(variables)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'It failed.'}\n`);
    process.exitCode = 1;
  }
}
