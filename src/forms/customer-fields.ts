import type { CustomerAddress, CustomerField, CustomerFieldName, CustomerFields } from '../config/config.js';

/** The host's field of that name, if it gave one. */
export function customerField(fields: CustomerFields, name: CustomerFieldName): CustomerField | undefined {
  if (name === 'name' || name === 'email') return fields[name];
  return fields.address?.[name.slice('address.'.length) as keyof CustomerAddress];
}

/** `update` over `fields`: what it does not name stays. */
export function mergeCustomerFields(fields: CustomerFields, update: CustomerFields): CustomerFields {
  return { ...fields, ...update, address: { ...fields.address, ...update.address } };
}
