/**
 * Returns the first lines for a person who has just typed `npm start`.
 * @param {{ service: number, demo: number }} ports
 */
export async function welcome(ports) {
  // A new clone has no packages until npm start has installed them, so this import must not be at the top.
  const { tsImport } = await import('tsx/esm/api');
  /** @type {{ TEST_KEYS: readonly { key: string, label: string }[] }} */
  const { TEST_KEYS } = await tsImport('../../packages/service/src/admin/seed/keys.ts', import.meta.url);
  const service = `http://localhost:${ports.service}`;
  const keyWidth = Math.max(...TEST_KEYS.map(({ key }) => key.length));
  return `
  Open this          http://localhost:${ports.demo}/signup
  A member's page    http://localhost:${ports.demo}
  Styling, live      http://localhost:${ports.demo}/styling
  Studio page        ${service}/studio
  Open API           ${service}/openapi.json
  Widget             ${service}/widget/widget.js
  Payments           ${whoTakesPayments(process.env)}

  Test keys for the header x-api-key
${TEST_KEYS.map(({ key, label }) => `    ${key.padEnd(keyWidth)}  ${label}`).join('\n')}

  Test IBANs, any holder
    DE89 3704 0044 0532 0130 00  success
    DE62 3704 0044 0532 0130 01  refused by the bank
    DE65 3704 0044 0002 2222 27  accepted, then no funds when it is charged

  Ctrl-C ends everything.
`;
}

/**
 * @param {NodeJS.ProcessEnv} variables
 * @returns {string} the providers that take the payments; never contains a key
 */
export function whoTakesPayments(variables) {
  const accounts = Object.keys(variables).filter(
    (name) => /^STRIPE_SECRET_KEY(_|$)/.test(name) && variables[name],
  );
  if (accounts.length === 0) return 'the simulated provider, no real money';
  return `Stripe takes those of its methods (${accounts.join(', ')}), the simulated provider the others.
                     If it cannot, a line above says "No payments go through Stripe" and why.`;
}
