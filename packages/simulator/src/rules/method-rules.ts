import { catalogue, type DebitedMethod, type ProviderMethod } from '@upc/contract/catalogue';

/** A method that is debited: money moves days after it was submitted. */
export const isDebited = (method: ProviderMethod): method is DebitedMethod =>
  catalogue[method].hold === 'SETUP';

/** A method whose instrument can be collected and charged later. */
export const canBeCollected = (method: ProviderMethod): boolean => catalogue[method].hold !== 'PAID';

/** A method that is authorised now and captured later. */
export const canBeCaptured = (method: ProviderMethod): boolean => catalogue[method].hold === 'AUTHORIZED';
