import { readFileSync } from 'node:fs';

/** Settings that may be in files: those that are secret, and what belongs to them; those of named accounts at Stripe too. */
const MAY_BE_IN_FILE =
  /^(DATABASE_URL|UPC_SECRET|UPC_SECRET_PREVIOUS|UPC_WEBHOOK_KEY|UPC_WEBHOOK_SIGNING_KEY|SIMULATOR_SECRET_KEY|STRIPE_(SECRET_KEY|PUBLISHABLE_KEY|WEBHOOK_SECRET)(_\w+)?)$/;

/** Without these, the service would run on another database, with another secret, or without an account that was meant. */
const NEVER_EMPTY = /^(DATABASE_URL|UPC_SECRET|STRIPE_SECRET_KEY_\w+)$/;

/**
 * The settings with the content of files in place of secrets: `UPC_SECRET_FILE` names the file of `UPC_SECRET`. So the
 * secrets of containers are never in an environment, which others may list.
 *
 * @param tell is given a line about each file that is empty, whose setting counts as not set.
 * @throws Error naming the variable when its file cannot be read, when the secret is given both ways, and when a file is
 *   empty whose setting must not be; never its content.
 */
export function withSecretFiles(
  variables: NodeJS.ProcessEnv,
  warn: (line: string) => void,
): NodeJS.ProcessEnv {
  const all = Object.entries(variables);
  // STRIPE_SECRET_KEY_FILE is not a setting of its own: it would be the key of an account that is called FILE.
  const settings = Object.fromEntries(all.filter(([variable]) => !namesFile(variable)));
  for (const [variable, file] of all) {
    if (!namesFile(variable) || !file) continue;
    const name = withoutEnd(variable);
    if (settings[name]) throw new Error(`${name} and ${variable} are both set; one of them is enough.`);
    settings[name] = contentOf(variable, file);
    if (settings[name] !== '') continue;
    const isEmpty = `${variable} is "${file}", which is empty`;
    if (NEVER_EMPTY.test(name)) throw new Error(`${isEmpty}.`);
    warn(`${isEmpty}: ${name} counts as not set.`);
  }
  return settings;
}

const END = '_FILE';
const withoutEnd = (variable: string): string => variable.slice(0, -END.length);
const namesFile = (variable: string): boolean =>
  variable.endsWith(END) && MAY_BE_IN_FILE.test(withoutEnd(variable));

function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(
      `${variable} is "${file}", which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  }
}
