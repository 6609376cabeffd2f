import { firstStudio } from './language.js';

/**
 * @typedef {import('./backend.js').Studio} Studio
 * @typedef {import('./session-memory.js').Purpose} Purpose
 */

/**
 * Fills the form in which the visitor chooses the purpose of the next session.
 * @param {HTMLFormElement} form
 * @param {readonly Studio[]} studios
 */
export function fillSettings(form, studios) {
  const { studio, customerId, scope, amount } = controlsOf(form);
  studio.replaceChildren(...studios.map(({ id, name, currency }) => new Option(`${name} (${currency})`, id)));
  studio.value = firstStudio(studios)?.id ?? '';

  const showCustomers = () => {
    const customers = studios.find(({ id }) => id === studio.value)?.customers ?? [];
    customerId.replaceChildren(...customers.map(({ customerId: id, name }) => new Option(name, String(id))));
  };
  const suggestAmount = () => {
    const customer = studios
      .flatMap(({ customers }) => customers)
      .find((one) => String(one.customerId) === customerId.value);
    amount.value = scope.value === 'ECOM' ? String(customer?.openFees || 1) : '0';
  };

  showCustomers();
  studio.addEventListener('change', showCustomers);
  for (const control of [studio, customerId, scope]) control.addEventListener('change', suggestAmount);
}

/**
 * @param {HTMLFormElement} form
 * @returns {Purpose}
 */
export function readSettings(form) {
  const { studio, customerId, scope, amount } = controlsOf(form);
  return {
    studio: studio.value,
    customerId: Number(customerId.value),
    scope: scope.value === 'ECOM' ? 'ECOM' : 'MEMBER_ACCOUNT',
    amount: Number(amount.value.replace(',', '.')),
  };
}

/** @param {HTMLFormElement} form */
function controlsOf(form) {
  return /** @type {{ studio: HTMLSelectElement, customerId: HTMLSelectElement, scope: HTMLSelectElement, amount: HTMLInputElement }} */ (
    Object.fromEntries(
      ['studio', 'customerId', 'scope', 'amount'].map((name) => [name, form.elements.namedItem(name)]),
    )
  );
}
