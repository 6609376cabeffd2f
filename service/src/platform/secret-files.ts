import { readFileSync } from 'node:fs';

/** Settings that are secret, those of named accounts at Stripe too. */
const SECRET =
  /^(DATABASE_URL|UPC_SECRET|UPC_SECRET_PREVIOUS|SIMULATOR_SECRET_KEY|STRIPE_(SECRET_KEY|WEBHOOK_SECRET)(_\w+)?)$/;

/**
 * The settings with the content of files in place of secrets: `UPC_SECRET_FILE` names the file of `UPC_SECRET`. So the
 * secrets of containers are never in an environment, which others may list.
 *
 * @throws Error naming the variable when its file cannot be read, or when the secret is given both ways; never its content.
 */
export function withSecretFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const all = Object.entries(variables);
  // STRIPE_SECRET_KEY_FILE is not a setting of its own: it would be the key of an account that is called FILE.
  const settings = Object.fromEntries(all.filter(([variable]) => !namesFile(variable)));
  for (const [variable, file] of all) {
    if (!namesFile(variable) || !file) continue;
    const name = withoutEnd(variable);
    if (settings[name]) throw new Error(`${name} and ${variable} are both set; one of them is enough.`);
    settings[name] = contentOf(variable, file);
  }
  return settings;
}

const END = '_FILE';
const withoutEnd = (variable: string): string => variable.slice(0, -END.length);
const namesFile = (variable: string): boolean => variable.endsWith(END) && SECRET.test(withoutEnd(variable));

function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(
      `${variable} is "${file}", which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  }
}
