import { bundlePrograms } from '../support/process.js';
import { startStack } from '../support/stack.js';
import { entriesOf } from './plan.js';

/** Starts one stack for all pages. @returns a function that ends it */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (entriesOf('page').length + entriesOf('example').length === 0) return () => Promise.resolve();
  await bundlePrograms();
  const stack = await startStack();
  Object.assign(process.env, {
    UPC_MATRIX_SERVICE: stack.serviceUrl,
    UPC_MATRIX_PROVIDER: stack.simulatorUrl,
  });
  return () => stack.end();
}
