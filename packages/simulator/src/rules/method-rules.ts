import { catalogue, type DebitedMethod, type ProviderMethod } from '@upc/contract/catalogue';

/** Returns whether a method is a debit: money moves days after it was submitted. */
export const isDebited = (method: ProviderMethod): method is DebitedMethod =>
  catalogue[method].hold === 'SETUP';

/** Returns whether a method's instrument can be collected and charged later. */
export const canBeCollected = (method: ProviderMethod): boolean => catalogue[method].hold !== 'PAID';

/** Returns whether a method is authorised now and captured later. */
export const canBeCaptured = (method: ProviderMethod): boolean => catalogue[method].hold === 'AUTHORIZED';
