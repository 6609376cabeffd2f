import type { CustomerAddress, CustomerField, CustomerFieldName, CustomerFields } from '../config/config.js';

/** Returns the host's field of that name, if given. */
export function customerField(fields: CustomerFields, name: CustomerFieldName): CustomerField | undefined {
  if (name === 'name' || name === 'email') return fields[name];
  return fields.address?.[name.slice('address.'.length) as keyof CustomerAddress];
}

/** Merges `update` into `fields`. Fields that it does not contain stay unchanged. */
export function mergeCustomerFields(fields: CustomerFields, update: CustomerFields): CustomerFields {
  return { ...fields, ...update, address: { ...fields.address, ...update.address } };
}
