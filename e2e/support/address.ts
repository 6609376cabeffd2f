import type { Widget } from './widget.js';

/** A postal address in a form, in English. */
export interface Address {
  readonly line1: string;
  readonly postalCode: string;
  readonly city: string;
  /** Name of the country as the form shows it. */
  readonly country: string;
}

export async function fillAddress({ root }: Widget, address: Address): Promise<void> {
  await root.getByLabel('Street and house number').fill(address.line1);
  await root.getByLabel('Postal code').fill(address.postalCode);
  await root.getByLabel('City').fill(address.city);
  await root.getByLabel('Country').selectOption({ label: address.country });
}
