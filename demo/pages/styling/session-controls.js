import { ask } from '../backend.js';

/** @typedef {import('../backend.js').Studio} Studio */

/**
 * Returns the purpose for which the backend opens the session.
 *
 * @param {import('./values.js').Values} values
 * @param {readonly Studio[]} studios
 */
function purposeOf(values, studios) {
  const studio = studios.find(({ id }) => id === values['session.studio']) ?? studios[0];
  if (studio === undefined) throw new Error('The backend has no studios.');
  const customer =
    studio.customers.find(({ customerId }) => String(customerId) === values['session.customerId']) ??
    studio.customers[0];
  const scope = values['session.scope'] === 'ECOM' ? 'ECOM' : 'MEMBER_ACCOUNT';
  const usual = scope === 'ECOM' ? customer?.openFees || 1 : 0;
  const typed = (values['session.amount'] ?? '').replace(',', '.');
  return {
    studio: studio.id,
    customerId: customer?.customerId,
    scope,
    amount: typed === '' ? usual : Number(typed),
    referenceText: 'Styling page',
    requireDirectDebitSignature: values['session.requireDirectDebitSignature'] === 'true',
    // With MEMBER_ACCOUNT the method is always saved, and the service refuses anything else.
    ...(scope === 'ECOM' ? savingOf(values['session.savePaymentInstrument']) : {}),
  };
}

/**
 * @param {import('./values.js').Values} values
 * @param {readonly Studio[]} studios
 * @returns {Promise<string>} the token of a new session
 * @throws BackendError when the service refuses
 */
export async function openSession(values, studios) {
  const answer = await ask('session', purposeOf(values, studios));
  return /** @type {import('../backend.js').OpenedSession} */ (answer).token;
}

/**
 * Fills the selects for studio and customer with those that the backend offers.
 *
 * @param {HTMLFormElement} form
 * @param {import('./values.js').Values} values
 * @param {readonly Studio[]} studios
 */
export function offerStudios(form, values, studios) {
  const { studio, customerId } = purposeOf(values, studios);
  const selects = /** @type {Record<string, HTMLSelectElement>} */ (
    Object.fromEntries(
      ['session.studio', 'session.customerId'].map((name) => [name, form.elements.namedItem(name)]),
    )
  );
  selects['session.studio']?.replaceChildren(
    ...studios.map(({ id, name, currency }) => new Option(`${name} (${currency})`, id, false, id === studio)),
  );
  const customers = studios.find(({ id }) => id === studio)?.customers ?? [];
  selects['session.customerId']?.replaceChildren(
    ...customers.map(({ customerId: id, name }) => new Option(name, String(id), false, id === customerId)),
  );
}

/**
 * @param {import('./values.js').Values} values
 * @param {readonly Studio[]} studios
 */
export function countryOf(values, studios) {
  const { studio } = purposeOf(values, studios);
  return studios.find(({ id }) => id === studio)?.countryCode;
}

/** @param {string | undefined} chosen */
function savingOf(chosen) {
  return chosen === 'true' || chosen === 'false' ? { savePaymentInstrument: chosen === 'true' } : {};
}
