import { readFileSync } from 'node:fs';

/** Settings that may be in files: secret ones and those that belong to them, also for named Stripe accounts. */
const MAY_BE_IN_FILE =
  /^(DATABASE(_DIRECT)?_URL|UPC_SECRET|UPC_SECRET_PREVIOUS|UPC_WEBHOOK_KEY|UPC_WEBHOOK_SIGNING_KEY|SIMULATOR_SECRET_KEY|STRIPE_(SECRET_KEY|PUBLISHABLE_KEY|WEBHOOK_SECRET)(_\w+)?)$/;

/**
 * Settings whose file must not be empty. Otherwise the service would use another database or secret, or lack an
 * intended account.
 */
const NEVER_EMPTY = /^(DATABASE(_DIRECT)?_URL|UPC_SECRET|STRIPE_SECRET_KEY_\w+)$/;

/**
 * Replaces secrets in the settings with the content of files: `UPC_SECRET_FILE` names the file of `UPC_SECRET`. This
 * keeps the secrets of containers out of the environment, which others may list.
 *
 * @param warn receives a line about each empty file; its setting counts as unset.
 * @throws Error naming the variable when its file cannot be read, when the secret is given in both ways, or when a file
 * is empty whose setting must not be. The error never contains the file's content.
 */
export function withSecretFiles(
  variables: NodeJS.ProcessEnv,
  warn: (line: string) => void,
): NodeJS.ProcessEnv {
  const all = Object.entries(variables);
  // STRIPE_SECRET_KEY_FILE is not a setting of its own; it would be the key of an account named FILE.
  const settings = Object.fromEntries(all.filter(([variable]) => !namesFile(variable)));
  for (const [variable, file] of all) {
    if (!namesFile(variable) || !file) continue;
    const name = withoutEnd(variable);
    if (settings[name]) throw new Error(`${name} and ${variable} are both set; one of them is enough.`);
    settings[name] = contentOf(variable, file);
    if (settings[name] !== '') continue;
    const isEmpty = `${variable} is "${file}", which is empty`;
    if (NEVER_EMPTY.test(name)) throw new Error(`${isEmpty}.`);
    warn(`${isEmpty}: ${name} counts as unset.`);
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
