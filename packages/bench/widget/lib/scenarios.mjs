/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} slowdown factor by which the processor is slowed down
 * @property {number} roundTrip milliseconds
 * @property {boolean} isOtherOrigin whether the gateway is on another origin than the page
 * @property {'en' | 'de'} language
 * @property {number} slowLanguage additional milliseconds for a language file
 * @property {import('./subjects.mjs').Form} form form to wait for
 * @property {readonly string[]} choices payment choices of the session
 */

const usual = /** @type {const} */ ({
  slowdown: 4,
  roundTrip: 40,
  isOtherOrigin: false,
  language: 'en',
  slowLanguage: 0,
  form: 'debit',
  choices: ['SEPA'],
});

/** @type {readonly Scenario[]} */
export const scenarios = [
  { ...usual, name: '4x, gateway on the origin of the page' },
  { ...usual, name: '4x, gateway on another origin', isOtherOrigin: true },
  { ...usual, name: '1x, gateway on the origin of the page', slowdown: 1 },
  { ...usual, name: '1x, gateway on another origin', slowdown: 1, isOtherOrigin: true },
  {
    ...usual,
    name: '4x, another origin, German, whose file takes 2 s',
    isOtherOrigin: true,
    language: 'de',
    slowLanguage: 2000,
  },
  {
    ...usual,
    name: 'card form, 4x, another origin',
    isOtherOrigin: true,
    form: 'card',
    choices: ['CREDIT_CARD'],
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
