/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} slowdown factor by which the processor is slowed down
 * @property {number} roundTrip milliseconds
 * @property {number} bandwidth bytes per millisecond
 * @property {boolean} isOtherOrigin whether the gateway is on another origin than the page
 * @property {'en' | 'de'} language
 * @property {number} slowLanguage additional milliseconds for a language file
 * @property {import('./subjects.mjs').Form} form form to wait for
 * @property {Start} start
 * @property {string} [usually] name of the scenario that differs only in its start, with a token
 * @property {readonly string[]} choices payment choices of the session
 * @property {number} [customerId] customer of the session; a new one by default
 */

/**
 * How the form starts: with a token only, with the session in the page, or with a click in a page that has loaded the
 * code in advance.
 * @typedef {'token' | 'session' | 'preload'} Start
 */

const usual = /** @type {const} */ ({
  slowdown: 4,
  roundTrip: 40,
  bandwidth: Infinity,
  isOtherOrigin: false,
  language: 'en',
  slowLanguage: 0,
  form: 'debit',
  start: 'token',
  choices: ['SEPA'],
});

const networks = [
  { network: 'gateway on another origin', isOtherOrigin: true },
  // Slow 4G, as Lighthouse has it: 1.6 Mbit/s.
  { network: 'phone network', isOtherOrigin: true, roundTrip: 110, bandwidth: 200 },
];

const forms = /** @type {const} */ ([
  { title: '', form: 'debit' },
  { title: 'card form, ', form: 'card', choices: ['CREDIT_CARD'] },
  // This customer of the test data has a stored account.
  {
    title: 'method list, ',
    form: 'list',
    choices: ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'IDEAL'],
    customerId: 2002,
  },
]);

const starts = /** @type {const} */ ([
  { title: '', start: 'token', of: undefined },
  { title: ', session in the page', start: 'session', of: undefined },
  // These visits take twice as long as the others.
  { title: ', preloaded one step earlier', start: 'preload', of: 'debit' },
]);

/** @type {readonly Scenario[]} */
export const scenarios = [
  { ...usual, name: '4x, gateway on the origin of the page' },
  { ...usual, name: '1x, gateway on the origin of the page', slowdown: 1 },
  { ...usual, name: '1x, gateway on another origin', slowdown: 1, isOtherOrigin: true },
  ...forms.flatMap((form) =>
    networks.flatMap(({ network, ...delays }) =>
      starts
        .filter(({ of = form.form }) => of === form.form)
        .map(({ title, start }) => ({
          ...usual,
          ...delays,
          ...form,
          start,
          name: `${form.title}4x, ${network}${title}`,
          ...(start !== 'token' && { usually: `${form.title}4x, ${network}` }),
        })),
    ),
  ),
  {
    ...usual,
    name: '4x, another origin, German, whose file takes 2 s',
    isOtherOrigin: true,
    language: 'de',
    slowLanguage: 2000,
  },
  {
    ...usual,
    name: 'card form from the choice, 4x, another origin',
    isOtherOrigin: true,
    form: 'chosen card',
    choices: ['SEPA', 'CREDIT_CARD'],
  },
];

/**
 * A scenario without any delay.
 * @type {Scenario}
 */
export const near = { ...usual, name: 'near', slowdown: 1, roundTrip: 0 };
