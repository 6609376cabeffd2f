/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {number} slowdown of the processor
 * @property {number} roundTrip milliseconds
 * @property {boolean} isOtherOrigin whether the gateway is on another origin than the page
 * @property {'en' | 'de'} language
 * @property {number} slowLanguage milliseconds that a language file takes besides
 * @property {import('./subjects.mjs').Form} form that is waited for
 * @property {readonly string[]} choices of the session
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
 * Nothing to wait for.
 * @type {Scenario}
 */
export const near = { ...usual, name: 'near', slowdown: 1, roundTrip: 0 };
